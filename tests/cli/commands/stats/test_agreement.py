"""Tokens and costs are the same, whichever command is asked, and whichever commits it is asked about."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.cli.conftest import Stage, jsonl, run, user

from entire.checkpoint.segments import Transcript
from entire.transcript.usage import TokenUsage

SESSION = "44444444-dddd"
IDS = ["1" * 12, "2" * 12, "3" * 12]
COST = 100 * 25  # of one turn, in millionths of a dollar


def answer(number: int) -> dict[str, Any]:
    usage = {"input_tokens": 0, "output_tokens": 100, "cache_creation_input_tokens": 0}
    content = [{"type": "text", "text": f"Answer {number}"}]
    message = {"id": f"m{number}", "model": "claude-opus-4-8", "content": content, "usage": usage}
    return {"type": "assistant", "message": message}


@pytest.fixture
def counted(stage: Stage) -> Stage:
    """Three checkpoints of a session, each counted from its start; the first is on another branch."""
    for number, id in enumerate(IDS, 1):
        records = [record for turn in range(number) for record in (user(f"Prompt {turn}"), answer(turn))]
        stage.checkpoint(
            id,
            {
                "session_id": SESSION,
                "model": "claude-opus-4-8",
                "transcript": Transcript((jsonl(records),), "sha256:0"),
                "token_usage": TokenUsage(output_tokens=100 * number, api_call_count=number),
                "created_at": f"2026-03-19T1{number}:00:00Z",
            },
        )
    stage.work.git("checkout", "-q", "-b", "topic")
    stage.commit("One", IDS[0])
    stage.work.git("checkout", "-q", "-")
    stage.commit("Two", IDS[1])
    stage.commit("Three", IDS[2])
    return stage


def ask(stage: Stage, *words: str) -> dict[str, Any]:
    done = run(stage.work.path, *words, "--json")
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def summed(stage: Stage, *words: str) -> tuple[int, int]:
    total = ask(stage, "stats", *words)["total"]
    return total["token_usage"]["output_tokens"], total["cost"]["microdollars"]


def test_all_commands_agree(counted: Stage) -> None:
    for id in IDS:
        shown = ask(counted, "explain", "-c", id)
        assert (shown["token_usage"]["output_tokens"], shown["cost"]["microdollars"]) == (100, COST), id
        [part] = shown["sessions"]
        assert (part["token_usage"]["output_tokens"], part["cost"]["microdollars"]) == (100, COST), id
        assert shown["turn_count"] == 1, id
    session = ask(counted, "session", "show", SESSION)
    assert (session["tokens_total"], session["cost"]["microdollars"]) == (300, 3 * COST)
    rows = [(one["tokens"], one["cost"]["microdollars"]) for one in session["checkpoints"]]
    assert rows == [(100, COST)] * 3
    assert summed(counted) == (200, 2 * COST)
    assert summed(counted, "HEAD") == (200, 2 * COST)
    assert summed(counted, "topic") == summed(counted, "HEAD~1") == (100, COST)
    assert summed(counted, "HEAD~1..HEAD") == (100, COST)
    assert summed(counted, "topic...HEAD") == (300, 3 * COST)
    counted.work.git("checkout", "-q", "topic")
    counted.commit("Three again", IDS[2])
    assert summed(counted) == summed(counted, "HEAD") == (200, 2 * COST), "without the second"
