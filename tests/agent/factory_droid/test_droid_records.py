from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from entire.agent.entries import ASSISTANT, TOOL, USER, Entry
from entire.agent.factory_droid import agent
from entire.agent.factory_droid.records import has_result, prompt_of, read_record
from entire.core.json_text import encode_line
from entire.transcript import reader
from entire.transcript.cursor import Cursor
from entire.transcript.facts import Call, Command, Edit, Facts, Usage

DATA = Path(__file__).parents[2] / "data" / "factoryai_droid" / "transcripts"
MODEL = "custom:lab-model-0"

# By recording: prompts, files, whether commands ran, answers of the model.
EXPECTED = {
    "one_turn": (
        ["Write hello.py, commit it, then change calc.py"],
        ["/repo/hello.py", "/repo/src/calc.py"],
        True,
        5,
    ),
    "subagent": (["Delegate the parser"], ["/repo/src/calc.py"], False, 4),
    "tool_failure": (["Run the failing things"], ["/repo/src/calc.py"], True, 4),
}


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]


def read(*records: dict[str, Any]) -> Facts:
    facts = Facts(Usage(None, {}))
    for record in records:
        read_record(record, facts)
    return facts


@pytest.mark.parametrize("name", EXPECTED)
def test_what_a_recorded_session_says(name: str) -> None:
    facts = read(*rows(name))
    assert (facts.prompts, facts.files, facts.ran_commands) == EXPECTED[name][:3]
    assert facts.model == MODEL
    assert facts.usage.total is not None
    assert facts.usage.total.api_call_count == EXPECTED[name][3]


def test_tokens_are_beside_the_transcript() -> None:
    assert agent.session_usage(str(DATA / "one_turn.jsonl")) == (510, 100, 150, 250)


@pytest.mark.parametrize("content", ["", "[]", '{"tokenUsage": 7}', "{", '{"tokenUsage": {}}'])
def test_tokens_that_cannot_be_read_are_unknown(tmp_path: Path, content: str) -> None:
    (tmp_path / "s.settings.json").write_text(content)
    assert agent.session_usage(str(tmp_path / "s.jsonl")) is None
    assert agent.session_usage(str(tmp_path / "none.jsonl")) is None
    assert agent.session_usage("") is None


def test_each_reading_counts_what_is_new(tmp_path: Path) -> None:
    """The client's number is of the whole session; a cursor takes the difference to the last one."""
    transcript, copy = tmp_path / "s.jsonl", tmp_path / "copy" / "full.jsonl"
    records = rows("one_turn")
    context = reader.ReadContext(agent, lambda data: data, "1")
    cursor = Cursor(path=str(transcript), rules="1")

    def advance(until: int, output: int) -> int:
        nonlocal cursor
        transcript.write_text("".join(encode_line(record) + "\n" for record in records[:until]))
        usage = {"inputTokens": 2 * output, "outputTokens": output}
        transcript.with_suffix(".settings.json").write_text(json.dumps({"tokenUsage": usage}))
        reader.advance(cursor, str(copy), context)
        cursor = Cursor.from_json(json.loads(encode_line(cursor.to_json())))
        total = cursor.total_usage()
        assert total is not None
        assert total.input_tokens == 2 * total.output_tokens
        return total.output_tokens

    assert advance(6, 10) == 10
    assert advance(6, 10) == 10
    assert advance(12, 30) == 30
    assert advance(len(records), 25) == 30  # never less
    assert advance(len(records), 40) == 45  # a new count, as of a resumed session


def test_many_answers_do_not_make_the_count_forget() -> None:
    usage = Usage(None, {})
    usage.reach((1, 2, 3, 4))
    for number in range(200):
        usage.count(f"a{number}", (0, 0, 0, 0))
    usage.reach((1, 2, 3, 4))
    assert usage.total is not None
    assert (usage.total.input_tokens, usage.total.output_tokens) == (1, 4)
    assert len(usage.recent) <= 65


def test_calls_are_reported_with_their_times_and_ends() -> None:
    reports = read(*rows("tool_failure")).reports
    command = next(one for one in reports if isinstance(one, Command))
    call = next(one for one in reports if isinstance(one, Call))
    assert command.text == "echo out; echo err >&2; exit 3"
    assert command.time < command.end
    assert (call.path, call.failed) == ("/repo/src/calc.py", True)


