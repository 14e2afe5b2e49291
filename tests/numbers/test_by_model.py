"""Tokens by model of recorded transcripts, whole and in parts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.numbers.readings import RECORDED, Numbers, conversations, spent

from entire.agent import registry
from entire.numbers.by_model import Part, read_part
from entire.numbers.tokens import Source, Tokens, Used, add_to, by_model

EVERY = [(agent, path) for agent in RECORDED for path in conversations(agent)]


def numbers(used: Used) -> dict[str, Numbers]:
    found = {model: (t.input, t.cache_write, t.cache_read, t.output) for model, t in by_model(used).items()}
    return {model: tokens for model, tokens in found.items() if any(tokens)}


@pytest.mark.parametrize("agent", RECORDED)
def test_as_an_independent_reading(agent: str) -> None:
    assert len(conversations(agent)) > 3
    for path in conversations(agent):
        data = path.read_bytes()
        found = read_part(registry.by_name(agent), data, 0)
        assert numbers(found.used) == spent(agent, data), path
        assert found.prompts >= found.turns, path
        assert found.prompts == len(_prompts(agent, data)), path


def _prompts(agent: str, data: bytes) -> list[str]:
    one = registry.by_name(agent)
    return [prompt for line in data.splitlines() if (prompt := one.prompt_of(json.loads(line)))]


@pytest.mark.property
@given(st.sampled_from(EVERY), st.data())
def test_parts_add_up_to_the_whole(recorded: tuple[str, Path], data: st.DataObject) -> None:
    """Wherever a transcript is cut, as checkpoints cut it, nothing is lost and nothing counts twice."""
    agent, path = registry.by_name(recorded[0]), recorded[1]
    transcript = path.read_bytes()
    end = agent.layout().end(transcript)
    cuts = sorted(data.draw(st.lists(st.integers(0, end), max_size=4)))
    used: Used = {}
    sums = [0, 0, 0]
    for start, stop in zip([0, *cuts], [*cuts, end], strict=True):
        part = read_part(agent, agent.layout().cut(transcript, stop), start)
        add_to(used, part.used)
        sums = [a + b for a, b in zip(sums, part[1:4], strict=True)]
    whole = read_part(agent, transcript, 0)
    assert numbers(used) == numbers(whole.used)
    assert sums == list(whole[1:4])


def answer(
    id: str, model: str, hour: int | None, written: int = 100, output: int = 10, read: int = 0, time: str = ""
) -> dict[str, object]:
    usage: dict[str, object] = {
        "input_tokens": 5,
        "output_tokens": output,
        "cache_creation_input_tokens": written,
        "cache_read_input_tokens": read,
    }
    if hour is not None:
        kept = {"ephemeral_1h_input_tokens": hour, "ephemeral_5m_input_tokens": written - hour}
        usage["cache_creation"] = kept
    text = [{"type": "text", "text": "Done."}]
    message = {"id": id, "model": model, "role": "assistant", "content": text, "usage": usage}
    return {"type": "assistant", "message": message, "timestamp": time}


def read(*records: dict[str, object], start: int = 0) -> Part:
    data = b"".join(json.dumps(record).encode() + b"\n" for record in records)
    return read_part(registry.by_name("claude-code"), data, start)


def test_two_models_and_two_kinds_of_cache_writes() -> None:
    found = read(
        answer("1", "opus", 30),
        answer("1", "opus", 30, output=20),  # the answer's next row
        answer("2", "sonnet", None),
        answer("3", "opus", 0),
    )
    assert found.used == {
        Source("opus", 0): Tokens(10, 200, 0, 30, 2, 170, 30),
        Source("sonnet", 0): Tokens(5, 100, 0, 10, 1, 0, 0),
    }


def test_an_answer_that_began_in_another_part_counts_there() -> None:
    first, second = answer("1", "opus", 30), answer("1", "opus", 30, output=25)
    assert read(first, second, start=1).used == {Source("opus", 0): Tokens(0, 0, 0, 15, 0, 0, 0)}


def test_large_prompts_are_apart() -> None:
    found = read(
        answer("1", "opus", 0), answer("2", "opus", 0, read=150_000), answer("3", "opus", 0, read=300_000)
    )
    assert [source.band for source in found.used] == [0, 1, 3]


def test_time_is_from_the_prompt_to_the_last_answer() -> None:
    prompt: dict[str, object] = {
        "type": "user",
        "message": {"role": "user", "content": "Go"},
        "timestamp": "2026-03-19T10:00:00Z",
    }
    late = prompt | {"timestamp": "2026-03-19T12:00:00Z"}
    records = [
        prompt,
        answer("1", "opus", 0, time="2026-03-19T10:00:30Z"),
        answer("2", "opus", 0, time="2026-03-19T10:01:00.500Z"),
        late,
        answer("3", "opus", 0, time="2026-03-19T12:00:05Z"),
        late,  # not answered
    ]
    assert read(*records)[1:] == (3, 2, 65_500, 0)
    assert read(*records, start=2)[1:] == (2, 1, 35_500, 0)
    assert read(prompt, answer("1", "opus", 0))[1:] == (1, 1, 0, 1)
