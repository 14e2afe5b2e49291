"""What the records of a Codex transcript say, as recorded."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agent.codex.recorded import SCENARIOS, read, rows, transcripts

from entire.agent.codex import agent
from entire.agent.codex.records import has_result, prompt_of, record_id
from entire.transcript.facts import Command, Edit
from entire.transcript.usage import TokenUsage

ONE, CALC, HELLO = "/repo/one.txt", "/repo/src/calc.py", "/repo/hello.py"

# Prompts, files in the transcript's words, model, and whether commands ran.
EXPECTED: dict[str, tuple[list[str], list[str], str, bool]] = {
    "one_turn": (
        ["Write hello.py, commit it, then change calc.py"],
        ["hello.py", HELLO, "src/calc.py", CALC],
        "gpt-5.5",
        True,
    ),
    "code_mode": (
        ["Write hello.py, commit it, then change calc.py"],
        ["hello.py", HELLO, "src/calc.py", CALC],
        "gpt-5.6-sol",
        True,
    ),
    "compact": (
        ["First: write one.txt", "Second: write two.txt"],
        ["one.txt", ONE, "two.txt", "/repo/two.txt"],
        "gpt-5.5",
        False,
    ),
    "interrupt": (
        ["First: write one.txt", "Second: write two.txt"],
        ["one.txt", ONE, "two.txt", "/repo/two.txt"],
        "gpt-5.5",
        False,
    ),
    "resume": (
        ["First: write one.txt", "Second: extend one.txt", "Third: commit"],
        ["one.txt", ONE],
        "gpt-5.5",
        True,
    ),
    "tool_failure": (["Run the failing things"], ["src/calc.py"], "gpt-5.5", True),
    "api_error": (["Do something"], ["half.txt", "/repo/half.txt"], "gpt-5.5", False),
    "subagent": (["Delegate the parser"], [], "gpt-5.2", True),
    "subagent_v2": (["Delegate the parser"], [], "gpt-5.6-sol", False),
}


@pytest.mark.parametrize("scenario", EXPECTED)
def test_what_a_session_says(scenario: str) -> None:
    facts = read(*rows(scenario))
    assert (facts.prompts, facts.files, facts.model, facts.ran_commands) == EXPECTED[scenario]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_tokens_are_the_client_s_own_totals(scenario: str) -> None:
    """The last total that the client wrote, in every transcript; each answer counts as one call."""
    for number in range(len(transcripts(scenario))):
        records = rows(scenario, number)
        counts = [r["payload"]["info"] for r in records if r["payload"].get("type") == "token_count"]
        total = counts[-1]["total_token_usage"]
        answers = [r for r in records if r["type"] == "token_usage_record"]
        assert read(*records).usage.total == TokenUsage(
            input_tokens=total["input_tokens"] - total["cached_input_tokens"],
            cache_read_tokens=total["cached_input_tokens"],
            output_tokens=total["output_tokens"],
            api_call_count=len(answers),
        )
        older = [record for record in records if record["type"] != "token_usage_record"]
        assert read(*older).usage.total == read(*records).usage.total, "also without the newer records"


def test_totals_that_begin_again_are_counted_again() -> None:
    """As after a rewind, or in a file that goes on on another machine."""
    [first, *_] = [record for record in rows("resume") if record["type"] == "token_usage_record"]
    again = json.loads(json.dumps(first))
    again["payload"]["response_id"] = "resp_other"
    total = read(first, again).usage.total
    assert total is not None
    assert total.api_call_count == 2
    assert total.output_tokens == 100


@pytest.mark.parametrize(
    ("usage", "numbers"),
    [
        ({"input_tokens": 10, "cached_input_tokens": 4, "output_tokens": 3}, (6, 0, 4, 3)),
        ({"input_tokens": 10, "cached_input_tokens": 4, "cache_write_input_tokens": 5}, (1, 5, 4, 0)),
        ({"input_tokens": 1, "cached_input_tokens": 4, "output_tokens": -3}, (0, 0, 4, 0)),
    ],
)
def test_tokens_are_never_negative(usage: dict[str, int], numbers: tuple[int, ...]) -> None:
    record = {"type": "token_usage_record", "payload": {"response_id": "r", "usage": usage}}
    total = read(record).usage.total
    assert total is not None
    assert (
        total.input_tokens,
        total.cache_creation_tokens,
        total.cache_read_tokens,
        total.output_tokens,
    ) == numbers


@pytest.mark.parametrize(
    "info", [None, {}, {"total_token_usage": {}}, {"last_token_usage": {"output_tokens": 1}}]
)
def test_a_count_that_says_nothing(info: Any) -> None:
    assert read({"type": "event_msg", "payload": {"type": "token_count", "info": info}}).usage.total is None


# Prompts


def message(*texts: str, role: str = "user", **more: Any) -> dict[str, Any]:
    content = [{"type": "input_text", "text": text} for text in texts]
    return {"type": "response_item", "payload": {"type": "message", "role": role, "content": content, **more}}


def marked(*kinds: str) -> dict[str, Any]:
    return {"internal_chat_message_metadata_passthrough": {"content_item_kinds": list(kinds)}}


@pytest.mark.parametrize(
    ("record", "prompt"),
    [
        (message("Do it "), "Do it"),
        (message("One", "Two"), "One\n\nTwo"),
        (message("<environment_context>\n</environment_context>"), ""),
        (message("# AGENTS.md instructions for /repo\n"), ""),
        (message("<user_instructions>x</user_instructions>", "Do it"), "Do it"),
        (message("<turn_aborted>x"), ""),
        (message("<environment_context> is what?", **marked("user.text")), "<environment_context> is what?"),
        (message("Do it", **marked("generic.turn_aborted")), ""),
        (message("Do it", role="assistant"), ""),
        (message("Do it", role="developer"), ""),
        ({"type": "event_msg", "payload": {"type": "user_message", "message": "Do it"}}, ""),
        ({"type": "response_item", "payload": []}, ""),
        ({}, ""),
    ],
)
def test_what_a_person_typed(record: dict[str, Any], prompt: str) -> None:
    assert prompt_of(record) == prompt


# Calls


def call(name: str, arguments: Any) -> dict[str, Any]:
    given = arguments if isinstance(arguments, str) else json.dumps(arguments)
    about = {"type": "function_call", "name": name, "arguments": given, "call_id": "c1"}
    return {"timestamp": "2026-11-15T07:00:00Z", "type": "response_item", "payload": about}


PATCH = "*** Begin Patch\n*** Add File: a.py\n+1\n*** End Patch"


@pytest.mark.parametrize(
    ("record", "files", "ran"),
    [
        (call("exec_command", {"cmd": "ls"}), [], True),
        (call("shell", {"command": ["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}\nEOF"]}), ["a.py"], True),
        (call("apply_patch", {"input": PATCH}), ["a.py"], False),
        (call("update_plan", {"plan": []}), [], False),
        (call("spawn_agent", {"message": "x"}), [], False),
        (call("mcp__files__write", {"path": "x"}), [], True),
        (call("exec_command", "not JSON"), [], True),
        (call("apply_patch", "[1"), [], False),
    ],
)
def test_what_tools_write(record: dict[str, Any], files: list[str], ran: bool) -> None:
    facts = read(record)
    assert (facts.files, facts.ran_commands) == (files, ran)


def test_commands_and_edits_are_reported_with_their_times() -> None:
    reports = read(*rows("one_turn")).reports
    commands = [one for one in reports if isinstance(one, Command)]
    assert [one.text.partition(" ")[0] for one in commands] == ["git", "cat"]
    assert all(one.time and one.time < one.end for one in commands)
    assert [(one.path, one.after) for one in reports if isinstance(one, Edit)] == [
        (HELLO, "print('hello')\n"),
        (CALC, None),
    ]


def test_a_patch_that_failed_wrote_nothing() -> None:
    reports = read(*rows("tool_failure")).reports
    assert [one.failed for one in reports if not isinstance(one, Edit)] == [False, True]


def test_a_command_that_goes_on_has_no_end() -> None:
    output = {"type": "function_call_output", "call_id": "c1", "output": "Process running with session ID 7"}
    record = {"timestamp": "2026-11-15T07:00:01Z", "type": "response_item", "payload": output}
    [report] = read(call("exec_command", {"cmd": "sleep 100"}), record).reports
    assert isinstance(report, Command)
    assert report.end == ""


def test_what_a_patch_moved_and_deleted() -> None:
    changes = {
        "/repo/a.py": {"type": "update", "unified_diff": "", "move_path": "/repo/b.py"},
        "/repo/c.py": {"type": "delete", "content": "x"},
        "/repo/d.py": "odd",
    }
    for payload in (
        {"type": "item_completed", "item": {"type": "FileChange", "status": "completed", "changes": changes}},
        {"type": "patch_apply_end", "success": True, "changes": changes},
    ):
        facts = read({"type": "event_msg", "payload": payload})
        assert facts.files == ["/repo/a.py", "/repo/b.py", "/repo/c.py", "/repo/d.py"]
    failed = {"type": "patch_apply_end", "success": False, "changes": changes}
    assert read({"type": "event_msg", "payload": failed}).files == []


# Subagents


@pytest.mark.parametrize(
    ("scenario", "subagent"),
    [
        ("subagent", "01a1de28-fe42-7460-bf82-f46f702c29b2"),
        ("subagent_v2", "01a1de29-1519-77a2-9c91-bca62d974ef8"),
    ],
)
def test_a_subagent_is_named_and_its_end_is_found(scenario: str, subagent: str) -> None:
    records = rows(scenario)
    assert read(*records).subagents == [subagent]
    items = [r for r in records if r["type"] == "response_item" and r["payload"]["type"] != "agent_message"]
    if scenario == "subagent":
        assert read(*items).subagents == [subagent], "as in older versions, which have no events for it"
    [place] = [place for place, record in enumerate(records) if has_result(record, subagent)]
    assert "The parser is done." in json.dumps(records[place:])
    assert "The parser is done." not in json.dumps(records[: place + 1])
    assert read(*rows(scenario, 1)).prompts in (["SUBTASK: write src/parser.py"], [])


def test_the_result_of_a_call() -> None:
    found = [record for record in rows("one_turn") if has_result(record, "call_8cbe816104664113b96d4a4c")]
    assert [record["payload"]["type"] for record in found] == ["custom_tool_call_output"]


# Identity


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ids_are_different(scenario: str) -> None:
    ids = [found for record in rows(scenario) if (found := record_id(record))]
    assert len(ids) == len(set(ids))
    assert len(ids) > len(rows(scenario)) / 2
    assert all(agent.record_time(record) for record in rows(scenario))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(
                ["type", "id", "item", "info", "content", "text", "changes", "output", "arguments"]
            ),
            inner,
            max_size=3,
        )
    ),
)
KINDS = ["response_item", "event_msg", "turn_context", "token_usage_record", "session_meta"]
TYPES = [
    "message",
    "function_call",
    "custom_tool_call_output",
    "token_count",
    "item_completed",
    "patch_apply_end",
]


@given(
    st.sampled_from(KINDS),
    st.sampled_from(TYPES),
    st.dictionaries(
        st.sampled_from(
            ["role", "content", "item", "info", "changes", "output", "arguments", "action", "name"]
        ),
        JSON,
    ),
)
def test_anything_can_be_anywhere(kind: str, name: str, payload: dict[str, Any]) -> None:
    record = {"type": kind, "payload": {"type": name, **payload}, "timestamp": 7}
    read(record)
    agent.entries_of(record)
    record_id(record)
    has_result(record, "x")
