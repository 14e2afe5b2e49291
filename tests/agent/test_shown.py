"""A conversation with what became of each call, and the agent's words before an edit."""

from __future__ import annotations

import json
from typing import Any

from entire.agent import registry, shown
from entire.agent.conversation import records_of
from entire.agent.room import Room
from entire.attribution import said

AT = "2026-03-19T10:00:{:02}.000Z"
FILE = "/repo/x.py"


def row(second: int, kind: str, *content: Any, **more: Any) -> dict[str, Any]:
    message = {"role": kind, "content": content[0] if isinstance(content[0], str) else list(content)}
    about = {"type": kind, "uuid": str(second), "timestamp": AT.format(second), "cwd": "/repo"}
    return about | {"message": message} | more


def use(id: str, name: str, **given: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": name, "input": given}


def result(id: str, *, failed: bool = False) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id, "content": "out", "is_error": failed}


ROWS = [
    row(1, "user", "Make it seven"),
    row(2, "assistant", {"type": "text", "text": "The limit is in one place."}),
    row(3, "assistant", use("1", "Edit", file_path=FILE, old_string="a\nb", new_string="a\nc\nd")),
    row(4, "user", result("1"), toolUseResult={"filePath": FILE, "oldString": "a\nb"}),
    row(5, "assistant", {"type": "text", "text": "Now the tests."}),
    row(6, "assistant", use("2", "Bash", command="pytest -q", description="Run the tests")),
    row(7, "user", result("2", failed=True), toolUseResult="Error: Exit code 1"),
    row(8, "assistant", use("3", "Bash", command="true"), use("4", "Read", file_path=FILE)),
    row(9, "user", result("3"), toolUseResult={"stdout": "", "stderr": ""}),
]
TRANSCRIPT = b"".join(json.dumps(one).encode() + b"\n" for one in ROWS)
CLAUDE = "Claude Code"


def test_outcomes_and_times() -> None:
    found = shown.conversation(TRANSCRIPT, CLAUDE, Room())
    assert [(one.text, one.detail, one.failed, one.added, one.removed) for one in found if one.detail] == [
        ("Edit", FILE, False, 2, 1),
        ("Bash", "pytest -q", True, None, None),
        ("Bash", "true", False, None, None),
        ("Read", FILE, None, None, None),
    ]
    assert [one.time[17:19] for one in found] == ["01", "02", "03", "05", "06", "08", "08"]


def test_paths_are_cut_at_the_directory_of_the_session() -> None:
    place = shown.directory(TRANSCRIPT, CLAUDE)
    assert place == "/repo"
    assert shown.cut_path("/repo/x.py, /repo/y.py", "", place) == "x.py, y.py"
    assert shown.cut_path("/repository/x.py", place) == "/repository/x.py"
    assert shown.directory(b"", CLAUDE) == shown.directory(b"words", "Unheard of") == ""


def test_words_before_an_edit() -> None:
    agent = registry.by_type(CLAUDE)
    assert agent is not None
    records = agent.current(records_of(agent, TRANSCRIPT, 0))
    assert said.in_records(agent, records, "x.py", ["d"]) == "The limit is in one place."
    assert said.in_records(agent, records, "x.py", ["never written"]) == ""
    assert said.in_records(agent, records, "y.py", ["d"]) == ""
    assert said.in_records(agent, [ROWS[0], ROWS[0], *ROWS[1:]], "x.py", ["d"]) == ""  # of another turn
