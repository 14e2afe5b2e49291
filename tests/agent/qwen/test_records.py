from __future__ import annotations

from typing import Any

import pytest
from tests.agent.recordings import DATA, conversation, read, rows, scenarios, transcripts

from entire.agent.qwen import agent, records
from entire.transcript.facts import Call, Command, Edit
from entire.transcript.usage import TokenUsage

SUBAGENT = "general-purpose-call_4d23a1b5e06143ffbcc0bd6a"
PROMPTS = {
    "api_error": [["Do something"]],
    "interactive": [["First: write one.txt", "Second: extend one.txt"], ["Third: commit"]],
    "interrupt": [["First: write one.txt", "Second: write two.txt"]],
    "one_turn": [["Write hello.py, commit it, then change calc.py"]],
    "repo_hooks": [["First: write one.txt"]],
    "resume": [["First: write one.txt", "Second: extend one.txt", "Third: commit"]],
    "subagent": [["Delegate the parser"]],
    "tool_failure": [["Run the failing things"]],
}
FILES = {
    "api_error": ["/repo/half.txt"],
    "interactive": ["/repo/one.txt"],
    "interrupt": ["/repo/one.txt", "/repo/two.txt"],
    "one_turn": ["/repo/hello.py", "/repo/src/calc.py"],
    "repo_hooks": ["/repo/one.txt"],
    "resume": ["/repo/one.txt"],
    "subagent": ["/repo/src/calc.py"],
    "tool_failure": ["/repo/src/calc.py"],
}


def recorded(scenario: str, number: int = 0) -> list[dict[str, Any]]:
    return rows(transcripts("qwen", scenario)[number])


@pytest.mark.parametrize("scenario", scenarios("qwen"))
def test_prompts_and_files(scenario: str) -> None:
    found = [read(agent, rows(path)) for path in transcripts("qwen", scenario)]
    assert [facts.prompts for facts in found] == PROMPTS[scenario]
    assert found[0].files == FILES[scenario]


@pytest.mark.parametrize("scenario", scenarios("qwen"))
def test_tokens(scenario: str) -> None:
    """The fake model's answers took 100, 101, … tokens in, of these 30 from the cache, and 50 out."""
    for path in transcripts("qwen", scenario):
        found = [row["usageMetadata"] for row in rows(path) if "usageMetadata" in row]
        facts = read(agent, rows(path))
        assert facts.model == "lab-model"
        assert facts.usage.total == TokenUsage(
            input_tokens=sum(usage["promptTokenCount"] - 30 for usage in found),
            cache_read_tokens=30 * len(found),
            output_tokens=50 * len(found),
            api_call_count=len(found),
        )


@pytest.mark.parametrize(
    ("usage", "used"),
    [
        ((100, 30, 50, 7, 150), (70, 0, 30, 50)),  # thoughts are in the output
        ((100, 30, 50, 7, 157), (70, 0, 30, 57)),  # they are not
        ((10, 30, 50, 0, 60), (0, 0, 30, 50)),  # never below zero
        (("x", None, -1, 1.5, []), (0, 0, 0, 0)),
    ],
)
def test_numbers(usage: tuple[Any, ...], used: tuple[int, ...]) -> None:
    names = ("promptTokenCount", "cachedContentTokenCount", "candidatesTokenCount", "thoughtsTokenCount")
    assert records._used(dict(zip((*names, "totalTokenCount"), usage, strict=True))) == used


def test_subagents() -> None:
    facts = read(agent, recorded("subagent"))
    assert facts.subagents == [SUBAGENT]
    assert facts.ran_commands is False
    path = agent.subagent_path(str(transcripts("qwen", "subagent")[0]), SUBAGENT)
    [there] = (DATA / "qwen" / "transcripts" / "subagent" / "subagents").glob("*/*.jsonl")
    below = read(agent, rows(there))
    assert path == str(there)
    assert below.files == ["/repo/src/parser.py"]
    assert below.usage.total is not None
    assert below.usage.total.api_call_count == 2


def test_what_tools_report() -> None:
    facts = read(agent, recorded("one_turn"))
    call, first, command, second, edit = facts.reports
    assert facts.ran_commands
    assert [type(one) for one in (call, second)] == [Call, Call]
    assert isinstance(command, Command)
    assert isinstance(first, Edit)
    assert isinstance(edit, Edit)
    assert (first.path, first.after, first.knows_before) == ("/repo/hello.py", "print('hello')\n", False)
    assert edit.before == "def add(a, b):\n    return a + b\n"
    assert edit.after == "def add(a, b):\n    return b + a\n"
    assert command.text == "git add -A && git commit -q -m 'Add hello'"
    assert command.time < command.end
    assert "Exit Code: 0" in command.output


