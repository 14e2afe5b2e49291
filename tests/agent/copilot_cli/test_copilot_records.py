from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from entire.agent.copilot_cli import agent
from entire.agent.copilot_cli.records import has_result, prompt_of, read_record
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry
from entire.transcript.facts import Call, Command, Edit, Facts, Usage
from entire.transcript.usage import TokenUsage

DATA = Path(__file__).parents[2] / "data" / "copilot_cli" / "transcripts"
SUBAGENT = "ac8bdcde-c026-4abd-8784-cd32d01d71b2"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]


def read(*records: dict[str, Any]) -> Facts:
    facts = Facts(Usage(None, {}))
    for record in records:
        read_record(record, facts)
    return facts


def used(input: int, output: int, read: int, written: int, calls: int) -> TokenUsage:
    return TokenUsage(
        input_tokens=input,
        output_tokens=output,
        cache_read_tokens=read,
        cache_creation_tokens=written,
        api_call_count=calls,
    )


# By recording: prompts, files, model, whether commands ran, what was used.
EXPECTED: dict[str, tuple[list[str], list[str], str, bool, TokenUsage]] = {
    "one_turn": (
        ["Write hello.py, commit it, then change calc.py"],
        ["/repo/hello.py", "/repo/src/calc.py"],
        "claude-sonnet-4.5",
        True,
        used(510, 250, 150, 100, 5),
    ),
    "openai": (["Write hello.py"], ["/repo/hello.py"], "gpt-5.1-codex", False, used(141, 100, 60, 0, 2)),
    "subagent": (
        ["Delegate the parser"],
        ["/repo/src/parser.py", "/repo/src/calc.py"],
        "claude-sonnet-4.5",
        False,
        used(504, 250, 150, 100, 5),
    ),
    # The client's own sum leaves out what it used to compact.
    "compact": (
        ["First: write one.txt", "Second: write two.txt"],
        ["/repo/one.txt", "/repo/two.txt"],
        "claude-sonnet-4.5",
        False,
        used(402 + 102, 200 + 50, 120 + 30, 80 + 20, 4 + 1),
    ),
    "interrupt": (
        ["First: write one.txt", "Second: write two.txt"],
        ["/repo/one.txt", "/repo/two.txt"],
        "claude-sonnet-4.5",
        False,
        used(301, 150, 90, 60, 3),
    ),
    "api_error": (["Do something"], ["/repo/half.txt"], "claude-sonnet-4.5", False, used(100, 50, 30, 20, 1)),
    "resume": (
        ["First: write one.txt", "Second: extend one.txt", "Third: commit"],
        ["/repo/one.txt"],
        "claude-sonnet-4.5",
        True,
        used(705, 350, 210, 140, 7),
    ),
    "tool_failure": (
        ["Run the failing things"],
        ["/repo/src/calc.py"],
        "claude-sonnet-4.5",
        True,
        used(406, 200, 120, 80, 4),
    ),
    "parallel_tools": (
        ["Write a.py and b.py"],
        ["/repo/a.py", "/repo/b.py"],
        "claude-sonnet-4.5",
        False,
        used(201, 100, 60, 40, 2),
    ),
}


