from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agent.recordings import calls, scenarios

from entire.agent.events import Event, Kind, Todo, TodoChange
from entire.agent.gemini import agent
from entire.agent.gemini.payload import parse_event
from entire.agent.gemini.settings import ENTRIES
from entire.core.errors import EntireError

ID = "11111111-2222-3333-4444-555555555555"
PATH = "/home/user/.gemini/tmp/repo/chats/session-2026-11-15T07-44-11111111.jsonl"
VERBS = {event: verb for event, _, verb in ENTRIES}


def meant(payload: dict[str, Any]) -> Event | None:
    """What a recorded call means, through the hook that we install for it."""
    name = payload["hook_event_name"]
    assert not agent.is_foreign(payload)
    return parse_event(VERBS.get(name, "before-model"), payload)


def story(scenario: str) -> list[tuple[str, str]]:
    events = filter(None, map(meant, calls("gemini", scenario)))
    return [(event.kind, event.prompt) for event in events]


START, END = (Kind.SESSION_START, ""), (Kind.SESSION_END, "")
STOP = (Kind.TURN_END, "")
SYSTEM = "[System: You successfully executed a tool but returned an empty response. Please analyze the tool output and explain your progress or final answer.]"  # noqa: E501


def asked(prompt: str) -> tuple[str, str]:
    return Kind.TURN_START, prompt


STORIES = {
    "one_turn": [START, asked("Write hello.py, commit it, then change calc.py"), STOP, END],
    "parallel_tools": [START, asked("Write a.py and b.py"), STOP, END],
    "tool_failure": [START, asked("Run the failing things"), STOP, END],
    "repo_hooks": [START, asked("First: write one.txt"), STOP, END],
    "api_error": [START, asked("Do something"), END],
    "compress": [
        *(START, asked("First: write one.txt"), STOP, (Kind.COMPACTION, "")),
        *(asked("Second: write two.txt"), STOP, END, END),
    ],
    "interactive": [
        *(START, asked("First: write one.txt"), STOP, asked("Second: extend one.txt"), STOP, END),
        *(START, asked("Third: commit"), STOP, END, END, END),
    ],
    "interrupt": [
        *(START, asked("First: write one.txt"), STOP, asked(SYSTEM), STOP),
        *(asked("Second: write two.txt"), STOP, END, END),
    ],
    "resume": [
        *(START, asked("First: write one.txt"), STOP, END),
        *(START, asked("Second: extend one.txt"), STOP, END, START, asked("Third: commit"), STOP, END),
    ],
    "subagent": [
        *(START, asked("Delegate the parser"), (Kind.TASK_START, ""), (Kind.TASK_END, ""), STOP, END),
    ],
}


@pytest.mark.parametrize("scenario", scenarios("gemini"))
def test_every_recording_is_understood(scenario: str) -> None:
    assert story(scenario) == STORIES[scenario]


@pytest.mark.parametrize("scenario", scenarios("gemini"))
def test_every_call_names_its_session(scenario: str) -> None:
    for payload in calls("gemini", scenario):
        if event := meant(payload):
            assert event.session_id == payload["session_id"]
            assert event.transcript_path == payload["transcript_path"]
            assert event.last_message == ""  # the transcript is complete: nothing to wait for
            assert event.synthetic == (event.prompt == SYSTEM)


def test_the_two_calls_of_a_subagent_belong_together() -> None:
    start, end = (
        event
        for payload in calls("gemini", "subagent")
        if (event := meant(payload)) and event.kind in (Kind.TASK_START, Kind.TASK_END)
    )
    assert start.tool_use_id == end.tool_use_id != ""
    assert (start.subagent_type, start.subagent_task) == ("generalist", "SUBTASK: write src/parser.py")


def event(verb: str, **payload: Any) -> Event | None:
    return parse_event(verb, {"session_id": ID, "transcript_path": PATH, **payload})


def test_different_tasks_have_different_ids() -> None:
    asked = [{"agent_name": name, "prompt": prompt} for name in ("a", "b") for prompt in ("x", "y")]
    events = [event("before-tool", tool_name="invoke_agent", tool_input=given) for given in asked]
    assert len({found.tool_use_id for found in events if found}) == 4


@pytest.mark.parametrize("trigger", ["auto", "", None])
def test_the_call_before_each_request_is_no_compaction(trigger: Any) -> None:
    assert event("pre-compress", trigger=trigger) is None


def test_a_todo_list() -> None:
    given = {"todos": [{"description": "Parse", "status": "in_progress"}, {"description": 7}, "x"]}
    found = event("after-tool", tool_name="write_todos", tool_input=given)
    assert found is not None
    assert (found.kind, found.maybe_subagent) == (Kind.TODO, True)
    assert found.todos is not None
    assert (found.todos.change, found.todos.items) == (TodoChange.WHOLE, (Todo("Parse", "in_progress"),))
    assert event("before-tool", tool_name="write_todos", tool_input=given) is None


@pytest.mark.parametrize("verb", ["before-model", "after-model", "before-tool-selection"])
def test_hooks_that_the_reference_installed_mean_nothing(verb: str) -> None:
    assert event(verb) is None


@pytest.mark.parametrize("verb", ["before-tool", "after-tool"])
def test_other_tools_mean_nothing(verb: str) -> None:
    assert event(verb, tool_name="write_file", tool_input={"file_path": "a"}) is None


@pytest.mark.parametrize(
    "payload",
    [{}, {"session_id": "../x"}, {"session_id": ID, "transcript_path": "relative"}],
)
def test_broken_calls_are_refused(payload: dict[str, Any]) -> None:
    with pytest.raises(EntireError):
        parse_event("after-agent", payload)


def test_an_unknown_hook_is_refused() -> None:
    with pytest.raises(EntireError, match="unknown Gemini CLI hook"):
        event("stop")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(["session_id", "prompt", "trigger", "tool_name", "tool_input", "transcript_path"])


@given(st.sampled_from(sorted(set(VERBS.values()))), st.dictionaries(KEYS, JSON))
def test_anything_is_understood_or_refused(verb: str, payload: dict[str, Any]) -> None:
    try:
        event(verb, **payload)
    except EntireError:
        pass


# Foreign calls


@pytest.mark.parametrize("name", ["UserPromptSubmit", "Stop", "PreToolUse", "userPromptSubmitted"])
def test_calls_with_names_of_other_agents_are_refused(name: str) -> None:
    assert agent.is_foreign({"session_id": ID, "hook_event_name": name, "transcript_path": PATH})


@pytest.mark.parametrize(
    "payload",
    [
        {"transcript_path": "/home/user/.claude/projects/-repo/x.jsonl"},
        {"transcript_path": "/home/user/.qwen/projects/-repo/chats/x.jsonl"},
        {"conversation_id": "x", "cursor_version": "1"},
        {"sessionId": ID},
    ],
)
def test_calls_of_other_agents_are_refused(payload: dict[str, Any]) -> None:
    assert agent.is_foreign({"session_id": ID, "hook_event_name": "SessionStart", **payload})


@pytest.mark.parametrize("path", ["", PATH, "/elsewhere/chats/session-1.jsonl"])
def test_its_own_calls_are_not(path: str) -> None:
    assert not agent.is_foreign(
        {"session_id": ID, "hook_event_name": "SessionStart", "transcript_path": path}
    )


def test_the_client_waits_for_the_user() -> None:
    """As documented: the recorded client was allowed everything."""
    found = event("notification", notification_type="ToolPermission", message="Allow?", details={})
    assert found is not None
    assert (found.kind, found.session_id) == (Kind.WAITING, ID)