def test_failed_calls() -> None:
    command, call = read(agent, recorded("tool_failure")).reports
    assert isinstance(command, Command)
    assert isinstance(call, Call)
    assert (command.failed, bool(command.text), call.failed) == (True, True, True)


def test_an_edit_that_was_cut_is_not_reported() -> None:
    log = recorded("one_turn")
    for row in log:
        display = row.get("toolCallResult", {}).get("resultDisplay")
        if isinstance(display, dict):
            display["truncatedForSession"] = True
    assert not [one for one in read(agent, log).reports if isinstance(one, Edit)]


def test_results() -> None:
    found = [agent.has_result(row, "call_4d23a1b5e06143ffbcc0bd6a") for row in recorded("subagent")]
    assert found.count(True) == 1


def user(text: str, **more: Any) -> dict[str, Any]:
    return {"type": "user", "uuid": text, "message": {"role": "user", "parts": [{"text": text}]}, **more}


def said(text: str, parent: str = "", **more: Any) -> dict[str, Any]:
    parts = [{"text": "hm", "thought": True}, {"text": text}]
    return {"type": "assistant", "uuid": text, "parentUuid": parent, "message": {"parts": parts}, **more}


@pytest.mark.parametrize(
    ("record", "prompt"),
    [
        (user(" Do it\n"), "Do it"),
        (user("Do it", provenance="real_user"), "Do it"),
        (user("Do it", subtype="mid_turn_user_message"), "Do it"),
        (user("Look: …", systemPayload={"displayText": "Look", "hookContext": "x"}), "Look"),
        (user("<qwen:user-prompt-submit-context>x</qwen:user-prompt-submit-context>"), ""),
        (user("Done", subtype="notification"), ""),
        (user("Again", subtype="cron"), ""),
        (user("Go on", provenance="goal_runtime"), ""),
        (user("SUBTASK", isSidechain=True), ""),
        (said("Do it"), ""),
        ({"type": "user", "message": {"parts": [7, {"text": None}]}}, ""),
        ({"type": "user", "message": 7}, ""),
    ],
)
def test_prompt(record: dict[str, Any], prompt: str) -> None:
    assert agent.prompt_of(record) == prompt


def test_a_branched_session_does_not_count_what_it_copied() -> None:
    log = [{**row, "forkedFrom": {"sessionId": "x"}} for row in recorded("one_turn")]
    facts = read(agent, [*log, user("Now this")])
    assert (facts.prompts, facts.files, facts.usage.total) == (["Now this"], [], None)


CONVERSATIONS: dict[str, list[tuple[str, ...]]] = {
    "one_turn": [
        ("user", "Write hello.py, commit it, then change calc.py"),
        ("assistant", "I will write the file."),
        ("tool", "write_file", "/repo/hello.py"),
        ("tool", "run_shell_command", "git add -A && git commit -q -m 'Add hello'"),
        ("tool", "read_file", "/repo/src/calc.py"),
        ("tool", "edit", "/repo/src/calc.py"),
        ("assistant", "Wrote hello.py, committed it, and changed calc.py."),
    ],
    "subagent": [
        ("user", "Delegate the parser"),
        ("tool", "agent", "Write parser"),
        ("tool", "read_file", "/repo/src/calc.py"),
        ("tool", "edit", "/repo/src/calc.py"),
        ("assistant", "The parser is done."),
    ],
}


@pytest.mark.parametrize("scenario", CONVERSATIONS)
def test_the_conversation(scenario: str) -> None:
    assert conversation(agent, recorded(scenario)) == CONVERSATIONS[scenario]


@pytest.mark.parametrize(
    ("parent", "left"), [("a", ["a", "d"]), ("b", ["a", "b", "d"]), (None, ["d"]), ("not there", ["d"])]
)
def test_what_was_taken_back(parent: str | None, left: list[str]) -> None:
    rewind = {"type": "system", "subtype": "rewind", "uuid": "r", "parentUuid": parent}
    log = [said("a"), said("b", "a"), said("c", "b"), rewind, said("d", "r")]
    assert conversation(agent, log) == [("assistant", text) for text in left]