def test_the_content_of_a_new_file_is_reported_once_it_is_written() -> None:
    reports = read(*rows("one_turn")).reports
    edits = [one for one in reports if isinstance(one, Edit)]
    found = [(edit.path, edit.after, edit.knows_before) for edit in edits]
    assert found == [("/repo/hello.py", "print('hello')\n", False), ("/repo/src/calc.py", None, False)]
    (call,) = [one for one in reports if isinstance(one, Call) and one.path == edits[0].path]
    assert call.time < edits[0].time


def message(content: Any, role: str = "user", **more: Any) -> dict[str, Any]:
    return {"type": "message", "id": "m", "message": {"role": role, "content": content, **more}}


def text(value: str) -> dict[str, str]:
    return {"type": "text", "text": value}


@pytest.mark.parametrize(
    ("record", "prompt"),
    [
        (message([text("Do it")]), "Do it"),
        (message("Do it"), "Do it"),
        (message([text("<system-reminder>x</system-reminder>"), text("Do it")]), "Do it"),
        (message([text("a file's content"), text(" Do it\n")]), "Do it"),
        (message([text("<system-reminder>x</system-reminder>")]), ""),
        (message([text("Do it")], visibility="llm_only"), ""),
        (message([], visibility="user_only"), ""),
        (message([{"type": "tool_result", "content": "Do it"}]), ""),
        (message([text("Do it")], role="assistant"), ""),
        ({"type": "compaction_state", "summary": "Do it"}, ""),
        ({"type": "message", "message": "Do it"}, ""),
    ],
)
def test_only_what_a_person_typed_is_a_prompt(record: dict[str, Any], prompt: str) -> None:
    assert prompt_of(record) == prompt


PATCH = "*** Begin Patch\n*** Update File: a.py\n*** Move to: b.py\n*** Delete File: c.py\n*** End Patch"


@pytest.mark.parametrize(
    ("tool", "given", "files", "ran"),
    [
        ("Create", {"file_path": "/r/a"}, ["/r/a"], False),
        ("MultiEdit", {"file_path": "/r/a"}, ["/r/a"], False),
        ("ApplyPatch", {"input": PATCH}, ["a.py", "b.py", "c.py"], False),
        ("ApplyPatch", {"patch": PATCH}, ["a.py", "b.py", "c.py"], False),
        ("Read", {"file_path": "/r/a"}, [], False),
        ("Execute", {"command": "make"}, [], True),
        ("odd", None, [], True),
    ],
)
def test_what_a_tool_does_to_files(tool: str, given: Any, files: list[str], ran: bool) -> None:
    facts = read(message([{"type": "tool_use", "id": "t", "name": tool, "input": given}], role="assistant"))
    assert (facts.files, facts.ran_commands) == (files, ran)


def test_a_result_names_its_call() -> None:
    results = [row for row in rows("one_turn") if has_result(row, "toolu_2bd3b4e269364179bbf3a0")]
    assert len(results) == 1


def test_a_turn_reads_as_a_conversation() -> None:
    assert [entry for row in rows("one_turn") for entry in agent.entries_of(row)] == [
        Entry(USER, "Write hello.py, commit it, then change calc.py"),
        Entry(ASSISTANT, "I will write the file."),
        Entry(TOOL, "Create", "/repo/hello.py"),
        Entry(TOOL, "Execute", "git add -A && git commit -q -m 'Add hello'"),
        Entry(TOOL, "Read", "/repo/src/calc.py"),
        Entry(TOOL, "Edit", "/repo/src/calc.py"),
        Entry(ASSISTANT, "Wrote hello.py, committed it, and changed calc.py."),
    ]


@pytest.mark.parametrize("value", [None, 7, "x", ["x"], {"x": 1}])
def test_odd_records_do_no_harm(value: Any) -> None:
    for row in rows("one_turn"):
        for key in row:
            spoiled = row | {key: value}
            read(spoiled)
            agent.entries_of(spoiled)
            has_result(spoiled, "x")
            agent.record_time(spoiled)
        for inner in row.get("message", {}):
            read(row | {"message": row["message"] | {inner: value}})
            agent.entries_of(row | {"message": row["message"] | {inner: value}})