def test_every_recording_is_looked_at() -> None:
    assert {path.stem for path in DATA.glob("*.jsonl")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_what_a_recorded_session_says(name: str) -> None:
    facts = read(*rows(name))
    assert (facts.prompts, facts.files, facts.model, facts.ran_commands) == EXPECTED[name][:4]
    assert facts.usage.total is not None
    assert facts.usage.total.to_json() == EXPECTED[name][4].to_json()


@pytest.mark.parametrize("name", ["one_turn", "openai", "subagent", "resume"])
def test_the_sum_is_the_clients_own(name: str) -> None:
    shutdown = [row for row in rows(name) if row["type"] == "session.shutdown"][-1]
    own = [metrics["usage"] for metrics in shutdown["data"]["modelMetrics"].values()]
    total = read(*rows(name)).usage.total
    assert total is not None
    fresh = total.input_tokens + total.cache_read_tokens + total.cache_creation_tokens
    assert fresh == sum(usage["inputTokens"] for usage in own)
    assert total.output_tokens == sum(usage["outputTokens"] for usage in own)


def test_older_versions_count_only_when_they_end() -> None:
    """Each end of a session says what all of it has used."""
    older = [row for row in rows("resume") if row["type"] != "session.usage_record"]
    total = read(*older).usage.total
    assert total is not None
    assert (total.input_tokens, total.output_tokens, total.cache_read_tokens) == (705, 350, 210)


def test_a_repeated_record_is_counted_once() -> None:
    once, twice = read(*rows("openai")), read(*rows("openai"), *rows("openai"))
    assert twice.usage.total is not None
    assert once.usage.total is not None
    assert twice.usage.total.to_json() == once.usage.total.to_json()


def test_calls_are_reported_with_their_times_and_ends() -> None:
    reports = read(*rows("tool_failure")).reports
    command = next(one for one in reports if isinstance(one, Command))
    call = next(one for one in reports if isinstance(one, Call))
    assert command.text == "echo out; echo err >&2; exit 3"
    assert command.output.startswith("out\nerr\n")
    assert command.time < command.end
    assert (call.path, call.failed) == ("/repo/src/calc.py", True)


def test_the_content_of_a_new_file_is_reported_once_it_is_written() -> None:
    reports = read(*rows("one_turn")).reports
    edits = [one for one in reports if isinstance(one, Edit)]
    found = [(edit.path, edit.after, edit.knows_before) for edit in edits]
    assert found == [("/repo/hello.py", "print('hello')\n", False), ("/repo/src/calc.py", None, False)]
    (call,) = [one for one in reports if isinstance(one, Call) and one.path == edits[0].path]
    assert call.time < edits[0].time


def message(content: str, **more: Any) -> dict[str, Any]:
    return {"type": "user.message", "data": {"content": content, **more}}


@pytest.mark.parametrize(
    ("record", "prompt"),
    [
        (message(" Do it\n"), "Do it"),
        (message("Do it", source="user"), "Do it"),
        (
            message("", transformedContent="<current_datetime>2026</current_datetime>\n\nDo it"),
            "Do it",
        ),
        (message("", transformedContent="<reminder>Be nice</reminder>Do it"), "Do it"),
        (message("A skill's pages", source="skill-pdf"), ""),
        ({**message("A task"), "agentId": "a1"}, ""),
        ({"type": "user.message"}, ""),
        ({"type": "user.message", "data": ["Do it"]}, ""),
        ({"type": "assistant.message", "data": {"content": "Do it"}}, ""),
    ],
)
def test_only_what_a_person_typed_is_a_prompt(record: dict[str, Any], prompt: str) -> None:
    assert prompt_of(record) == prompt


def test_a_subagents_call_ends_with_its_result() -> None:
    found = [row["data"]["toolCallId"] for row in rows("subagent") if has_result(row, SUBAGENT)]
    started = [row for row in rows("subagent") if row["type"] == "subagent.started"]
    assert found == [started[0]["data"]["toolCallId"]]
    assert [row for row in rows("subagent") if has_result(row, found[0])]


def start(tool: str, given: Any) -> dict[str, Any]:
    return {"type": "tool.execution_start", "data": {"toolName": tool, "arguments": given, "toolCallId": "t"}}


PATCH = "*** Begin Patch\n*** Add File: a.py\n+x\n*** Update File: b.py\n*** Move to: c.py\n*** End Patch"


@pytest.mark.parametrize(
    ("tool", "given", "files", "ran"),
    [
        ("create", {"path": "/r/a"}, ["/r/a"], False),
        ("edit", {"path": "/r/a"}, ["/r/a"], False),
        ("str_replace_editor", {"command": "create", "path": "/r/a"}, ["/r/a"], False),
        ("str_replace_editor", {"command": "view", "path": "/r/a"}, [], False),
        ("apply_patch", PATCH, ["a.py", "b.py", "c.py"], False),
        ("apply_patch", {"input": PATCH}, ["a.py", "b.py", "c.py"], False),
        ("apply_patch", None, [], False),
        ("view", {"path": "/r/a"}, [], False),
        ("task", {"prompt": "x"}, [], False),
        ("bash", {"command": "make"}, [], True),
        ("some-mcp-tool", {"path": "/r/a"}, [], True),
        ("", None, [], True),
    ],
)
def test_what_a_tool_does_to_files(tool: str, given: Any, files: list[str], ran: bool) -> None:
    facts = read(start(tool, given))
    assert (facts.files, facts.ran_commands) == (files, ran)


def test_a_turn_reads_as_a_conversation() -> None:
    assert [entry for row in rows("one_turn") for entry in agent.entries_of(row)] == [
        Entry(USER, "Write hello.py, commit it, then change calc.py"),
        Entry(ASSISTANT, "I will write the file."),
        Entry(TOOL, "create", "/repo/hello.py"),
        Entry(TOOL, "bash", "git add -A && git commit -q -m 'Add hello'"),
        Entry(TOOL, "view", "/repo/src/calc.py"),
        Entry(TOOL, "edit", "/repo/src/calc.py"),
        Entry(ASSISTANT, "Wrote hello.py, committed it, and changed calc.py."),
    ]


def test_a_subagents_own_words_are_left_out() -> None:
    assert [entry for row in rows("subagent") for entry in agent.entries_of(row)] == [
        Entry(USER, "Delegate the parser"),
        Entry(TOOL, "task", "Write parser"),
        Entry(TOOL, "edit", "/repo/src/calc.py"),
        Entry(ASSISTANT, "The parser is done."),
    ]


def test_a_patch_is_described_by_its_files() -> None:
    assert Entry(TOOL, "apply_patch", "/repo/hello.py") in [
        entry for row in rows("openai") for entry in agent.entries_of(row)
    ]


@pytest.mark.parametrize("value", [None, 7, "x", ["x"], {"x": 1}])
@pytest.mark.parametrize("key", ["type", "data", "agentId", "timestamp", "id"])
def test_odd_records_do_no_harm(key: str, value: Any) -> None:
    for row in rows("subagent"):
        spoiled = row | {key: value}
        read(spoiled)
        agent.entries_of(spoiled)
        has_result(spoiled, "x")
        agent.record_id(spoiled)
        agent.record_time(spoiled)
        if isinstance(row["data"], dict):
            for inner in row["data"]:
                read(row | {"data": row["data"] | {inner: value}})
