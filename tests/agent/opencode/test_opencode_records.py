from __future__ import annotations

from typing import Any

import pytest
from tests.agent.recordings import DATA, conversation, read, rows

from entire.agent.opencode import agent
from entire.transcript.facts import Call, Command, Edit
from entire.transcript.usage import TokenUsage

CHILD = "ses_e21cf5a6affeFek9iFrGzO1YCV"
# By recording: prompts, files, whether commands ran, tokens (input, cache read, output, calls).
FACTS = {
    "one_turn": (
        ["Write hello.py, commit it, then change calc.py"],
        ["/repo/hello.py", "/repo/src/calc.py"],
        True,
        (360, 150, 250, 5),
    ),
    "apply_patch": (["Write hello.py"], ["/repo/hello.py", "/repo/src/calc.py"], False, (141, 60, 100, 2)),
    "subagent": (["Delegate the parser"], ["/repo/src/calc.py"], False, (286, 120, 200, 4)),
    "todo": (["Plan and do it"], ["/repo/one.txt"], False, (286, 120, 200, 4)),
    "compact": (
        ["First: write one.txt", "Second: write two.txt"],
        ["/repo/one.txt", "/repo/two.txt"],
        False,
        (352, 150, 250, 5),
    ),
    "interrupt": (
        ["First: write one.txt", "Second: write two.txt"],
        ["/repo/one.txt", "/repo/two.txt"],
        False,
        (211, 90, 150, 3),
    ),
}


def records(scenario: str) -> list[dict[str, Any]]:
    [path] = (DATA / "opencode/transcripts" / scenario).iterdir()
    return rows(path)


@pytest.mark.parametrize("scenario", FACTS)
def test_facts(scenario: str) -> None:
    prompts, files, ran, (given, cached, output, calls) = FACTS[scenario]
    facts = read(agent, records(scenario))
    assert (facts.prompts, facts.files, facts.ran_commands) == (prompts, files, ran)
    assert facts.usage.total == TokenUsage(
        input_tokens=given, cache_read_tokens=cached, output_tokens=output, api_call_count=calls
    )
    assert facts.model == ("gpt-5-lab" if scenario == "apply_patch" else "lab-model")
    assert facts.subagents == ([CHILD] if scenario == "subagent" else [])


def test_the_conversation() -> None:
    assert conversation(agent, records("one_turn")) == [
        ("user", "Write hello.py, commit it, then change calc.py"),
        ("assistant", "I will write the file."),
        ("tool", "write", "/repo/hello.py"),
        ("tool", "bash", "git add -A && git commit -q -m 'Add hello'"),
        ("tool", "read", "/repo/src/calc.py"),
        ("tool", "edit", "/repo/src/calc.py"),
        ("assistant", "Wrote hello.py, committed it, and changed calc.py."),
    ]
    assert ("tool", "apply_patch", "/repo/hello.py, /repo/src/calc.py") in conversation(
        agent, records("apply_patch")
    )
    assert ("tool", "task", "Write parser") in conversation(agent, records("subagent"))


def test_what_tools_report() -> None:
    reports = read(agent, records("one_turn")).reports
    written = next(one for one in reports if isinstance(one, Edit))
    assert (written.path, written.after) == ("/repo/hello.py", "print('hello')\n")
    assert written.time == "2026-11-15T07:51:07.856Z"
    [command] = [one for one in reports if isinstance(one, Command)]
    assert command.text.startswith("git add")
    assert "" < command.time < command.end


def test_a_failed_edit() -> None:
    reports = read(agent, records("tool_failure")).reports
    assert [one.failed for one in reports if isinstance(one, Call)] == [True]
    assert not [one for one in reports if isinstance(one, Edit)]


def test_results_and_times() -> None:
    rows = records("subagent")
    with_result = [row for row in rows if agent.has_result(row, "call_1c6115a37fee46e48da38c88")]
    assert [agent.record_id(row) for row in with_result] == ["msg_1de30a2870015RthJjAqAogHwG"]
    assert not agent.has_result(rows[0], "")
    times = [agent.record_time(row) for row in rows]
    assert times[0] is None  # of the session: not a message
    known = [time for time in times if time is not None]
    assert known == sorted(known)
    assert agent.record_id(rows[0]) == ""


def test_answers_in_several_steps_are_counted_each() -> None:
    [row] = [one for one in records("todo") if agent.has_result(one, "call_963c36c97f3b488092465deb")]
    tokens = {"input": 5, "output": 2, "reasoning": 1, "cache": {"read": 3, "write": 4}}
    steps = [{"type": "step-finish", "tokens": tokens} for _ in range(2)]
    used = read(agent, [row | {"parts": steps}]).usage.total
    assert used is not None
    assert used == TokenUsage(
        input_tokens=10, cache_creation_tokens=8, cache_read_tokens=6, output_tokens=6, api_call_count=2
    )


def test_a_prompt_is_what_a_person_typed() -> None:
    part = {"type": "text", "text": "Look at it"}
    parts = [part, part | {"text": "file content", "synthetic": True}, part | {"text": "x", "ignored": True}]
    assert agent.prompt_of({"info": {"role": "user"}, "parts": parts}) == "Look at it"
    assert agent.prompt_of({"info": {"role": "user"}, "parts": [{"type": "compaction"}]}) == ""
    assert agent.prompt_of({"info": {"role": "assistant"}, "parts": [part]}) == ""
