"""Compare a local transcript with the one in a checkpoint: which is newer, and what to write.

The stored one is redacted, perhaps by older rules. So two records count as the same if they are equal, or if
one is the other with secrets redacted. In order:

1. the same records: unchanged; also if the agent removed earlier ones, which a checkpoint keeps;
2. one continues the other: the longer one is newer;
3. they diverge: the one whose last dated record is later is newer; at the same time, the longer one. Without
   any date, a local transcript is older and a stored one is not newer.

Records that both have are written as they are locally, so that no `REDACTED` replaces the user's own text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from entire.agent.protocol import Agent
from entire.core import files
from entire.core.value import Value
from entire.transcript.layout import Pieces

NEW = "new"
UNCHANGED = "unchanged"
CHECKPOINT_NEWER = "checkpoint_newer"
LOCAL_NEWER = "local_newer"

_REDACTED = re.compile(rb"\[REDACTED_[A-Z0-9_]+\]|REDACTED")


class Compared(Value):
    status: str
    content: bytes  # the stored transcript, with local records where both have them
    keeps: bool = True  # whether it contains everything that is local


def compare(agent: Agent, local: bytes | None, stored: bytes) -> Compared:
    if local is None:
        return Compared(NEW, agent.layout().trimmed(stored))
    head, theirs, tail = _split(agent, stored)
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


def is_file_of(path: str, blocks: Iterable[bytes]) -> bool:
    """Whether a file has exactly this content; large transcripts are not read to see that."""
    descriptor = files.open_regular(path)
    if descriptor is None:
        return False
    with open(descriptor, "rb") as file:
        return all(file.read(len(block)) == block for block in blocks) and not file.read(1)


def _split(agent: Agent, content: bytes) -> Pieces:
    """Split into complete records, since the agent will append to them."""
    layout = agent.layout()
    return layout.split(layout.trimmed(content))


def _common(ours: list[bytes], theirs: list[bytes]) -> int:
    """The number of records that both start with."""
    for index, (our, their) in enumerate(zip(ours, theirs, strict=False)):
        if not same_record(our, their):
            return index
    return min(len(ours), len(theirs))


def same_record(a: bytes, b: bytes) -> bool:
    return a == b or _is_redacted(a, b) or _is_redacted(b, a)


def _is_redacted(clean: bytes, raw: bytes) -> bool:
    """Whether ``clean`` can be ``raw`` with secrets redacted: its other parts occur in ``raw``, in order."""
    first, *rest = _REDACTED.split(clean)
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
    if common == len(ours) == len(theirs) or (common < len(ours) and _is_rest(ours, theirs)):
        return UNCHANGED
    if common in (len(ours), len(theirs)):
        return CHECKPOINT_NEWER if common == len(ours) else LOCAL_NEWER
    return classify_timestamps((_last_time(agent, ours), len(ours)), (_last_time(agent, theirs), len(theirs)))


def _is_rest(ours: list[bytes], theirs: list[bytes]) -> bool:
    """Whether ours are some of theirs, in order, up to the last one: the agent compacted its transcript."""
    if not ours or len(ours) > len(theirs) or not same_record(ours[-1], theirs[-1]):
        return False
    remaining = iter(theirs)
    return all(any(same_record(our, their) for their in remaining) for our in ours)


def classify_timestamps(local: tuple[float | None, int], stored: tuple[float | None, int]) -> str:
    """For transcripts that diverge. Each side: the time of the last dated record, the number of records."""
    if local[0] is None:
        return CHECKPOINT_NEWER
    if stored[0] is None or local > stored:
        return LOCAL_NEWER
    return UNCHANGED if local == stored else CHECKPOINT_NEWER


def _last_time(agent: Agent, pieces: list[bytes]) -> float | None:
    """The time of the last record that has one."""
    layout = agent.layout()
    records = (record for piece in reversed(pieces) if (record := layout.decode(piece)) is not None)
    return next((time for record in records if (time := agent.record_time(record)) is not None), None)
