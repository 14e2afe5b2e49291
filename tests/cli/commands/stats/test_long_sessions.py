"""A long session: each checkpoint has its whole transcript, and only its own part of it is read."""

from __future__ import annotations

import json
from typing import Any

from tests.cli.conftest import Stage, jsonl, run, user

from entire.checkpoint.index.index import Index
from entire.checkpoint.segments import Transcript
from entire.git.objects.read import Objects
from entire.numbers import gather
from entire.numbers.by_model import BEFORE
from entire.numbers.tokens import total_of
from entire.transcript import lines
from entire.transcript.usage import TokenUsage

SESSION = "33333333-cccc"
TURNS = 900  # of two records each: some segments


def answer(number: int) -> dict[str, Any]:
    usage = {"input_tokens": 1, "output_tokens": number, "cache_creation_input_tokens": 0}
    text = [{"type": "text", "text": "x" * 300}]
    message = {"id": f"m{number}", "model": "claude-opus-4-8", "content": text, "usage": usage}
    return {"type": "assistant", "message": message}


def test_every_part_counts_its_own_answers(stage: Stage) -> None:
    records = [record for turn in range(TURNS) for record in (user(f"Prompt {turn}"), answer(turn))]
    expected = {}
    for place, (start, end) in enumerate([(0, 1000), (1000, 1400), (1400, 2 * TURNS)]):
        data = jsonl(records[:end])
        sealed, rest = lines.chunks(0, data)
        assert len(sealed) > 2
        output = sum(range(start // 2, end // 2))
        session = {
            "session_id": SESSION,
            "transcript": Transcript((*sealed, *rest), "sha256:0"),
            "token_transcript_start": start,
            "checkpoint_transcript_start": start,
            "model": "claude-opus-4-8",
            "token_usage": TokenUsage(
                input_tokens=(end - start) // 2, output_tokens=output, api_call_count=(end - start) // 2
            ),
        }
        id = f"{place}" * 12
        stage.checkpoint(id, session)
        stage.commit(f"Part {place}", id)
        expected[id] = ((end - start) // 2, output)

    for ids in (list(expected), list(expected)[::-1]):  # what is known of segments does not matter
        with Objects(stage.repo) as objects, Index(stage.repo, objects) as index:
            index.keep_derived(dict.fromkeys(index.trees(ids).values(), "damaged"))
            for id in ids:
                [part] = gather.facts_of(index, [id], lambda what, number: None)[id].parts
                assert (part.prompts, total_of(part.used.values()).output) == expected[id]
                assert [source.model for source in part.used] == ["claude-opus-4-8"]
    found = json.loads(run(stage.work.path, "stats", "--json").out)["total"]
    assert (found["prompt_count"], found["token_usage"]["output_tokens"]) == (TURNS, sum(range(TURNS)))
    assert found["cost"]["unknown_tokens"] == 0
    assert BEFORE < 1000
