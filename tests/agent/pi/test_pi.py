from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.agent.recordings import DATA, conversation, read, rows

from entire.agent.events import Event, Kind
from entire.agent.pi import agent
from entire.core.errors import EntireError
from entire.transcript.facts import Call, Command, Edit
from entire.transcript.usage import TokenUsage

SESSION = "01a1de2e-1ae7-75a2-a8ae-e298763ad721"
FILE = f"/home/user/.pi/agent/sessions/--repo--/2026-11-15T07-48-45-928Z_{SESSION}.jsonl"
# By recording: prompts, files, whether commands ran, tokens (input, cache read, output, calls).
FACTS = {
    "one_turn": (
        ["Write hello.py, commit it, then change calc.py"],
        ["/repo/hello.py", "src/calc.py"],
        True,
        (360, 150, 250, 5),
    ),
    "resume": (
        ["First: write one.txt", "Second: extend one.txt", "Third: commit"],
        ["one.txt"],
        True,
        (495, 210, 350, 7),
    ),
    "interrupt": (
        ["First: write one.txt", "Second: write two.txt"],
        ["one.txt", "two.txt"],
        False,
        (211, 90, 150, 3),
    ),
    "parallel_tools": (["Write a.py and b.py"], ["a.py", "b.py"], False, (141, 60, 100, 2)),
    "api_error": (["Do something"], ["half.txt"], False, (70, 30, 50, 1)),
}


def event(name: str) -> Event:
    one: dict[str, Any] = json.loads((DATA / "pi/payloads" / f"{name}.json").read_text())
    assert not agent.is_foreign(one["payload"])
    found = agent.parse_event(one["verb"], one["payload"])
    assert found is not None
    return found


def records(scenario: str) -> list[dict[str, Any]]:
    return rows(min((DATA / "pi/transcripts" / scenario).iterdir()))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("session-start-1", Kind.SESSION_START),
        ("turn-start-1", Kind.TURN_START),
        ("turn-end-1", Kind.TURN_END),
        ("session-end-1", Kind.SESSION_END),
    ],
)
def test_kinds(name: str, kind: str) -> None:
    found = event(name)
    assert (found.kind, found.session_id, found.transcript_path) == (kind, SESSION, FILE)


def test_a_prompt() -> None:
    found = event("turn-start-1")
    assert (found.prompt, found.model) == ("Write hello.py, commit it, then change calc.py", "model-1")


def test_a_compaction() -> None:
    payload = {"entire_plugin": "pi/1", "session_id": "s", "session_file": "/x/s.jsonl"}
    found = agent.parse_event("compaction", payload)
    assert found is not None
    assert found.kind == Kind.COMPACTION


def test_bad_input() -> None:
    with pytest.raises(EntireError, match="unknown Pi hook"):
        agent.parse_event("stop", {"session_id": "s"})
    with pytest.raises(EntireError):
        agent.parse_event("turn-end", {"session_id": "../s"})
    with pytest.raises(EntireError):
        agent.parse_event("turn-end", {"session_id": "s", "session_file": "relative"})
    assert agent.is_foreign({"session_id": "s"})


@pytest.mark.parametrize("scenario", FACTS)
def test_facts(scenario: str) -> None:
    prompts, files, ran, (given, cached, output, calls) = FACTS[scenario]
    facts = read(agent, records(scenario))
    assert (facts.prompts, facts.files, facts.ran_commands) == (prompts, files, ran)
    assert facts.usage.total == TokenUsage(
        input_tokens=given, cache_read_tokens=cached, output_tokens=output, api_call_count=calls
    )
    assert facts.model == "lab-model"


def test_the_conversation() -> None:
    assert conversation(agent, records("one_turn")) == [
        ("user", "Write hello.py, commit it, then change calc.py"),
        ("assistant", "I will write the file."),
        ("tool", "write", "/repo/hello.py"),
        ("tool", "bash", "git add -A && git commit -q -m 'Add hello'"),
        ("tool", "read", "src/calc.py"),
        ("tool", "edit", "src/calc.py"),
        ("assistant", "Wrote hello.py, committed it, and changed calc.py."),
    ]


