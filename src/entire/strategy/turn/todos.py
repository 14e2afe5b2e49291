"""Describe a change of the to-do list, for the subject of a step."""

from __future__ import annotations

from entire.agent.events import Todo, TodoChange, Todos

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_COMPLETED = "completed"


def todo_text(todos: Todos, known: Mapping[str, str]) -> str:
    """The item that was just finished or started, or a note about planning. ``known``: item texts by id."""
    if todos.change == TodoChange.ADDED:
        added = next((item.text for item in todos.items), "")
        return f"Planning: {added}" if added else ""
    if todos.change == TodoChange.UPDATED:
        return next((item.text or known.get(item.id, "") for item in todos.items), "")
    done = extract_last_completed_todo(todos.items)
    return done or (f"Planning: {len(todos.items)} todos" if todos.items else "")


def extract_last_completed_todo(items: Sequence[Todo]) -> str:
    """The last item marked completed."""
    return next((item.text for item in reversed(items) if item.status == _COMPLETED), "")
