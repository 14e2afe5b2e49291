from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.agent.copilot_cli import agent
from entire.agent.copilot_cli.hooks import EVENTS
from entire.agent.copilot_cli.payload import is_foreign, parse_event
from entire.agent.events import Event, Kind
from entire.core.errors import EntireError
from entire.core.paths import valid_session_id, valid_tool_id

DATA = Path(__file__).parents[2] / "data" / "copilot_cli" / "payloads"
RECORDED = {path.stem: json.loads(path.read_text()) for path in sorted(DATA.glob("*.json"))}
VERBS = [verb for _, verb in EVENTS]
ID = "7512e619-76cf-408e-851c-40b49af60416"
MAIN, SUB = "4f19fce7-c598-461a-9214-fb4b81655624", "ac8bdcde-c026-4abd-8784-cd32d01d71b2"

# What each recorded call means.
EXPECTED: dict[str, dict[str, Any] | None] = {
    "session-start": {"kind": Kind.SESSION_START, "session_id": ID},
    "session-start-resume": {"kind": Kind.SESSION_START},
    "prompt": {"kind": Kind.TURN_START, "prompt": "Write hello.py, commit it, then change calc.py"},
    "prompt-subagent": None,
    "prompt-pascal": {"kind": Kind.TURN_START, "prompt": "First: write one.txt"},
    "stop": {"kind": Kind.TURN_END, "session_id": ID, "awaited": '"timestamp":1794728761269'},
    "stop-subagent": None,
    "stop-pascal": {"kind": Kind.TURN_END, "awaited": ""},
    "compact": {"kind": Kind.COMPACTION},
    "subagent-start": {
        "kind": Kind.TASK_START,
        "session_id": MAIN,
        "tool_use_id": SUB,
        "subagent_type": "general-purpose",
    },
    "subagent-stop": {"kind": Kind.TASK_END, "session_id": MAIN, "tool_use_id": SUB, "finished": True},
    "session-end": {"kind": Kind.SESSION_END, "session_id": ID},
    "post-tool-use": None,
    "error": None,
}


def test_every_verb_that_we_install_was_recorded() -> None:
    assert set(VERBS) <= {recorded["verb"] for recorded in RECORDED.values()}
    assert set(RECORDED) == set(EXPECTED)


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_call_is_understood(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/user")
    monkeypatch.delenv("COPILOT_HOME", raising=False)
    recorded, expected = RECORDED[name], EXPECTED[name]
    assert not is_foreign(recorded["payload"])
    event = parse_event(recorded["verb"], recorded["payload"])
    if expected is None:
        assert event is None
        return
    assert event is not None
    assert event.transcript_path == f"/home/user/.copilot/session-state/{event.session_id}/events.jsonl"
    assert {key: getattr(event, key) for key in expected} == expected


def test_the_clients_home_can_be_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COPILOT_HOME", "/srv/copilot")
    event = parse_event("session-start", {"sessionId": ID})
    assert event is not None
    assert event.transcript_path == agent.transcript_path("/any", ID)
    assert os.path.dirname(os.path.dirname(event.transcript_path)) == "/srv/copilot/session-state"
    assert agent.transcripts_dir() == "/srv/copilot/session-state"


@pytest.mark.parametrize(
    "payload",
    [
        {"session_id": ID, "conversation_id": ID, "cursor_version": "2.9.0", "transcript_path": None},
        {"session_id": ID, "hookEventName": "SessionStart", "timestamp": "2026-11-15T07:45:09.515Z"},
        {"session_id": ID, "transcript_path": f"/home/user/.claude/projects/-repo/{ID}.jsonl"},
    ],
)
def test_another_clients_call_is_foreign(payload: dict[str, Any]) -> None:
    assert is_foreign(payload)


@pytest.mark.parametrize("verb", ["", "Stop", "stop", "agentStop", "x" * 1000])
def test_an_unknown_verb_is_refused_with_the_known_ones(verb: str) -> None:
    with pytest.raises(EntireError) as caught:
        parse_event(verb, {"sessionId": ID})
    assert "agent-stop" in caught.value.hint
    assert len(caught.value.message) < 200


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"sessionId": None},
        {"sessionId": "../x"},
        {"sessionId": "x" * 10_000_000},
        {"sessionId": ID, "transcriptPath": "relative.jsonl"},
        {"sessionId": ID, "transcriptPath": "/a\nb"},
        {"sessionId": ID, "agentId": "../x"},
    ],
)
def test_hostile_input_is_refused_in_few_words(payload: dict[str, Any]) -> None:
    with pytest.raises(EntireError) as caught:
        parse_event("subagent-stop", payload)
    assert len(caught.value.message) < 300


KEYS = sorted({key for recorded in RECORDED.values() for key in recorded["payload"]})
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just(ID),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def is_sound(event: Event | None) -> bool:
    """Nothing reaches the rest of the program that could do harm as a name."""
    if event is None:
        return True
    ids = filter(None, (event.tool_use_id, event.subagent_id))
    return (
        valid_session_id(event.session_id)
        and all(map(valid_tool_id, ids))
        and event.transcript_path.startswith("/")
        and "\0" not in event.transcript_path
    )


@given(st.sampled_from(sorted(RECORDED)), st.sampled_from(KEYS), values)
def test_one_wrong_value_in_a_recorded_call_is_understood_or_refused(name: str, key: str, value: Any) -> None:
    recorded = RECORDED[name]
    payload = recorded["payload"] | {key: value}
    is_foreign(payload)
    try:
        assert is_sound(parse_event(recorded["verb"], payload))
    except EntireError:
        pass
