from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.agent.claude_code.payload import parse_event
from entire.agent.claude_code.settings import ENTRIES
from entire.agent.events import Event, Kind
from entire.core.errors import EntireError

DATA = Path(__file__).parents[2] / "data" / "claude_code" / "payloads"
RECORDED = {path.stem: json.loads(path.read_text()) for path in sorted(DATA.glob("*.json"))}
VERBS = sorted({verb for _, _, verb in ENTRIES})
ID = "11111111-2222-3333-4444-555555555555"
PATH = "/home/user/.claude/projects/-repo/s.jsonl"

# What each recorded call means, beside session and transcript.
EXPECTED: dict[str, dict[str, Any] | None] = {
    "session-start": {"kind": Kind.SESSION_START},
    "session-start-model": {"kind": Kind.SESSION_START, "model": "claude-opus-5-5"},
    "session-start-resume": {"kind": Kind.SESSION_START},
    "session-start-compact": {"kind": Kind.COMPACTION, "model": "claude-opus-5-5"},
    "session-start-fork": {"kind": Kind.SESSION_START},
    "session-end": {"kind": Kind.SESSION_END},
    "prompt": {"kind": Kind.TURN_START, "prompt": "Write hello.py, commit it, then change calc.py"},
    "prompt-command": {"kind": Kind.TURN_START, "prompt": "/greet Bob"},
    "prompt-notification": {"kind": Kind.TURN_START, "synthetic": True},
    "stop": {"kind": Kind.TURN_END, "last_message": "Greeted Bob."},
    "stop-background": {"kind": Kind.TURN_END, "last_message": "Both were started or are done."},
    "pre-task": {"kind": Kind.TASK_START, "tool_name": "Agent", "subagent_type": "general-purpose"},
    "post-task": {"kind": Kind.TASK_END, "subagent_id": "af835a986da8a134f", "finished": True},
    "post-task-async": {"kind": Kind.TASK_END, "subagent_id": "a7bf52dea027a12ba", "finished": False},
    "post-todo-create": {"kind": Kind.TODO, "tool_name": "TaskCreate"},
    "post-todo-update": {"kind": Kind.TODO, "awaited": "toolu_9a35f9b9d9db47c6a927d5"},
    "subagent-stop": {
        "kind": Kind.SUBAGENT_END,
        "subagent_id": "a963c13d031837255",
        "subagent_type": "general-purpose",
    },
    "subagent-stop-compaction": None,
}


def test_every_verb_that_we_install_was_recorded() -> None:
    """Except a notification: a client without a terminal sends none."""
    assert {recorded["verb"] for recorded in RECORDED.values()} == set(VERBS) - {"notification"}
    assert set(RECORDED) == set(EXPECTED)


@pytest.mark.parametrize(
    ("kind", "waits"),
    [("permission_prompt", True), ("idle_prompt", True), ("", True), ("auth_success", False)],
)
def test_a_notification_says_that_the_agent_waits(kind: str, waits: bool) -> None:
    payload = {
        "session_id": "s1",
        "hook_event_name": "Notification",
        "message": "…",
        "notification_type": kind,
    }
    event = parse_event("notification", payload)
    assert (event is not None and event.kind == Kind.WAITING) == waits


def test_a_subagents_call_is_not_awaited() -> None:
    """It is noted in the subagent's transcript, not in the session's."""
    payload = {"session_id": "s1", "tool_name": "TaskUpdate", "tool_use_id": "toolu_1", "tool_input": {}}
    event = parse_event("post-todo", payload | {"agent_id": "a1"})
    assert event is not None
    assert event.awaited == ""
    event = parse_event("post-todo", payload)
    assert event is not None
    assert event.awaited == "toolu_1"


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_call_is_understood(name: str) -> None:
    recorded = RECORDED[name]
    payload, expected = recorded["payload"], EXPECTED[name]
    event = parse_event(recorded["verb"], payload)
    if expected is None:
        assert event is None
        return
    assert event is not None
    assert event.session_id == payload["session_id"]
    assert event.transcript_path == payload["transcript_path"]
    assert event.tool_use_id == payload.get("tool_use_id", "")
    assert event.subagent_transcript == payload.get("agent_transcript_path", "")
    assert {key: getattr(event, key) for key in expected} == expected
    if not expected.get("synthetic"):
        assert not event.synthetic


def event(verb: str, **payload: Any) -> Event:
    found = parse_event(verb, {"session_id": ID, "transcript_path": PATH, **payload})
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("prompt", "synthetic"),
    [
        ("Do it", False),
        ("<task-notification>\n<task-id>a</task-id>", True),
        ("\n <task-notification>x", True),
        ("What does <task-notification> mean?", False),
        ("", False),
    ],
)
def test_a_notification_is_no_persons_prompt(prompt: str, synthetic: bool) -> None:
    assert event("user-prompt-submit", prompt=prompt).synthetic is synthetic


