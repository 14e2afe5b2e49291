"""Transcripts of agents that we do not know."""

from __future__ import annotations

import json

import pytest

from entire.agent import conversation, registry, shown, unknown
from entire.agent.entries import ASSISTANT, RECORD, TOOL, USER
from entire.agent.room import Room

AMP = "Amp"


def said(data: bytes, start: int = 0) -> list[tuple[str, str]]:
    found = [(entry.kind, entry.text) for entry in conversation.entries(data, AMP, start)]
    assert found == [(entry.kind, entry.text) for entry in shown.conversation(data, AMP, Room(), start)]
    return found


def test_usual_shapes_and_others() -> None:
    data = (
        b'{"type":"human","text":"hi"}\n'
        b'{"message":{"role":"assistant","content":[{"type":"text","text":"ok"},'
        b'{"type":"tool_use","name":"sh","input":{"command":"ls"}}]}}\n'
        b'{"type":"user","content":[{"type":"tool_result","content":"a <b>"}]}\n'
        b"[1, 2]\n\n  words"
    )
    assert said(data) == [
        (USER, "hi"),
        (ASSISTANT, "ok"),
        (TOOL, "sh"),
        (RECORD, '{"type":"user","content":[{"type":"tool_result","content":"a <b>"}]}'),
        (RECORD, "[1, 2]"),
        (RECORD, "words"),
    ]
    assert said(data, 4) == [(RECORD, "words")]
    assert conversation.end(data, AMP) == 6


@pytest.mark.parametrize("indent", [None, 2])
def test_a_document_is_its_messages(indent: int | None) -> None:
    data = json.dumps({"id": 1, "messages": [{"role": "user", "content": "hi"}, {"a": 1}]}, indent=indent)
    [first, second] = said(data.encode())
    assert (first, second[0]) == ((USER, "hi"), RECORD)
    assert json.loads(second[1]) == {"a": 1}
    assert said(data.encode(), 1) == [second]
    assert conversation.end(data.encode(), AMP) == 2


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"\xff\xfe\n", b"[" * 1000 + b"\n", b'{"messages":[]}', b"\x00" * 50, b'{"a":']
)
def test_hostile_text(data: bytes) -> None:
    assert all(kind == RECORD for kind, _ in said(data))
    assert shown.directory(data, AMP) == ""


def test_a_long_record_is_cut() -> None:
    [(_, text)] = said(b"x" * 30_000)
    assert text.endswith("… (10,000 more characters)")


def test_who_reads() -> None:
    assert registry.reader(AMP) is unknown
    assert registry.reader("") is registry.by_name("claude-code")
    assert registry.reader("Codex") is registry.by_name("codex")
