"""A transcript that is here and one that a checkpoint holds: which is ahead, and what to write.

What is stored was redacted, perhaps by other rules than today's, so lines are compared with that in mind: one
is the other if they are equal, or if one is the other with secrets put out. In order:

1. the same lines: unchanged;
2. one ends where the other goes on: the longer one is newer;
3. they part ways: the one whose last dated record is later. A local transcript without any date gives way, a
   stored one never wins without; at the same date the longer one is newer.

Lines that both have are written as they are here: nobody gets back a secret of theirs as `REDACTED`.
"""

from __future__ import annotations

import re

from entire.core import clock, json_text
from entire.core.value import Value

NEW = "new"
UNCHANGED = "unchanged"
CHECKPOINT_NEWER = "checkpoint_newer"
LOCAL_NEWER = "local_newer"

_PUT_OUT = re.compile(rb"\[REDACTED_[A-Z0-9_]+\]|REDACTED")


class Compared(Value):
    status: str
    content: bytes  # the stored transcript, with the lines that are here as they are here


def compare(local: bytes | None, stored: bytes) -> Compared:
    theirs = _lines(stored)
    if local is None:
        return Compared(NEW, _text(theirs))
    ours = _lines(local)
    common = _common(ours, theirs)
    return Compared(_status(ours, theirs, common), _text(ours[:common] + theirs[common:]))


def _lines(content: bytes) -> list[bytes]:
    return content.rstrip().split(b"\n") if content.strip() else []


def _text(lines: list[bytes]) -> bytes:
    """Ends with a newline, whatever was stored: the agent will append to it."""
    return b"".join(line + b"\n" for line in lines)


def _common(ours: list[bytes], theirs: list[bytes]) -> int:
    """How many lines both begin with."""
    for index, (our, their) in enumerate(zip(ours, theirs, strict=False)):
        if not same_line(our, their):
            return index
    return min(len(ours), len(theirs))


def same_line(a: bytes, b: bytes) -> bool:
    return a == b or _is_redacted(a, b) or _is_redacted(b, a)


def _is_redacted(clean: bytes, raw: bytes) -> bool:
    """Whether ``clean`` can be ``raw`` with secrets put out: what is left of it stands there, in order."""
    first, *rest = _PUT_OUT.split(clean)
    if not rest or not raw.startswith(first):
        return False
    position = len(first)
    for part in rest[:-1]:
        found = raw.find(part, position)
        if found < 0:
            return False
        position = found + len(part)
    return raw.endswith(rest[-1]) and len(raw) - len(rest[-1]) >= position


def _status(ours: list[bytes], theirs: list[bytes], common: int) -> str:
    if common == len(ours) == len(theirs):
        return UNCHANGED
    if common in (len(ours), len(theirs)):
        return CHECKPOINT_NEWER if common == len(ours) else LOCAL_NEWER
    return classify_timestamps((_last_time(ours), len(ours)), (_last_time(theirs), len(theirs)))


def classify_timestamps(local: tuple[float | None, int], stored: tuple[float | None, int]) -> str:
    """For transcripts that part ways: the time of the last dated record, and how many lines there are."""
    if local[0] is None:
        return CHECKPOINT_NEWER
    if stored[0] is None or local > stored:
        return LOCAL_NEWER
    return UNCHANGED if local == stored else CHECKPOINT_NEWER


def _last_time(lines: list[bytes]) -> float | None:
    """Of the last record that has one: the last line often has none."""
    for line in reversed(lines):
        try:
            record = json_text.decode(line)
        except (ValueError, RecursionError):
            continue
        text = record.get("timestamp") if isinstance(record, dict) else None
        time = clock.timestamp(text) if isinstance(text, str) else None
        if time is not None:
            return time
    return None
