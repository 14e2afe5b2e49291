"""What agents get by plain assignment."""

from __future__ import annotations

from typing import Any

import pytest

from entire.agent import defaults
from entire.agent.defaults import Tools
from entire.agent.events import ToolUse, Use
from entire.core.errors import EntireError
from entire.transcript import lines
from entire.transcript.facts import Facts, Usage

TOOLS = Tools(writes={"write": ("path", "file")}, harmless=frozenset({"read"}))


@pytest.mark.parametrize(
    ("name", "given", "use"),
    [
        ("write", {"path": "a"}, ToolUse(Use.WRITES, ("a",))),
        ("write", {"path": "", "file": "b"}, ToolUse(Use.WRITES, ("b",))),
        ("write", {"path": 7}, ToolUse(Use.WRITES)),
        ("write", None, ToolUse(Use.WRITES)),
        ("shell", {"script": "make"}, ToolUse(Use.RUNS)),
        ("read", {"path": "a"}, ToolUse(Use.OTHER)),
        ("mcp__anything", {"command": "x"}, ToolUse(Use.RUNS)),
        ("", {}, ToolUse(Use.RUNS)),
    ],
)
def test_what_a_tool_does(name: str, given: Any, use: ToolUse) -> None:
    assert defaults.tool_use(TOOLS, name, given) == use
    facts = Facts(Usage(None, {}))
    defaults.note_use(use, facts)
    assert (facts.files, facts.ran_commands) == (list(use.paths), use.kind == Use.RUNS)


def test_an_agent_that_nobody_knows() -> None:
    facts = Facts(Usage(None, {}))
    defaults.read_record({"role": "user", "text": "x"}, facts)
    assert not facts.prompts
    assert defaults.layout() is lines
    assert defaults.subagent_path("/a", "b") == ""
    assert defaults.entries_of({}) == []
    assert not defaults.is_foreign({})


@pytest.mark.parametrize(
    ("record", "id", "time"),
    [
        ({"id": "a", "timestamp": "1970-01-01T00:00:05Z"}, "a", 5.0),
        ({"id": 7, "timestamp": 5}, "", None),
        ({"timestamp": "soon"}, "", None),
    ],
)
def test_a_record(record: dict[str, Any], id: str, time: float | None) -> None:
    assert defaults.record_id(record) == id
    assert defaults.record_time(record) == time


@pytest.mark.parametrize("path", ["relative", "/a\0b", "/a\nb", "/" + "x" * 5000])
def test_a_path_is_checked(path: str) -> None:
    assert defaults.path({"p": "/a"}, "p") == "/a"
    assert defaults.path({"p": None}, "p") == ""
    with pytest.raises(EntireError):
        defaults.path({"p": path}, "p")


@pytest.mark.parametrize("value", [None, -1, True, 1.5, "7", 2**53, [], {}])
def test_a_number_is_checked(value: Any) -> None:
    assert defaults.number({"n": 7}, "n") == 7
    assert defaults.number({}, "n") == 0
    assert defaults.number({"n": value}, "n") == 0
