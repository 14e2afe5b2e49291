from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agent.recordings import calls, scenarios

from entire.agent.events import Event, Kind, Todo
from entire.agent.qwen import agent
from entire.agent.qwen.payload import parse_event
from entire.agent.qwen.settings import ENTRIES
from entire.core.errors import EntireError

ID = "11111111-2222-3333-4444-555555555555"
PATH = f"/home/user/.qwen/projects/-repo/chats/{ID}.jsonl"
CALL, SUBAGENT = "call_4d23a1b5e06143ffbcc0bd6a", "general-purpose-call_4d23a1b5e06143ffbcc0bd6a"


def verb_of(payload: dict[str, Any]) -> str:
    """The hook that we install for a recorded call; empty if there is none."""
    name, tool = payload["hook_event_name"], payload.get("tool_name", "")
    if name in ("PreToolUse", "PostToolUse") and tool != "agent":
        return ""
    return next((verb for event, _, verb in ENTRIES if event == name), "")


def meant(payload: dict[str, Any]) -> Event | None:
    assert not agent.is_foreign(payload)
    verb = verb_of(payload)
    return parse_event(verb, payload) if verb else None


def story(scenario: str) -> list[tuple[str, str]]:
    events = filter(None, map(meant, calls("qwen", scenario)))
    told = [(event.kind, event.prompt or event.last_message) for event in events]
    return [one for one in told if one[0] != Kind.WAITING]


START, END = (Kind.SESSION_START, ""), (Kind.SESSION_END, "")


def asked(prompt: str) -> tuple[str, str]:
    return Kind.TURN_START, prompt


def stopped(last: str) -> tuple[str, str]:
    return Kind.TURN_END, last


FIRST = [START, asked("First: write one.txt"), stopped("Wrote one.txt.")]
SECOND = [asked("Second: extend one.txt"), stopped("Extended one.txt.")]
THIRD = [asked("Third: commit"), stopped("Committed.")]
STORIES = {
    "one_turn": [
        START,
        asked("Write hello.py, commit it, then change calc.py"),
        stopped("Wrote hello.py, committed it, and changed calc.py."),
    ],
    "tool_failure": [START, asked("Run the failing things"), stopped("Both failed.")],
    "repo_hooks": FIRST,
    "api_error": [START, asked("Do something")],
    "interactive": [*FIRST, *SECOND, END, START, *THIRD, END],
    "interrupt": [
        *(
            START,
            asked("First: write one.txt"),
            asked("Second: write two.txt"),
            stopped("Wrote two.txt."),
            END,
        ),
    ],
    "resume": [*FIRST, START, *SECOND, START, *THIRD],
    "subagent": [
        *(START, asked("Delegate the parser"), (Kind.TASK_START, "")),
        *((Kind.SUBAGENT_END, "Wrote src/parser.py."), (Kind.TASK_END, ""), stopped("The parser is done.")),
    ],
}


@pytest.mark.parametrize("scenario", scenarios("qwen"))
def test_every_recording_is_understood(scenario: str) -> None:
    assert story(scenario) == STORIES[scenario]


@pytest.mark.parametrize("scenario", scenarios("qwen"))
def test_every_call_names_its_session(scenario: str) -> None:
    for payload in calls("qwen", scenario):
        if event := meant(payload):
            assert event.session_id == payload["session_id"]
            assert event.transcript_path == payload["transcript_path"]
            assert event.model == ("lab-model" if event.kind == Kind.SESSION_START else "")


def test_a_subagent() -> None:
    events = [event for payload in calls("qwen", "subagent") if (event := meant(payload))]
    start, stop, end = (event for event in events if "task" in event.kind or "subagent" in event.kind)
    assert (start.kind, stop.kind, end.kind) == (Kind.TASK_START, Kind.SUBAGENT_END, Kind.TASK_END)
    assert start.tool_use_id == end.tool_use_id == CALL
    assert (start.subagent_type, start.subagent_task) == ("general-purpose", "Write parser")
    assert stop.subagent_id == end.subagent_id == SUBAGENT
    assert stop.subagent_transcript == ""  # the client names the session's own
    assert end.finished


def event(verb: str, **payload: Any) -> Event | None:
    return parse_event(verb, {"session_id": ID, "transcript_path": PATH, **payload})


def test_a_subagent_in_the_background() -> None:
    given = {"subagent_type": "general-purpose", "run_in_background": True}
    found = event("post-task", tool_name="agent", tool_input=given, tool_call_id=CALL)
    assert found is not None
    assert (found.finished, found.subagent_id) == (False, SUBAGENT)
    done = event("subagent-stop", agent_id=SUBAGENT, agent_transcript_path="/home/user/.qwen/a.jsonl")
    assert done is not None
    assert (done.subagent_id, done.subagent_transcript) == (SUBAGENT, "/home/user/.qwen/a.jsonl")


