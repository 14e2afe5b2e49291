from __future__ import annotations

import pytest

from entire.checkpoint.model import (
    CheckpointSummary,
    CodeLearning,
    CommittedMetadata,
    LearningsSummary,
    SessionFilePaths,
    Summary,
    load,
)
from entire.core import json_text
from entire.transcript.usage import TokenUsage


def test_order_of_keys() -> None:
    metadata = CommittedMetadata(
        cli_version="v",
        checkpoint_id="c",
        session_id="s",
        strategy="m",
        created_at="t",
        branch="b",
        checkpoints_count=1,
        files_touched=["f"],
        agent="a",
        model="x",
        turn_id="t",
        is_task=True,
        tool_use_id="u",
        transcript_identifier_at_start="i",
        checkpoint_transcript_start=1,
        transcript_lines_at_start=1,
        token_transcript_start=1,
        token_usage=TokenUsage(),
        session_metrics={"a": 1},
        summary=Summary(),
        initial_attribution=None,
    )
    assert list(metadata.to_json()) == [
        *("cli_version", "checkpoint_id", "session_id", "strategy", "created_at", "branch"),
        *("checkpoints_count", "files_touched", "agent", "model", "turn_id", "is_task", "tool_use_id"),
        *("transcript_identifier_at_start", "checkpoint_transcript_start", "transcript_lines_at_start"),
        *("token_transcript_start", "token_usage", "session_metrics", "summary"),
    ]


def test_what_is_always_there() -> None:
    assert CheckpointSummary().to_json() == {
        "checkpoint_id": "",
        "strategy": "",
        "checkpoints_count": 0,
        "files_touched": [],
        "sessions": [],
    }
    assert CommittedMetadata().to_json() == {
        "checkpoint_id": "",
        "session_id": "",
        "strategy": "",
        "created_at": "",
        "checkpoints_count": 0,
        "files_touched": [],
    }
    assert list(SessionFilePaths().to_json().values()) == [""] * 5


def test_summary() -> None:
    learnings = LearningsSummary(code=[CodeLearning(path="a.py", line=3, finding="x")])
    assert Summary(intent="i", learnings=learnings).to_json() == {
        "intent": "i",
        "outcome": "",
        "learnings": {
            "repo": [],
            "code": [{"path": "a.py", "line": 3, "finding": "x"}],
            "workflow": [],
        },
        "friction": [],
        "open_items": [],
    }
    assert Summary().to_json()["learnings"] == {"repo": [], "code": [], "workflow": []}
    assert Summary.from_json({"friction": None, "learnings": {"repo": None}}).friction == []


@pytest.mark.parametrize(("new", "old", "start"), [(5, 0, 5), (0, 3, 3), (5, 3, 5), (0, 0, 0)])
def test_transcript_start(new: int, old: int, start: int) -> None:
    metadata = CommittedMetadata(checkpoint_transcript_start=new, transcript_lines_at_start=old)
    assert metadata.get_transcript_start() == start


def test_historical_keys_survive() -> None:
    old = {
        "checkpoint_id": "c",
        "session_id": "2026-01-05-1",
        "files_touched": None,
        "agents": ["Claude Code"],
        "steps_count": 3,
        "transcript_uuid_at_start": "u",
        "transcript_path": ".claude/x.jsonl",
    }
    metadata = CommittedMetadata.from_json(old)
    assert metadata.files_touched == []
    assert metadata.session_id == "2026-01-05-1"
    written = metadata.to_json()
    assert {key: written[key] for key in ("agents", "steps_count", "transcript_uuid_at_start")} == {
        "agents": ["Claude Code"],
        "steps_count": 3,
        "transcript_uuid_at_start": "u",
    }


@pytest.mark.parametrize(
    "data",
    [None, b"", b"{", b"[]", b"null", b"\xff\xfe", b"3", b'{"a":' * 100_000],
)
def test_what_is_no_record(data: bytes | None) -> None:
    assert load(CheckpointSummary, data) is None


@pytest.mark.parametrize("part", [b"{}", b"[]", b"1"])
def test_too_many_values_are_no_record(part: bytes) -> None:
    """Each takes much more memory than text, and there is room for a million of them."""
    assert load(CheckpointSummary, b'{"branch": "x", "more": [' + part + b"]}") is not None
    assert load(CheckpointSummary, b'{"more": [' + (part + b",") * 400_000 + part + b"]}") is None


def test_absurd_nesting_is_no_record() -> None:
    depth = 900
    data = b'{"subagent_tokens":' * depth + b"{}" + b"}" * depth
    loaded = load(TokenUsage, data)
    assert loaded is None or isinstance(loaded, TokenUsage)


def test_values_of_the_wrong_kind_count_as_absent() -> None:
    data = json_text.encode(
        {"sessions": {"metadata": "x"}, "token_usage": [{}], "files_touched": [1], "checkpoints_count": "3"}
    )
    summary = load(CheckpointSummary, data)
    assert summary is not None
    assert summary == CheckpointSummary()
