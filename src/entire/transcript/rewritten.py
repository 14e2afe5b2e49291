"""Transcripts that were rewritten: truncated, compacted, edited, moved or replaced by another file.

Positions count the records of our copy. If the file still has all of them in place, it is read from the
start, as if for the first time. If not, our copy keeps what was read (earlier turns stay), and only records
that it does not have are added to it. Rare, so hooks load this when they need it.
"""

from __future__ import annotations

import os

from entire.core import files, limits, log
from entire.transcript import reader
from entire.transcript.cursor import VERSION, Cursor
from entire.transcript.known import copied, id_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.transcript.reader import ReadContext


def reopened(cursor: Cursor, path: str, copy: str, context: ReadContext) -> Cursor:
    """A cursor to continue with, where the stored one does not fit the transcript."""
    cursor.due = dict.fromkeys(cursor.due, 0)  # the bytes of the old file say nothing about the new one
    fresh = Cursor(path=path, rules=context.rules, due=cursor.due)
    if cursor.version != VERSION or not _fits(cursor, copy):
        return fresh
    descriptor = files.open_regular(path)
    try:
        if descriptor is not None and _has_everything(descriptor, cursor, path, copy, context):
            return fresh
        if cursor.rules != context.rules:
            if limits.may_read(cursor.copy_bytes):
                cursor = _redacted_again(cursor, copy, context)
            else:  # too much for a hook, and nothing else has these records
                log.warn("earlier records stay redacted by the old rules", component="session", copy=copy)
                cursor.rules = context.rules
    finally:
        if descriptor is not None:
            os.close(descriptor)
    cursor.path, cursor.rewritten = path, True
    cursor.mark.byte, cursor.mark.check, cursor.mark.ahead = 0, 0, cursor.position
    return cursor


def _fits(cursor: Cursor, copy: str) -> bool:
    """Whether our copy has what the cursor says."""
    if not 0 <= cursor.sealed_bytes <= cursor.copy_bytes or cursor.position <= 0:
        return False
    descriptor = files.open_regular(copy)
    if descriptor is None:
        return False
    try:
        return os.fstat(descriptor).st_size >= cursor.copy_bytes
    finally:
        os.close(descriptor)


def _has_everything(descriptor: int, cursor: Cursor, path: str, copy: str, context: ReadContext) -> bool:
    """Whether each record of our copy has its place in the file, perhaps with another text."""
    if cursor.mark.ahead:
        return False
    layout = context.source.layout()
    if cursor.path == path and layout.continues(descriptor, cursor.mark):
        return True  # only the rules changed
    theirs = layout.pieces(descriptor)
    count = 0
    for ours in copied(cursor, copy, context.source):
        there = next(theirs, None)
        if there is None or not _same(ours, there, context):
            return False
        count += 1
    return count == cursor.position


def _same(ours: bytes, there: bytes, context: ReadContext) -> bool:
    if ours == there:
        return True
    record_id = id_of(ours, context.source)
    if record_id:
        return record_id == id_of(there, context.source)
    return ours == context.redact(there)


def _redacted_again(cursor: Cursor, copy: str, context: ReadContext) -> Cursor:
    """Redact our copy by the new rules, where the file no longer has all of it. Offsets are found again."""
    again = f"{copy}.again"
    files.remove(again)
    found = Cursor(path=copy, rules=context.rules)
    reader.advance(found, again, context)
    while found.unread:
        reader.advance(found, again, context)
    os.replace(again, copy)
    for name in ("counted", "counted_at", "counted_before", "counted_before_at", "subagents", "todos", "due"):
        setattr(found, name, getattr(cursor, name))
    for turn, before in zip(found.turns, cursor.turns, strict=False):
        turn.files, turn.ran_commands = before.files, before.ran_commands
    return found
