from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.agent.recordings import DATA, conversation, read, rows, scenarios, transcripts

from entire.agent.gemini import agent, records
from entire.transcript.facts import Call, Command, Edit
from entire.transcript.usage import TokenUsage

ROOT = "/repo"


def recorded(scenario: str, number: int = 0) -> list[dict[str, Any]]:
    return rows(transcripts("gemini", scenario)[number])


PROMPTS = {
    "api_error": [["Do something"]],
    "compress": [["First: write one.txt", "Second: write two.txt"]],
    "interactive": [["First: write one.txt", "Second: extend one.txt"], ["Third: commit"]],
    "interrupt": [["First: write one.txt", "Second: write two.txt"]],
    "one_turn": [["Write hello.py, commit it, then change calc.py"]],
    "parallel_tools": [["Write a.py and b.py"]],
    "repo_hooks": [["First: write one.txt"]],
    "resume": [["First: write one.txt", "Second: extend one.txt", "Third: commit"]],
    "subagent": [["Delegate the parser"]],
    "tool_failure": [["Run the failing things"]],
}
FILES = {
    "api_error": ["/repo/half.txt"],
    "compress": ["/repo/one.txt", "/repo/two.txt"],
    "interactive": ["/repo/one.txt"],
    "interrupt": ["/repo/one.txt", "/repo/two.txt"],
    "one_turn": ["/repo/hello.py", "/repo/src/calc.py"],
    "parallel_tools": ["/repo/a.py", "/repo/b.py"],  # the second was named relative to the folder
    "repo_hooks": ["/repo/one.txt"],
    "resume": ["/repo/one.txt"],
    "subagent": ["/repo/src/calc.py"],
    "tool_failure": [],
}


@pytest.mark.parametrize("scenario", scenarios("gemini"))
def test_prompts_and_files(scenario: str) -> None:
    found = [read(agent, rows(path)) for path in transcripts("gemini", scenario)]
    assert [facts.prompts for facts in found] == PROMPTS[scenario]
    assert found[0].files == FILES[scenario]


@pytest.mark.parametrize("scenario", scenarios("gemini"))
def test_each_answer_is_counted_once(scenario: str) -> None:
    """The fake model's answers took 100, 101, … tokens in, of these 30 from the cache, and 50 and 7 out."""
    for path in transcripts("gemini", scenario):
        found = {row["id"]: row["tokens"] for row in rows(path) if row.get("tokens")}
        usage = read(agent, rows(path)).usage.total
        assert usage == TokenUsage(
            input_tokens=sum(tokens["input"] - 30 for tokens in found.values()),
            cache_read_tokens=30 * len(found),
            output_tokens=57 * len(found),
            api_call_count=len(found),
        )


def test_the_first_answer() -> None:
    facts = read(agent, recorded("one_turn")[:6])
    assert facts.usage.total == TokenUsage(
        input_tokens=70, cache_read_tokens=30, output_tokens=57, api_call_count=1
    )
    assert facts.model == "gemini-3.8-flash"


@pytest.mark.parametrize(
    ("tokens", "used"),
    [
        ({"input": 10, "cached": 4, "output": 1, "thoughts": 2, "tool": 3}, (9, 0, 4, 3)),
        ({"input": 4, "cached": 9, "output": 1}, (0, 0, 9, 1)),  # never below zero
        ({"input": -5, "cached": "x", "output": None}, (0, 0, 0, 0)),
        ({}, (0, 0, 0, 0)),
    ],
)
def test_numbers(tokens: dict[str, Any], used: tuple[int, ...]) -> None:
    assert records._used(tokens) == used


@pytest.mark.parametrize(
    ("scenario", "ran"),
    [("one_turn", True), ("compress", True), ("parallel_tools", False), ("repo_hooks", False)],
)
def test_commands(scenario: str, ran: bool) -> None:
    assert read(agent, recorded(scenario)).ran_commands is ran


def test_subagents() -> None:
    assert read(agent, recorded("subagent")).subagents == ["50368f2c-ae92-47e0-9703-79003e8d87de"]


def test_a_subagent_s_transcript() -> None:
    found = sorted((DATA / "gemini" / "transcripts" / "subagent" / "chats").glob("*/*.jsonl"))
    facts = read(agent, rows(found[0]))
    assert facts.files == ["/repo/src/parser.py"]
    assert facts.usage.total is not None
    assert facts.usage.total.api_call_count == 2
    assert agent.subagent_path(str(transcripts("gemini", "subagent")[0]), found[0].stem) == str(found[0])


# Reports


def test_what_tools_report() -> None:
    call, first, command, second, edit = read(agent, recorded("one_turn")).reports
    assert [type(one) for one in (call, second)] == [Call, Call]
    assert isinstance(command, Command)
    assert isinstance(first, Edit)
    assert isinstance(edit, Edit)
    assert (first.path, first.before, first.after) == ("/repo/hello.py", None, "print('hello')\n")
    assert first.knows_before
    assert edit.before == "def add(a, b):\n    return a + b\n"
    assert edit.after == "def add(a, b):\n    return b + a\n"
    assert not edit.modified
    assert command.text == "git add -A && git commit -q -m 'Add hello'"
    assert command.time < command.end
    assert "Output: (empty)" in command.output


def test_an_edit_that_a_person_changed() -> None:
    rows = recorded("one_turn")
    for row in rows:
        for call in row.get("toolCalls", []):
            if isinstance(call["resultDisplay"], dict):
                call["resultDisplay"]["diffStat"]["user_added_lines"] = 1
    edits = [one for one in read(agent, rows).reports if isinstance(one, Edit)]
    assert [edit.modified for edit in edits] == [True, True]


