"""Transcripts that are one JSON document."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.toys import toy_agent as toy
from tests.transcript.rows import News, news

from entire import redact
from entire.core import json_text, limits, log
from entire.strategy.restore.compare import (
    CHECKPOINT_NEWER,
    LOCAL_NEWER,
    NEW,
    UNCHANGED,
    compare,
    same_record,
)
from entire.transcript import cut, document, reader
from entire.transcript.cursor import Cursor, Mark
from entire.transcript.document import LARGEST_PART
from entire.transcript.reader import ReadContext
from entire.transcript.rewritten import reopened

SECRET = "ghp_Zx8vQ2mT7rLw4KpN9sBc3HdF6jGy1aEu5oXi"
LAYOUT = document.of("messages")


def said(number: int, text: str = "", **more: Any) -> dict[str, Any]:
    time = f"2026-03-19T10:00:{number:02d}Z"
    return {
        "id": f"m{number}",
        "timestamp": time,
        "role": "assistant",
        "text": text or f"number {number}",
    } | more


def asked(number: int, text: str) -> dict[str, Any]:
    return said(number, text, role="user")


def used(number: int, output: int, path: str = "") -> dict[str, Any]:
    calls = [{"tool": "write", "path": path}] if path else []
    return said(number, usage={"input": 1, "output": output}, calls=calls, model="toy-1")


def text_of(*messages: dict[str, Any], indent: int | None = 2, **more: Any) -> bytes:
    value = {"chat": "c", "messages": list(messages), **more}
    return json.dumps(value, indent=indent, ensure_ascii=False).encode()


class Session:
    """A document, our copy and the cursor, all on disk. Every `hook` starts from what is there."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.file, self.copy, self.saved = (
            folder / "c.json",
            folder / "copy" / "full.jsonl",
            folder / "cursor",
        )
        self.redacted: list[bytes] = []
        self.rebuilt = 0

    def redact(self, data: bytes) -> bytes:
        self.redacted.append(data)
        return redact.redact_jsonl(data)

    def hook(self, data: bytes | None = None, counted_until: int = 0, *, crash: bool = False) -> News:
        if data is not None:
            self.file.write_bytes(data)
        self.redacted = []
        context = ReadContext(toy, self.redact, "1")
        stored = json_text.decode(self.saved.read_bytes()) if self.saved.exists() else {}
        self.cursor = Cursor.from_json(stored)
        if not reader.usable(self.cursor, str(self.file), str(self.copy), context):
            self.rebuilt += 1
            self.cursor = Cursor(path=str(self.file), rules="1")
        before = deepcopy(self.cursor)
        reader.advance(self.cursor, str(self.copy), context, counted_until)
        if not crash:
            self.saved.write_text(json_text.encode_line(self.cursor.to_json()))
        return news(before, self.cursor)

    def prompts(self) -> list[str]:
        records = LAYOUT.records_at(str(self.copy), self.cursor.turns)
        return [toy.prompt_of(record) for record in records]


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path / "session")


ONE = (asked(1, "First"), used(2, 10, "/repo/a.py"))
TWO = (*ONE, asked(3, "Second"), used(4, 20, "/repo/b.py"))


def test_only_what_is_new_is_looked_at(session: Session) -> None:
    assert session.hook(text_of(*ONE, updated=1)) == (["/repo/a.py"], True)
    assert session.hook(text_of(*TWO, title="now it has one", updated=2)) == (["/repo/b.py"], True)
    assert session.rebuilt == 1
    assert not [data for data in session.redacted if b"First" in data]
    cursor = session.cursor
    assert (cursor.position, cursor.last_id, cursor.model) == (4, "m4", "toy-1")
    assert [turn.position for turn in cursor.turns] == [0, 2]
    usage = cursor.total_usage()
    assert usage is not None
    assert (usage.output_tokens, usage.api_call_count) == (30, 2)
    assert session.copy.read_bytes() == session.file.read_bytes()
    assert session.prompts() == ["First", "Second"]
    assert session.hook() == ([], False)


def changed(index: int) -> Callable[[list[dict[str, Any]]], list[dict[str, Any]]]:
    return lambda messages: [*messages[:index], messages[index] | {"more": 1}, *messages[index + 1 :]]


@pytest.mark.parametrize(
    "change",
    [
        changed(0),
        changed(1),
        changed(3),
        lambda m: m[:3],
        lambda m: m[1:],
        lambda m: [],
        lambda m: [m[1], m[0], *m[2:]],
    ],
)
def test_a_change_in_place_is_noticed(
    session: Session, tmp_path: Path, change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]
) -> None:
    session.hook(text_of(*TWO))
    after = text_of(*change(list(TWO)))
    session.hook(after)
    assert session.rebuilt == 2
    fresh = Session(tmp_path / "fresh")
    fresh.hook(after)
    assert session.cursor.to_json() | {"path": ""} == fresh.cursor.to_json() | {"path": ""}
    assert session.copy.read_bytes() == fresh.copy.read_bytes() == after


