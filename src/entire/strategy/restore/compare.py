"""A transcript that is here and one that a checkpoint holds: which is ahead, and what to write.

What is stored was redacted, perhaps by other rules than today's, so records are compared with that in mind:
one is the other if they are equal, or if one is the other with secrets put out. In order:

1. the same records: unchanged;
2. one ends where the other goes on: the longer one is newer;
3. they part ways: the one whose last dated record is later. A local transcript without any date gives way, a
   stored one never wins without; at the same date the longer one is newer.

Records that both have are written as they are here: nobody gets back a secret of theirs as `REDACTED`.
"""

from __future__ import annotations

import re

from entire.agent.protocol import Agent
from entire.core.value import Value
from entire.transcript.layout import Pieces

NEW = "new"
UNCHANGED = "unchanged"
CHECKPOINT_NEWER = "checkpoint_newer"
LOCAL_NEWER = "local_newer"

_PUT_OUT = re.compile(rb"\[REDACTED_[A-Z0-9_]+\]|REDACTED")


class Compared(Value):
    status: str
    content: bytes  # the stored transcript, with the records that are here as they are here
    keeps: bool = True  # nothing of what is here would be gone


def compare(agent: Agent, local: bytes | None, stored: bytes) -> Compared:
    head, theirs, tail = _split(agent, stored)
    if local is None:
        return Compared(NEW, head + b"".join(theirs) + tail)
    our_head, ours, our_tail = _split(agent, local)
    common = _common(ours, theirs)
    content = b"".join(
        [
            our_head if same_record(our_head, head) else head,
            *ours[:common],
            *theirs[common:],
            our_tail if same_record(our_tail, tail) else tail,
        ]
    )
    keeps = common == len(ours) and same_record(our_head, head) and same_record(our_tail, tail)
    return Compared(_status(agent, ours, theirs, common), content, keeps)


def _split(agent: Agent, content: bytes) -> Pieces:
    """Without blank records at the end. All are complete: the agent will append to them."""
    layout = agent.layout()
    head, records, tail = layout.split(layout.closed(content))
    while records and not records[-1].strip():
        records.pop()
    return head, records, tail


def _common(ours: list[bytes], theirs: list[bytes]) -> int:
    """How many records both begin with."""
    for index, (our, their) in enumerate(zip(ours, theirs, strict=False)):
        if not same_record(our, their):
            return index
    return min(len(ours), len(theirs))


def same_record(a: bytes, b: bytes) -> bool:
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


def _status(agent: Agent, ours: list[bytes], theirs: list[bytes], common: int) -> str:
    if common == len(ours) == len(theirs):
        return UNCHANGED
    if common in (len(ours), len(theirs)):
        return CHECKPOINT_NEWER if common == len(ours) else LOCAL_NEWER
    return classify_timestamps((_last_time(agent, ours), len(ours)), (_last_time(agent, theirs), len(theirs)))


def classify_timestamps(local: tuple[float | None, int], stored: tuple[float | None, int]) -> str:
    """For transcripts that part ways: the time of the last dated record, and how many records there are."""
    if local[0] is None:
        return CHECKPOINT_NEWER
    if stored[0] is None or local > stored:
        return LOCAL_NEWER
    return UNCHANGED if local == stored else CHECKPOINT_NEWER


def _last_time(agent: Agent, pieces: list[bytes]) -> float | None:
    """Of the last record that has one: the last record often has none."""
    layout = agent.layout()
    records = (record for piece in reversed(pieces) if (record := layout.decode(piece)) is not None)
    return next((time for record in records if (time := agent.record_time(record)) is not None), None)
