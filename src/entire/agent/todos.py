"""To-do lists, for agents whose tool is given the whole list."""

from __future__ import annotations

from entire.agent.defaults import text
from entire.agent.events import Todo, TodoChange, Todos

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def whole(given: dict[str, Any]) -> Todos:
    """The list that a call of the tool has."""
    items = given.get("todos")
    found = (item for item in items if isinstance(item, dict)) if isinstance(items, list) else ()
    named = ((text(item, "content"), text(item, "status")) for item in found)
    return Todos(TodoChange.WHOLE, tuple(Todo(what, status) for what, status in named if what))