@pytest.mark.parametrize(
    ("messages", "copied"),
    [
        (TWO[:3], TWO),
        ((), TWO),
        ((asked(9, "Compacted"), *TWO[2:]), (*TWO, asked(9, "Compacted"))),
        ((TWO[3], TWO[2]), TWO),
    ],
)
def test_our_copy_keeps_what_a_rewrite_removed(session: Session, messages: Any, copied: Any) -> None:
    context = ReadContext(toy, redact.redact_jsonl, "1")
    session.hook(text_of(*TWO))
    session.file.write_bytes(text_of(*messages))
    cursor = reopened(session.cursor, str(session.file), str(session.copy), context)
    reader.advance(cursor, str(session.copy), context)
    assert messages_in(session) == list(copied)
    session.saved.write_text(json_text.encode_line(cursor.to_json()))
    more = (asked(20, "More"), used(21, 5, "/repo/c.py"))
    session.file.write_bytes(text_of(*messages, *more))
    if cursor.rewritten:
        cursor = reopened(cursor, str(session.file), str(session.copy), context)
    reader.advance(cursor, str(session.copy), context)
    assert messages_in(session) == [*copied, *more]
    usage = cursor.total_usage()
    assert usage is not None
    assert (usage.output_tokens, usage.api_call_count) == (35, 3)


def messages_in(session: Session) -> list[Any]:
    found: list[Any] = json_text.decode(session.copy.read_bytes())["messages"]
    return found


def test_what_earlier_checkpoints_counted_is_not_counted_again(session: Session) -> None:
    session.hook(text_of(*ONE))
    session.hook(text_of(ONE[0] | {"more": 1}, *TWO[1:]), counted_until=2)
    pending = session.cursor.pending_usage()
    assert pending is not None
    assert (pending.output_tokens, pending.api_call_count) == (20, 1)


@pytest.mark.parametrize("half", [b"", b"{", text_of(*TWO)[:-40], b"[]", b'{"messages": {}}', b"\xff"])
def test_a_document_that_is_being_written_is_left_for_later(session: Session, half: bytes) -> None:
    session.hook(text_of(*ONE))
    before = session.cursor.to_json()
    assert session.hook(half) == ([], False)
    assert session.cursor.to_json() == before
    assert session.rebuilt == 1
    assert session.hook(text_of(*TWO)).grew
    assert session.rebuilt == 1


def test_secrets_are_put_out_wherever_they_are(session: Session) -> None:
    session.hook(text_of(asked(1, f"Use {SECRET}"), title=SECRET))
    whole = text_of(asked(1, f"Use {SECRET}"), said(2, SECRET), title=SECRET, note=SECRET)
    session.hook(whole)
    assert session.copy.read_bytes() == whole.replace(SECRET.encode(), b"REDACTED")
    assert session.prompts() == ["Use REDACTED"]
    assert session.copy.stat().st_mode & 0o777 == 0o600


def test_a_copy_that_a_crash_left_is_not_trusted(session: Session) -> None:
    session.hook(text_of(*ONE))
    session.hook(text_of(*TWO, asked(5, SECRET)), crash=True)
    session.copy.write_bytes(session.copy.read_bytes() + b" ")
    session.hook(text_of(*TWO))
    assert session.copy.read_bytes() == text_of(*TWO)
    assert session.cursor.position == 4


# Storing


def test_a_document_is_stored_in_one_piece() -> None:
    data = text_of(*TWO)
    assert LAYOUT.chunks(0, data) == ([], [data])
    assert LAYOUT.join([data]) == data


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("size", [1, 200, 400])
def test_a_large_one_is_cut_by_messages(
    monkeypatch: pytest.MonkeyPatch, indent: int | None, size: int
) -> None:
    monkeypatch.setattr(document, "LARGEST_PART", size)
    data = text_of(*TWO, indent=indent, updated=3)
    sealed, parts = LAYOUT.chunks(0, data)
    assert not sealed
    assert len(parts) > 1
    values = [json.loads(part) for part in parts]
    assert [message for value in values for message in value["messages"]] == list(TWO)
    assert values[0]["updated"] == 3
    assert json.loads(LAYOUT.join(parts)) == json.loads(data)
    assert LARGEST_PART == 52_428_800


# Whole transcripts

MESSAGES = st.lists(st.integers(1, 40).map(said), max_size=6)


@given(MESSAGES, st.sampled_from([None, 0, 4]), st.integers(0, 8))
def test_cutting(messages: list[dict[str, Any]], indent: int | None, position: int) -> None:
    data = text_of(*messages, indent=indent, updated=1)
    head, records, tail = LAYOUT.split(data)
    assert head + b"".join(records) + tail == data
    assert [LAYOUT.decode(piece) for piece in records] == messages
    kept = LAYOUT.cut(data, position)
    assert json.loads(kept) == {"chat": "c", "messages": messages[:position], "updated": 1}
    assert LAYOUT.end(kept) == min(position, len(messages))
    assert cut.after_same(toy, data, kept, same_record) == LAYOUT.end(kept)