@pytest.mark.parametrize("kind", ["../../x", "a b", "ä", ""])
def test_the_type_of_a_subagent_makes_no_path(kind: str) -> None:
    found = event("post-task", tool_name="agent", tool_input={"subagent_type": kind}, tool_call_id=CALL)
    assert found is not None
    assert found.subagent_id == ""


@pytest.mark.parametrize(
    ("payload", "prompt"),
    [
        ({"prompt": "Do it", "submitted_prompt": "Do it"}, "Do it"),
        ({"prompt": "Do it: …file…", "submitted_prompt": "Do it"}, "Do it"),
        ({"prompt": "Do it"}, "Do it"),
        ({"prompt": ""}, None),
        ({"prompt": " \n"}, None),
        ({}, None),
        ({"prompt": "Do it", "agent_id": SUBAGENT}, None),
    ],
)
def test_prompts(payload: dict[str, Any], prompt: str | None) -> None:
    found = event("user-prompt-submit", **payload)
    assert (found.prompt if found else None) == prompt


def test_a_subagent_s_stop_is_not_the_end_of_the_turn() -> None:
    assert event("stop", agent_id=SUBAGENT) is None


def test_a_turn_that_failed_ends() -> None:
    found = event("stop-failure", error="rate_limit", last_assistant_message="I began.")
    assert found is not None
    assert (found.kind, found.last_message) == (Kind.TURN_END, "I began.")


@pytest.mark.parametrize(("verb", "more"), [("pre-compact", {}), ("session-start", {"source": "compact"})])
def test_compaction(verb: str, more: dict[str, Any]) -> None:
    found = event(verb, trigger="auto", **more)
    assert found is not None
    assert found.kind == Kind.COMPACTION


def test_a_todo_list() -> None:
    given = {"todos": [{"id": "1", "content": "Parse", "status": "pending"}, {"content": ""}, 7]}
    found = event("post-todo", tool_name="todo_write", tool_input=given, tool_call_id=CALL)
    assert found is not None
    assert found.todos is not None
    assert found.todos.items == (Todo("Parse", "pending"),)


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"session_id": "../x"},
        {"session_id": ID, "transcript_path": "x"},
        {"session_id": ID, "agent_id": "/"},
    ],
)
def test_broken_calls_are_refused(payload: dict[str, Any]) -> None:
    with pytest.raises(EntireError):
        parse_event("stop", payload)


def test_an_unknown_hook_is_refused() -> None:
    with pytest.raises(EntireError, match="unknown Qwen Code hook"):
        event("before-agent")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(["session_id", "prompt", "submitted_prompt", "tool_name", "tool_input", "agent_id"])


@given(st.sampled_from(sorted({verb for _, _, verb in ENTRIES})), st.dictionaries(KEYS, JSON))
def test_anything_is_understood_or_refused(verb: str, payload: dict[str, Any]) -> None:
    try:
        event(verb, **payload)
    except EntireError:
        pass


@pytest.mark.parametrize(
    "payload",
    [
        {"transcript_path": "/home/user/.claude/projects/-repo/x.jsonl"},
        {"transcript_path": "/home/user/.factory/sessions/-repo/x.jsonl"},
        {"conversation_id": "x", "cursor_version": "1"},
        {"sessionId": ID},
        {"turn_id": "x"},
    ],
)
def test_calls_of_other_agents_are_refused(payload: dict[str, Any]) -> None:
    assert agent.is_foreign({"session_id": ID, "hook_event_name": "Stop", **payload})


@pytest.mark.parametrize("path", ["", PATH, "/elsewhere/chats/x.jsonl"])
def test_its_own_calls_are_not(path: str) -> None:
    assert not agent.is_foreign({"session_id": ID, "hook_event_name": "Stop", "transcript_path": path})


def test_the_client_waits_for_the_user() -> None:
    """When it has stopped, but not when it has signed in."""
    recorded = [call for call in calls("qwen", "interactive") if call["hook_event_name"] == "Notification"]
    kinds = {call["notification_type"]: meant(call) for call in recorded}
    assert kinds.keys() == {"idle_prompt"}
    assert kinds["idle_prompt"] is not None
    assert kinds["idle_prompt"].kind == Kind.WAITING
    (signed_in,) = [call for call in calls("qwen", "one_turn") if call["hook_event_name"] == "Notification"]
    assert (signed_in["notification_type"], meant(signed_in)) == ("auth_success", None)