@pytest.mark.parametrize("verb", ["user-prompt-submit", "stop"])
def test_a_subagents_own_turn_is_none_of_the_sessions(verb: str) -> None:
    assert parse_event(verb, {"session_id": ID, "agent_id": "a1", "agent_type": "general-purpose"}) is None


@pytest.mark.parametrize(
    ("response", "finished"),
    [
        ({"status": "completed"}, True),
        ({"status": "async_launched"}, False),
        ({}, True),
        ("text", True),
        (["text"], True),
        (None, True),
    ],
)
def test_a_call_that_returned_at_once_is_not_finished(response: Any, finished: bool) -> None:
    assert event("post-task", tool_response=response).finished is finished


def test_the_older_name_of_the_subagent_and_its_type() -> None:
    found = event(
        "post-task",
        tool_response={"agentId": "a1"},
        tool_input={"subagent_type": "explorer"},
        tool_name="Task",
    )
    assert (found.subagent_id, found.subagent_type, found.tool_name) == ("a1", "explorer", "Task")


@pytest.mark.parametrize("verb", ["", "Stop", "pre-tool-use", "stop\n", "x" * 1000])
def test_an_unknown_verb_is_refused_with_the_known_ones(verb: str) -> None:
    with pytest.raises(EntireError) as caught:
        parse_event(verb, {"session_id": ID})
    assert "user-prompt-submit" in caught.value.hint
    assert len(caught.value.message) < 200


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"session_id": ""},
        {"session_id": None},
        {"session_id": 7},
        {"session_id": [ID]},
        {"session_id": "../x"},
        {"session_id": "a/b"},
        {"session_id": "a\nb"},
        {"session_id": "-rf"},
        {"session_id": "x" * 10_000_000},
        {"session_id": ID, "transcript_path": "relative.jsonl"},
        {"session_id": ID, "transcript_path": "/a\0b"},
        {"session_id": ID, "transcript_path": "/a\nb"},
        {"session_id": ID, "transcript_path": "/" + "x" * 5000},
        {"session_id": ID, "tool_use_id": "../x"},
        {"session_id": ID, "tool_use_id": "a b"},
        {"session_id": ID, "tool_response": {"agentId": "../x"}},
    ],
)
@pytest.mark.parametrize("verb", ["post-task", "session-start"])
def test_hostile_input_is_refused_in_few_words(verb: str, payload: dict[str, Any]) -> None:
    with pytest.raises(EntireError) as caught:
        parse_event(verb, payload)
    assert len(caught.value.message) < 300


KEYS = sorted({key for recorded in RECORDED.values() for key in recorded["payload"]})
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([ID, PATH, "a1"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["agentId", "status", "subagent_type"]) | st.text(), inner, max_size=3
        )
    ),
    max_leaves=6,
)


def _is_sound(found: Event | None) -> bool:
    """Nothing reaches the rest of the program that could do harm as a name."""
    if found is None:
        return True
    names = (found.session_id, found.tool_use_id, found.subagent_id)
    paths = (found.transcript_path, found.subagent_transcript)
    texts = (
        *names,
        *paths,
        found.prompt,
        found.model,
        found.last_message,
        found.tool_name,
        found.subagent_type,
    )
    return (
        all(isinstance(text, str) for text in texts)
        and isinstance(found.tool_input, dict)
        and all("/" not in name and "\n" not in name and len(name) <= 128 for name in names)
        and all(not path or (path.startswith("/") and "\0" not in path) for path in paths)
    )


@given(st.sampled_from(VERBS), st.dictionaries(st.sampled_from(KEYS) | st.text(), json_values))
def test_any_object_is_understood_or_refused(verb: str, payload: dict[str, Any]) -> None:
    try:
        assert _is_sound(parse_event(verb, payload))
    except EntireError:
        pass


@given(st.sampled_from(sorted(RECORDED)), st.sampled_from(KEYS), json_values)
def test_one_wrong_value_in_a_recorded_call_is_understood_or_refused(name: str, key: str, value: Any) -> None:
    recorded = RECORDED[name]
    try:
        assert _is_sound(parse_event(recorded["verb"], recorded["payload"] | {key: value}))
    except EntireError:
        pass


@pytest.mark.parametrize("path", ["relative", "/a\0b", "/a\nb", "/\ud800", "/" + "x" * 5000])
def test_a_path_that_cannot_be_one_is_refused(path: str) -> None:
    with pytest.raises(EntireError, match="not a usable path"):
        parse_event("stop", {"session_id": "s", "transcript_path": path})