def test_what_tools_report() -> None:
    reports = read(agent, records("one_turn")).reports
    written = next(one for one in reports if isinstance(one, Edit))
    assert (written.path, written.after) == ("/repo/hello.py", "print('hello')\n")
    [command] = [one for one in reports if isinstance(one, Command)]
    assert "" < command.time < command.end
    failed = read(agent, records("tool_failure")).reports
    assert [one.failed for one in failed if isinstance(one, Call)] == [True]


def test_ids_and_results() -> None:
    found = records("one_turn")
    assert agent.record_id(found[0]) == ""  # the session's
    assert len({agent.record_id(record) for record in found[1:]}) == len(found) - 1
    results = [record for record in found if agent.has_result(record, "call_71087a771c7b4b02be0c14d2")]
    assert [agent.record_id(record) for record in results] == ["4aa69582"]
    assert not any(agent.has_result(record, "") for record in found)


def entry(id: str, parent: str | None, text: str, role: str = "user") -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    return {"type": "message", "id": id, "parentId": parent, "message": {"role": role, "content": content}}


def test_the_branch_that_was_taken_last_is_the_conversation() -> None:
    tree = [
        {"type": "session", "id": "s"},
        entry("1", None, "First"),
        entry("2", "1", "One", "assistant"),
        entry("3", "2", "Second"),
        entry("4", "3", "Two", "assistant"),
        entry("5", "2", "Another second"),
        entry("6", "5", "Three", "assistant"),
    ]
    assert conversation(agent, tree) == [
        ("user", "First"),
        ("assistant", "One"),
        ("user", "Another second"),
        ("assistant", "Three"),
    ]
    assert agent.current(tree[:5]) == tree[:5]
    back = [*tree, {"type": "label", "id": "7", "parentId": "4"}]  # the user went back to the other branch
    assert [one["id"] for one in agent.current(back)] == ["s", "1", "2", "3", "4", "7"]


def test_a_part_of_a_session_and_circles() -> None:
    """Explaining a checkpoint shows the entries from a position on."""
    part = [entry("3", "2", "Second"), entry("4", "3", "Two", "assistant")]
    assert agent.current(part) == part
    circle = [entry("1", "2", "a"), entry("2", "1", "b")]
    assert agent.current(circle) == circle
    assert agent.current([]) == []


def test_tokens_beside_answers() -> None:
    usage = {"input": 1, "output": 2, "cacheRead": 3, "cacheWrite": 4}
    facts = read(
        agent,
        [{"type": "usage", "id": "a", "usage": usage}, {"type": "compaction", "id": "b", "usage": usage}],
    )
    assert facts.usage.total == TokenUsage(
        input_tokens=2, output_tokens=4, cache_read_tokens=6, cache_creation_tokens=8, api_call_count=2
    )


def test_where_sessions_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/user")
    assert agent.transcript_path("/repo", SESSION) == FILE.replace("-928Z", "-927Z")  # of the id itself
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / ".pi/agent/sessions/--code-a-b--"
    folder.mkdir(parents=True)
    there = folder / f"2026-11-15T07-48-45-928Z_{SESSION}.jsonl"
    there.write_text("")
    assert agent.transcript_path("/code/a:b", SESSION) == str(there)
    assert agent.transcript_path("/code/a:b", "mine").endswith("/1970-01-01T00-00-00-000Z_mine.jsonl")
    monkeypatch.setenv("PI_CODING_AGENT_DIR", "/pi")
    assert agent.transcripts_dir() == "/pi/sessions"
    monkeypatch.setenv("PI_CODING_AGENT_SESSION_DIR", str(folder))
    assert agent.transcript_path("/anywhere", SESSION) == str(there)
