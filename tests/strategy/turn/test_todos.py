from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.agent.claude_code.payload import todos_of
from entire.agent.events import Todo
from entire.strategy.turn.todos import extract_last_completed_todo, todo_text


def todos(*pairs: str) -> list[dict[str, str]]:
    """`"x text"` is completed, `"> text"` in progress, `". text"` pending."""
    status = {"x": "completed", ">": "in_progress", ".": "pending"}
    return [{"content": pair[2:], "status": status[pair[0]], "activeForm": "…"} for pair in pairs]


def items_of(items: Any) -> tuple[Todo, ...]:
    """What an agent sends, as the rest of the program sees it."""
    return todos_of("TodoWrite", {"todos": items}).items


@pytest.mark.parametrize(
    ("items", "done", "count"),
    [
        (todos(), "", 0),
        (todos(". one"), "", 1),
        (todos(". one", ". two"), "", 2),
        (todos("> one", ". two"), "", 2),
        (todos("x one", "> two", ". three"), "one", 3),
        (todos("x one", "x two", ". three"), "two", 3),
        (todos("x one", "x two"), "two", 2),
        ([{"content": "one", "status": "unheard of"}], "", 1),
        ([{"content": "one"}, "two", None, {"status": "completed"}, {"content": ""}], "", 1),
        (None, "", 0),
        ("todos", "", 0),
        ({"content": "one"}, "", 0),
    ],
)
def test_what_a_list_says(items: Any, done: str, count: int) -> None:
    found = items_of(items)
    assert extract_last_completed_todo(found) == done
    assert len(found) == count


KNOWN = {"1": "Write the tests"}


@pytest.mark.parametrize(
    ("tool", "given_input", "text"),
    [
        ("TodoWrite", {"todos": todos("x one", "> two")}, "one"),
        ("TodoWrite", {"todos": todos("> one", ". two")}, "Planning: 2 todos"),
        ("TodoWrite", {"todos": []}, ""),
        ("TodoWrite", {}, ""),
        ("TaskCreate", {"subject": "Write the tests"}, "Planning: Write the tests"),
        ("TaskCreate", {"subject": ""}, ""),
        ("TaskCreate", {"subject": 7}, ""),
        ("TaskCreate", {}, ""),
        ("TaskUpdate", {"taskId": "1", "status": "completed"}, "Write the tests"),
        ("TaskUpdate", {"taskId": 1}, "Write the tests"),
        ("TaskUpdate", {"taskId": "2"}, ""),
        ("TaskUpdate", {}, ""),
    ],
)
def test_what_a_change_of_the_list_says(tool: str, given_input: dict[str, Any], text: str) -> None:
    assert todo_text(todos_of(tool, given_input), KNOWN) == text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["content", "status", "x"]), inner),
)


@given(JSON)
def test_whatever_an_agent_sends_is_survived(items: Any) -> None:
    found = items_of(items)
    assert found or not extract_last_completed_todo(found)
    for tool in ("TodoWrite", "TaskCreate", "TaskUpdate"):
        change = todos_of(tool, {"todos": items, "subject": items, "taskId": items})
        assert isinstance(todo_text(change, {}), str)
