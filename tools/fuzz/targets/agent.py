"""What agents send and write: payloads, transcripts, their settings."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

from tools.fuzz import dice as roll
from tools.fuzz import samples
from tools.fuzz.target import Target, json_like, lines_like

from entire.agent import conversation, registry, shown
from entire.agent.protocol import Agent
from entire.agent.room import Room
from entire.core import json_text
from entire.core.errors import EntireError
from entire.core.paths import valid_session_id, valid_tool_id
from entire.redact import redact_jsonl
from entire.transcript import cut, document, flush, lines, reader
from entire.transcript.cursor import Cursor
from entire.transcript.layout import Layout

AGENT = registry.by_name("claude-code")
_UNKNOWN = "Amp"


class Documents:
    """The agent as if its transcript were one document."""

    layout = staticmethod(lambda: document.of("messages"))

    def __getattr__(self, name: str) -> Any:
        return getattr(AGENT, name)


def check_payload(agent: Agent, case: tuple[str, bytes], folder: Path) -> None:
    verb, data = case
    try:
        payload = json_text.decode(data)
    except ValueError:
        return
    if not isinstance(payload, dict):
        return
    agent.is_foreign(payload)
    event = agent.parse_event(verb, payload)
    if event is not None:
        assert valid_session_id(event.session_id)
        assert not event.tool_use_id or valid_tool_id(event.tool_use_id)
        assert not event.subagent_id or valid_tool_id(event.subagent_id)
    agent.answer(event, "note")


def _verbs(dice: random.Random) -> tuple[str, bytes]:
    return dice.choice(samples.VERBS), json_like(samples.PAYLOAD)(dice)


def _portions(dice: random.Random) -> list[bytes]:
    """A file as it is at one event after the other: it grows, or it is rewritten."""
    make = lines_like(*samples.RECORDS)
    return grown(dice, make(dice), make)


def _document_portions(dice: random.Random) -> list[bytes]:
    make = json_like({"messages": list(samples.RECORDS), "x": 1})
    return grown(dice, make(dice), make)


def grown(dice: random.Random, content: bytes, make: Any) -> list[bytes]:
    portions = [content]
    for _ in range(dice.randrange(3)):
        kept = portions[-1] if dice.random() < 0.7 else portions[-1][: dice.randrange(len(portions[-1]) + 1)]
        portions.append(kept + make(dice))
    return portions


def read_portions(portions: list[bytes], folder: Path, source: Any) -> None:
    """Read in portions, each time with the cursor as it was stored."""
    transcript, copy = folder / "transcript.jsonl", folder / "copy" / "full.jsonl"
    context = reader.ReadContext(source, redact_jsonl, "1")
    cursor = Cursor(path=str(transcript), rules="1")
    for content in portions:
        transcript.write_bytes(content)
        if not reader.usable(cursor, str(transcript), str(copy), context):
            cursor = Cursor(path=str(transcript), rules="1")
        reader.advance(cursor, str(copy), context)
        assert copy.exists() or not cursor.copy_bytes
        assert cursor.copy_bytes <= (copy.stat().st_size if copy.exists() else 0)
        source.layout().records_at(str(copy), cursor.turns)
        cursor = Cursor.from_json(json_text.decode(json_text.encode_line(cursor.to_json())))
        flush.wait_for_message(str(transcript), "", 0)


def _cursor(case: tuple[bytes, bytes], folder: Path) -> None:
    """A stored cursor that nobody should have written."""
    stored, content = case
    transcript, copy = folder / "transcript.jsonl", folder / "copy.jsonl"
    transcript.write_bytes(content)
    copy.write_bytes(content)
    try:
        cursor = Cursor.from_json(json_text.decode(stored))
    except ValueError:
        return
    cursor.path = str(transcript)
    context = reader.ReadContext(AGENT, lambda data: data, cursor.rules)
    if reader.usable(cursor, str(transcript), str(copy), context):
        reader.advance(cursor, str(copy), context)
        cursor.pending_usage()
        AGENT.layout().records_at(str(copy), cursor.turns)
    json_text.encode_line(cursor.to_json())


def _cursors(dice: random.Random) -> tuple[bytes, bytes]:
    return json_like(samples.CURSOR)(dice), lines_like(*samples.RECORDS)(dice)


def _layout(data: bytes, layout: Layout) -> None:
    head, pieces, tail = layout.split(data)
    assert head + b"".join(pieces) + tail == data
    sealed, still_open = layout.chunks(0, data)
    joined = layout.join([*sealed, *still_open])
    assert joined == data
    assert layout.end(data) == len(pieces)
    assert layout.cut(data, len(pieces)) in (data, data[: len(data) - len(tail)])
    layout.trimmed(data)
    layout.closed(data)
    for piece in pieces:
        layout.decode(piece)


def check_shown(agent: Agent, data: bytes, folder: Path) -> None:
    """What commands show of a stored transcript."""
    conversation.entries(data, agent.TYPE)
    conversation.end(data, agent.TYPE)
    conversation.prompt_at(agent.TYPE, ["one", "two"], 2, lambda oid: data if oid == "one" else None, {})
    cut.after_same(agent, data, data[: len(data) // 2], lambda one, other: one == other)
    cut.after_id(agent, data, "u1")
    cut.after_result(agent, data, "toolu_1")


def _as_text(data: bytes, folder: Path) -> None:
    """What commands show of an agent that is not known here."""
    conversation.entries(data, _UNKNOWN)
    conversation.end(data, _UNKNOWN)
    shown.conversation(data, _UNKNOWN, Room())
    shown.directory(data, _UNKNOWN)


def check_config(agent: Agent, data: bytes, folder: Path) -> None:
    path = folder / agent.CONFIG_FILE
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    agent.installed(str(folder))
    agent.missing_hooks(str(folder))
    if agent.install(str(folder)):
        assert agent.installed(str(folder))
        assert agent.install(str(folder)) == 0
    agent.uninstall(str(folder))
    assert not agent.installed(str(folder))


def _lines(dice: random.Random) -> bytes:
    content = lines_like(*samples.RECORDS)(dice)
    return content * dice.randrange(30) if dice.random() < 0.05 else content


def _document(dice: random.Random) -> bytes:
    return roll.spoil(dice, json_like({"messages": list(samples.RECORDS)})(dice))


TARGETS = [
    Target("payload", _verbs, partial(check_payload, AGENT), (EntireError,)),
    Target(
        "transcript lines",
        _portions,
        lambda case, at: read_portions(case, at, AGENT),
        share=0.4,
        on_disk=True,
    ),
    Target(
        "transcript document",
        _document_portions,
        lambda case, at: read_portions(case, at, Documents()),
        share=0.4,
        on_disk=True,
    ),
    Target("cursor", _cursors, _cursor, share=0.5, on_disk=True),
    Target("layout of lines", _lines, lambda case, _: _layout(case, lines)),
    Target("layout of documents", _document, lambda case, _: _layout(case, document.of("messages"))),
    Target("shown transcript", _lines, partial(check_shown, AGENT)),
    Target("unknown agent's lines", _lines, _as_text),
    Target("unknown agent's document", _document, _as_text),
    Target(
        "agent settings",
        json_like(samples.AGENT_SETTINGS),
        partial(check_config, AGENT),
        (EntireError,),
        0.3,
        on_disk=True,
    ),
]
