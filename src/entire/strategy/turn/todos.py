"""What a change of the to-do list says, for the subject of a step."""

from __future__ import annotations

from collections.abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def todo_text(tool_name: str, tool_input: Mapping[str, Any], known: Mapping[str, str]) -> str:
    """The item that was just finished or begun, or that planning goes on. ``known``: subjects by task id."""
    if tool_name == "TaskCreate":
        subject = tool_input.get("subject")
        return f"Planning: {subject}" if isinstance(subject, str) and subject else ""
    if tool_name == "TaskUpdate":
        return known.get(str(tool_input.get("taskId", "")), "")
    todos = tool_input.get("todos")
    done = extract_last_completed_todo(todos)
    count = count_todos(todos)
    return done or (f"Planning: {count} todos" if count else "")


def count_todos(todos: Any) -> int:
    return len(_items(todos))


def extract_last_completed_todo(todos: Any) -> str:
    """The work that was just done: the last item marked completed."""
    return next((text for text, status in reversed(_items(todos)) if status == "completed"), "")


def extract_in_progress_todo(todos: Any) -> str:
    """What is being worked on: in progress, else next, else last done, else whatever comes first."""
    items = _items(todos)
    for wanted, candidates in (
        ("in_progress", items),
        ("pending", items),
        ("completed", list(reversed(items))),
    ):
        for text, status in candidates:
            if status == wanted:
                return text
    return items[0][0] if items else ""


def _items(todos: Any) -> list[tuple[str, str]]:
    """Text and status of each item that has a text."""
    if not isinstance(todos, list):
        return []
    pairs = ((item.get("content"), item.get("status")) for item in todos if isinstance(item, dict))
    return [(text, str(status)) for text, status in pairs if isinstance(text, str) and text]
