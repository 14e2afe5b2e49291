from __future__ import annotations

from typing import Any

import pytest

from entire.agent.claude_code.entries import entries_of
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry


def answer(*blocks: Any, **fields: Any) -> dict[str, Any]:
    return {"type": "assistant", "message": {"content": list(blocks)}, **fields}


def prompt(content: Any, **fields: Any) -> dict[str, Any]:
    return {"type": "user", "message": {"content": content}, **fields}


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (prompt("Fix it"), [Entry(USER, "Fix it")]),
        (
            prompt([{"type": "text", "text": "Fix"}, {"type": "text", "text": "it"}]),
            [Entry(USER, "Fix\n\nit")],
        ),
        (prompt("<ide_opened_file>x</ide_opened_file>Fix it"), [Entry(USER, "Fix it")]),
        ({"type": "human", "message": {"content": "Old"}}, [Entry(USER, "Old")]),
        (prompt([{"type": "tool_result", "content": "ok"}]), []),
        (prompt("Base directory for this skill: /x\n\nPages of it"), []),
        (prompt("caveat", isMeta=True), []),
        (prompt("a subagent's", isSidechain=True), []),
        (prompt("summary", isCompactSummary=True), []),
        (answer({"type": "text", "text": " Done. "}), [Entry(ASSISTANT, "Done.")]),
        ({"type": "assistant", "message": {"content": "Done."}}, [Entry(ASSISTANT, "Done.")]),
        (answer({"type": "text", "text": "  "}), []),
        (answer({"type": "thinking", "thinking": "hm"}), []),
        (answer({"type": "text", "text": "a subagent's"}, isSidechain=True), []),
        ({"type": "file-history-snapshot", "message": {"content": "x"}}, []),
    ],
)
def test_what_a_record_says(record: dict[str, Any], expected: list[Entry]) -> None:
    assert entries_of(record) == expected


@pytest.mark.parametrize(
    ("name", "given", "detail"),
    [
        ("Skill", {"skill": "review", "description": "d"}, "review"),
        ("Read", {"file_path": "/r/a.py", "description": "d"}, "/r/a.py"),
        ("Read", {"notebook_path": "/r/n.ipynb"}, "/r/n.ipynb"),
        ("WebFetch", {"url": "https://example.com", "prompt": "p"}, "https://example.com"),
        ("Bash", {"command": "ls", "description": "List"}, "ls"),
        ("Bash", {"command": "ls"}, "ls"),
        ("Edit", {"file_path": "/r/a.py", "old_string": "x"}, "/r/a.py"),
        ("Grep", {"pattern": "def .*"}, "def .*"),
        (
            "Agent",
            {"description": "Write parser", "prompt": "long", "subagent_type": "general-purpose"},
            "Write parser",
        ),
        ("TaskCreate", {"subject": "Write one.txt", "description": "long"}, "Write one.txt"),
        ("TaskUpdate", {"taskId": "1", "status": "completed"}, "1 completed"),
        ("TaskUpdate", {"taskId": "1"}, "1"),
        ("ToolSearch", {"query": "select:TaskCreate"}, "select:TaskCreate"),
        ("Odd", {"x": 1}, ""),
        ("Odd", {"command": ["no", "text"]}, ""),
        ("Odd", None, ""),
    ],
)
def test_what_a_tool_call_tells(name: str, given: Any, detail: str) -> None:
    assert entries_of(answer({"type": "tool_use", "name": name, "input": given})) == [
        Entry(TOOL, name, detail)
    ]


def test_blocks_keep_their_order() -> None:
    record = answer(
        {"type": "text", "text": "First"},
        {"type": "tool_use", "name": "Bash", "input": {"command": "ls"}},
        {"type": "text", "text": "then"},
    )
    assert [entry.text for entry in entries_of(record)] == ["First", "Bash", "then"]


@pytest.mark.parametrize(
    "message", [None, "text", 1, [], {}, {"content": 1}, {"content": [1, "x", None, {}]}]
)
@pytest.mark.parametrize("kind", ["user", "assistant"])
def test_nonsense_says_nothing(kind: str, message: Any) -> None:
    assert entries_of({"type": kind, "message": message}) == []
