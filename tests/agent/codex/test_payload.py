"""What Codex's hooks send, as recorded, and what it never sends."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agent.codex.recorded import PAYLOADS

from entire.agent.codex import agent
from entire.agent.codex.payload import parse_event
from entire.agent.codex.settings import ENTRIES
from entire.agent.events import Kind
from entire.core.errors import EntireError

ID = "01a1de28-63c1-7fa1-9a92-8b2a0a14877d"
SUBAGENT = "01a1de28-fe42-7460-bf82-f46f702c29b2"
SECOND = "01a1de29-1519-77a2-9c91-bca62d974ef8"

# What each recorded call means, beside the session.
EXPECTED: dict[str, dict[str, Any] | None] = {
    "session-start": {"kind": Kind.SESSION_START, "model": "gpt-5.5"},
    "session-start-resume": {"kind": Kind.SESSION_START, "model": "gpt-5.5"},
    "session-start-compact": {"kind": Kind.COMPACTION, "model": "gpt-5.5"},
    "prompt": {"kind": Kind.TURN_START, "prompt": "Write hello.py, commit it, then change calc.py"},
    "prompt-subagent": None,
    "stop": {"kind": Kind.TURN_END, "last_message": "Wrote hello.py, committed it, and changed calc.py."},
    "pre-compact": {"kind": Kind.COMPACTION},
    "post-compact": None,
    "post-tool-use": None,
    "subagent-start": {"kind": Kind.TASK_START, "tool_use_id": SUBAGENT, "subagent_type": "default"},
    "subagent-stop": {"kind": Kind.TASK_END, "tool_use_id": SUBAGENT, "subagent_id": SUBAGENT},
    "subagent-start-v2": {"kind": Kind.TASK_START, "tool_use_id": SECOND},
    "subagent-stop-v2": {"kind": Kind.TASK_END, "tool_use_id": SECOND, "finished": True},
    "session-end": {"kind": Kind.SESSION_END, "seconds": 2.5},
}


def test_every_verb_that_we_install_was_recorded() -> None:
    assert {verb for _, verb in ENTRIES} <= {recorded["verb"] for recorded in PAYLOADS.values()}
    assert set(PAYLOADS) == set(EXPECTED)


@pytest.mark.parametrize("name", PAYLOADS)
def test_a_recorded_call_is_understood(name: str) -> None:
    recorded = PAYLOADS[name]
    payload, expected = recorded["payload"], EXPECTED[name]
    assert not agent.is_foreign(payload)
    event = parse_event(recorded["verb"], payload)
    if expected is None:
        assert event is None
        return
    assert event is not None
    assert event.session_id == payload["session_id"]
    assert event.subagent_transcript == payload.get("agent_transcript_path", "")
    assert {key: getattr(event, key) for key in expected} == expected


@pytest.mark.parametrize("name", PAYLOADS)
def test_a_session_s_transcript_is_never_a_subagents(name: str) -> None:
    recorded = PAYLOADS[name]
    event = parse_event(recorded["verb"], recorded["payload"])
    if event is not None and event.transcript_path:
        assert event.transcript_path.endswith(f"-{event.session_id}.jsonl")


@pytest.mark.parametrize(
    "more",
    [
        {"cursor_version": "1"},
        {"sessionId": "x"},
        {"hookEventName": "Stop"},
        {"timestamp": "2026-11-15T07:42:31Z"},
        {"transcript_path": "/home/user/.claude/projects/-repo/x.jsonl"},
        {"transcript_path": "/home/user/.qwen/projects/x.jsonl"},
    ],
)
def test_calls_of_others_are_recognized(more: dict[str, Any]) -> None:
    assert agent.is_foreign(PAYLOADS["stop"]["payload"] | more)


@pytest.mark.parametrize(
    "path", [None, "", "/elsewhere/sessions/x.jsonl", "/x/.codex/sessions/.claude/y.jsonl"]
)
def test_its_own_calls_are_not_taken_for_others(path: str | None) -> None:
    """Without a transcript, with a folder of its own, and in a project of an odd name."""
    assert not agent.is_foreign(PAYLOADS["stop"]["payload"] | {"transcript_path": path})


def test_a_session_without_a_transcript() -> None:
    event = parse_event("stop", PAYLOADS["stop"]["payload"] | {"transcript_path": None})
    assert event is not None
    assert event.transcript_path == ""


@pytest.mark.parametrize("verb", ["", "Stop", "agent-turn-complete", "x" * 1000])
def test_an_unknown_verb_is_refused_with_the_known_ones(verb: str) -> None:
    with pytest.raises(EntireError) as caught:
        parse_event(verb, {"session_id": ID})
    assert "user-prompt-submit" in caught.value.hint
    assert len(caught.value.message) < 200


@pytest.mark.parametrize(
    ("verb", "payload"),
    [
        ("stop", {}),
        ("stop", {"session_id": "../x"}),
        ("stop", {"session_id": ID, "transcript_path": "relative.jsonl"}),
        ("subagent-stop", {"session_id": ID}),
        ("subagent-stop", {"session_id": ID, "agent_id": "../../x"}),
    ],
)
def test_bad_input_is_refused(verb: str, payload: dict[str, Any]) -> None:
    with pytest.raises(EntireError):
        parse_event(verb, payload)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=2)
)
KEYS = ["session_id", "transcript_path", "agent_id", "prompt", "model", "source", "agent_transcript_path"]


@given(st.sampled_from([verb for _, verb in ENTRIES]), st.dictionaries(st.sampled_from(KEYS), JSON))
def test_anything_is_refused_or_understood(verb: str, payload: dict[str, Any]) -> None:
    agent.is_foreign(payload)
    try:
        parse_event(verb, payload | {"session_id": ID})
    except EntireError:
        pass