def test_failed_calls() -> None:
    command, call = read(agent, recorded("tool_failure")).reports
    assert isinstance(command, Command)
    assert isinstance(call, Call)
    assert (command.failed, call.failed) == (False, True)  # a command that fails has run
    assert call.path == "/repo/src/calc.py"


def test_a_call_that_a_person_cancelled() -> None:
    record = {"id": "1", "type": "gemini", "toolCalls": [shell("cancelled")]}
    (command,) = read(agent, [record]).reports
    assert isinstance(command, Command)
    assert (command.failed, command.text) == (True, "")


def shell(status: str = "success", id: str = "c1") -> dict[str, Any]:
    return {"id": id, "name": "run_shell_command", "args": {"command": "ls"}, "status": status}


def test_calls_that_come_again_are_reported_once() -> None:
    record = {"id": "1", "type": "gemini", "toolCalls": [shell()]}
    later = {**record, "toolCalls": [shell(), shell(id="c2")]}
    found = [one.id for one in read(agent, [record, later]).reports if isinstance(one, Command)]
    assert found == ["c1", "c2"]


def test_results() -> None:
    from entire.agent.gemini.payload import call_id

    given = {"agent_name": "generalist", "prompt": "SUBTASK: write src/parser.py"}
    found = [agent.has_result(row, call_id("invoke_agent", given)) for row in recorded("subagent")]
    assert found.count(True) == 1
    assert found.index(True) == 6


# Prompts


@pytest.mark.parametrize(
    ("content", "prompt"),
    [
        ("Do it", "Do it"),
        ([{"text": " Do it\n"}], "Do it"),
        ([{"text": "Do"}, {"text": "it"}], "Do\n\nit"),
        ([{"text": "Do it"}, {"text": "<hook_context>Be nice</hook_context>"}], "Do it"),
        ([{"text": "<session_context>\nThis is"}], ""),
        ([{"text": "<state_snapshot>x</state_snapshot>"}], ""),
        ([{"text": "[System: Please continue.]"}], ""),
        ([{"functionResponse": {"id": "1"}}], ""),
        ([7, None, {"text": 8}], ""),
        (None, ""),
    ],
)
def test_prompt(content: Any, prompt: str) -> None:
    assert agent.prompt_of({"type": "user", "content": content}) == prompt
    assert agent.prompt_of({"type": "gemini", "content": content}) == ""


def test_a_prompt_as_the_person_saw_it() -> None:
    record = {
        "type": "user",
        "content": [{"text": "Look at @a.py\n--- a.py ---\n…"}],
        "displayContent": "Look at @a.py",
    }
    assert agent.prompt_of(record) == "Look at @a.py"


# The conversation

CONVERSATIONS: dict[str, list[tuple[str, ...]]] = {
    "one_turn": [
        ("user", "Write hello.py, commit it, then change calc.py"),
        ("assistant", "I will write the file."),
        ("tool", "write_file", "/repo/hello.py"),
        ("tool", "run_shell_command", "git add -A && git commit -q -m 'Add hello'"),
        ("tool", "read_file", "src/calc.py"),
        ("tool", "replace", "/repo/src/calc.py"),
        ("assistant", "Wrote hello.py, committed it, and changed calc.py."),
    ],
    "interrupt": [
        ("user", "First: write one.txt"),
        ("tool", "write_file", "/repo/one.txt"),
        ("assistant", "Nothing to do."),
        ("user", "Second: write two.txt"),
        ("tool", "write_file", "/repo/two.txt"),
        ("assistant", "Wrote two.txt."),
    ],
    "subagent": [
        ("user", "Delegate the parser"),
        ("tool", "invoke_agent", "generalist: SUBTASK: write src/parser.py"),
        ("tool", "replace", "/repo/src/calc.py"),
        ("assistant", "The parser is done."),
    ],
    "resume": [
        ("user", "First: write one.txt"),
        ("tool", "write_file", "/repo/one.txt"),
        ("assistant", "Wrote one.txt."),
        ("user", "Second: extend one.txt"),
        ("tool", "replace", "/repo/one.txt"),
        ("assistant", "Extended one.txt."),
        ("user", "Third: commit"),
        ("tool", "run_shell_command", "git add -A && git commit -q -m 'Add one'"),
        ("assistant", "Committed."),
    ],
}


@pytest.mark.parametrize("scenario", CONVERSATIONS)
def test_the_conversation(scenario: str) -> None:
    assert conversation(agent, recorded(scenario)) == CONVERSATIONS[scenario]


def said(id: str, text: str = "") -> dict[str, Any]:
    return {"id": id, "type": "gemini", "content": text or id}


def test_a_later_record_replaces_an_earlier_one() -> None:
    log = [said("a"), said("b"), said("a", "again"), {"$set": {"lastUpdated": "x"}}]
    assert conversation(agent, log) == [("assistant", "again"), ("assistant", "b")]


@pytest.mark.parametrize(
    ("back", "left"), [("b", ["a", "d"]), ("a", ["d"]), ("not there", ["d"]), ("c", ["a", "b", "d"])]
)
def test_what_was_taken_back(back: str, left: list[str]) -> None:
    log = [said("a"), said("b"), said("c"), {"$rewindTo": back}, said("d")]
    assert conversation(agent, log) == [("assistant", text) for text in left]


def test_data_exists() -> None:
    assert Path(DATA / "gemini").is_dir()
    assert set(PROMPTS) == set(FILES) == set(scenarios("gemini"))
