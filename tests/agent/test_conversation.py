"""A stored transcript as people read it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.toys import toy_agent

from entire.agent import conversation, registry
from entire.agent.entries import ASSISTANT, TOOL, USER, Entry

MESSAGES: list[dict[str, Any]] = [
    {"id": "1", "role": "user", "text": "Write it"},
    {"id": "2", "role": "assistant", "text": "", "calls": [{"tool": "write", "path": "a.py"}]},
    {"id": "2", "role": "assistant", "text": "Done."},
]
DOCUMENT = json.dumps({"messages": MESSAGES}).encode()


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.AGENTS, "toy", ("tests.toys.toy_agent", "Toy"))


def test_from_a_position_on() -> None:
    whole = [Entry(USER, "Write it"), Entry(TOOL, "write", "a.py"), Entry(ASSISTANT, "Done.")]
    assert conversation.entries(DOCUMENT, "Toy") == whole
    assert conversation.entries(DOCUMENT, "Toy", 1) == whole[1:]
    assert conversation.entries(DOCUMENT, "Toy", 9) == []
    assert conversation.end(DOCUMENT, "Toy") == 3


def test_only_what_is_current(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a log of updates: the last version of each record counts."""

    def current(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return list({record["id"]: record for record in records}.values())

    monkeypatch.setattr(toy_agent, "current", current)
    assert conversation.entries(DOCUMENT, "Toy") == [Entry(USER, "Write it"), Entry(ASSISTANT, "Done.")]


def test_of_an_agent_that_is_not_named() -> None:
    line = b'{"type":"user","message":{"content":"Hello"}}'
    assert conversation.entries(line, "") == [Entry(USER, "Hello")]
    assert conversation.end(line, "") == 1


def test_the_prompt_at_a_position_reads_only_what_it_must() -> None:
    parts = {"a": b'{"messages":[{"role":"user","text":"One"},{}]}', "b": DOCUMENT, "c": DOCUMENT}
    read: list[str] = []
    counts = {"a": 2}

    def get(id: str) -> bytes | None:
        read.append(id)
        return parts.get(id)

    def prompt(position: int, agent: str = "Toy") -> str:
        return conversation.prompt_at(agent, [*parts, "gone", "c"], position, get, counts)

    assert prompt(2) == "Write it"
    assert (read, counts) == (["b"], {"a": 2, "b": 3})
    assert [prompt(position) for position in (-1, 0, 1, 5, 8)] == ["", "One", "", "Write it", ""]
    assert counts == {"a": 2, "b": 3, "c": 3}
    assert prompt(0, "Unheard of") == ""


def test_a_segment_that_ends_with_a_blank_line() -> None:
    line = b'{"type":"user","message":{"content":"Hello"}}'
    parts = {"a": line + b"\n", "b": line + b"\n"}
    counts: dict[str, int] = {}
    prompts = [conversation.prompt_at("Claude Code", [*parts], n, parts.get, counts) for n in range(4)]
    assert prompts == ["Hello", "", "Hello", ""]