def test_where_a_record_is() -> None:
    data = text_of(*TWO)
    assert cut.after_id(toy, data, "m3") == 3
    assert cut.after_id(toy, data, "m9") is None
    assert cut.after_same(toy, text_of(said(9), *TWO), text_of(*ONE), same_record) == 3
    assert cut.after_same(toy, b"no document", text_of(*ONE), same_record) is None


@pytest.mark.parametrize(
    ("local", "stored", "status", "ids"),
    [
        (None, TWO, NEW, "1234"),
        (TWO, TWO, UNCHANGED, "1234"),
        (ONE, TWO, CHECKPOINT_NEWER, "1234"),
        (TWO, ONE, LOCAL_NEWER, "12"),
        ((*ONE, said(9)), TWO, LOCAL_NEWER, "1234"),
        (ONE, (ONE[0], said(9)), CHECKPOINT_NEWER, "19"),
        ((), ONE, CHECKPOINT_NEWER, "12"),
    ],
)
def test_which_is_ahead(local: Any, stored: Any, status: str, ids: str) -> None:
    compared = compare(toy, text_of(*local) if local is not None else None, text_of(*stored))
    assert compared.status == status
    assert [message["id"] for message in json.loads(compared.content)["messages"]] == [f"m{i}" for i in ids]


def test_nobody_gets_back_a_secret_of_theirs_put_out() -> None:
    mine = text_of(asked(1, f"Use {SECRET}"), title=SECRET)
    stored = redact.redact_jsonl(text_of(asked(1, f"Use {SECRET}"), said(2), title=SECRET))
    assert SECRET.encode() not in stored
    compared = compare(toy, mine, stored)
    assert (compared.status, compared.keeps) == (CHECKPOINT_NEWER, True)
    assert compared.content == text_of(asked(1, f"Use {SECRET}"), said(2), title=SECRET)
    assert not compare(toy, text_of(*ONE, title="a"), text_of(*TWO, title="b")).keeps
    assert not compare(toy, text_of(*TWO), text_of(*ONE)).keeps


@pytest.fixture
def portions() -> Iterator[None]:
    limits.configure({"limits": {"portion_mb": 0.001}})
    yield
    limits.configure({})


def read_on(path: Path, mark: Mark) -> list[str]:
    with path.open("rb") as file:
        assert LAYOUT.continues(file.fileno(), mark)
        return [record["id"] for record in LAYOUT.records(file.fileno(), mark)]


@pytest.mark.usefixtures("portions")
def test_a_subagents_document_is_read_in_portions(tmp_path: Path) -> None:
    """As lines are: each call reads some, and none reads a record twice."""
    path, mark = tmp_path / "chat.json", Mark()
    path.write_bytes(text_of(*(said(number, "x" * 300) for number in range(10))))
    calls = [read_on(path, mark) for _ in range(5)]
    assert [len(ids) for ids in calls] == [3, 3, 3, 1, 0]
    assert [record for ids in calls for record in ids] == [f"m{number}" for number in range(10)]


def test_a_subagents_document_that_is_being_written_moves_no_mark(tmp_path: Path) -> None:
    path, mark = tmp_path / "chat.json", Mark()
    path.write_bytes(text_of(said(0), said(1)))
    assert read_on(path, mark) == ["m0", "m1"]
    path.write_bytes(text_of(said(0), said(1), said(2))[:-20])
    assert read_on(path, mark) == []
    path.write_bytes(text_of(said(0), said(1), said(2)))
    assert read_on(path, mark) == ["m2"]


def test_a_document_that_is_too_large_is_not_read(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line in the log says so; once, however often it is looked at."""
    lines: list[tuple[str, int]] = []
    monkeypatch.setattr(log, "warn", lambda text, **values: lines.append((text, values["bytes"])))
    session.hook(text_of(*ONE))
    with session.file.open("r+b") as file:
        file.truncate(document.LARGEST + 1)  # it takes no space
        assert list(LAYOUT.pieces(file.fileno())) == []
        assert list(LAYOUT.records(file.fileno(), Mark())) == []
    session.hook()
    assert session.prompts() == ["First"], "what was read before stays"
    assert lines == [("the transcript is too large to read", document.LARGEST + 1)]


def test_memory_is_freed_while_other_threads_read() -> None:
    """Pages are made by several threads."""
    known, interval = dict(document._documents), sys.getswitchinterval()
    thread = threading.Thread(target=lambda: [document.of(f"key {number}") for number in range(20_000)])
    sys.setswitchinterval(1e-6)
    try:
        thread.start()
        while thread.is_alive():
            document.forget()
    finally:
        thread.join()
        sys.setswitchinterval(interval)
        document._documents.clear()
        document._documents.update(known)
