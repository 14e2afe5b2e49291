"""Read a checkpoint's own part of a stored transcript, without the segments in front of it.

A long session has its whole transcript in each checkpoint. How many records a segment has is in the index.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entire.agent import registry
from entire.checkpoint.index.index import Index
from entire.checkpoint.model import CommittedMetadata
from entire.checkpoint.segments_read import part_ids, read_parts, read_transcript
from entire.core import log
from entire.core.errors import EntireError
from entire.numbers.by_model import BEFORE, Part, read_part, try_part
from entire.transcript import lines


class Counts:
    """How many records segments have, as the index knows it; what is new is written together."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._new: dict[str, int] = {}

    def of(self, oids: Sequence[str]) -> dict[str, int]:
        new = {oid: self._new[oid] for oid in oids if oid in self._new}
        return self._index.record_counts(oid for oid in oids if oid not in new) | new

    def add(self, counts: Mapping[str, int]) -> None:
        self._new |= counts

    def write(self) -> None:
        self._index.keep_record_counts(self._new)
        self._new = {}


def read(
    index: Index, counts: Counts, folder: str, metadata: CommittedMetadata, start: int, limit: int
) -> tuple[Part, str, int]:
    """Return what the part says, the agent, and how many bytes of a transcript were read for it."""
    short = _read_end(index, counts, folder, metadata.agent, start, limit)
    if short is not None:
        return short[0], metadata.agent, short[1]
    transcript = read_transcript(index.objects, folder, metadata.agent, limit, decoded=True) or b""
    kind = registry.stored_type(metadata.agent, transcript)
    return of_transcript(kind, transcript, start), kind, len(transcript)


def of_transcript(agent_type: str, transcript: bytes, start: int) -> Part:
    agent = registry.by_stored_type(agent_type)
    if agent is None or not transcript:
        return Part({})
    try:
        return read_part(agent, transcript, start)
    except EntireError as error:  # of a program that reads its transcripts
        log.warn("a transcript cannot be read", component="numbers", agent=agent_type, error=error.message)
        return Part({})


def _read_end(
    index: Index, counted: Counts, folder: str, agent_type: str, start: int, limit: int
) -> tuple[Part, int] | None:
    """Read the last segments only; None if that is not possible."""
    agent = registry.by_type(agent_type) if agent_type in _known_types() else None
    oids = part_ids(index.objects, folder)
    if agent is None or agent.layout() is not lines or start <= BEFORE or len(oids) < 2:
        return None
    counts = counted.of(oids)
    skipped = 0
    while len(oids) > 1 and skipped + counts.get(oids[0], start) <= start - BEFORE:
        skipped += counts[oids.pop(0)]
    parts = [data for data in read_parts(index.objects, oids, limit) or () if data is not None]
    if len(parts) < len(oids):
        return None
    sealed = zip(oids[:-1], parts[:-1], strict=True)
    counted.add({oid: data.count(b"\n") + 1 for oid, data in sealed if oid not in counts})
    part, nameless = try_part(agent, lines.join(parts), start - skipped)
    return None if nameless else (part, sum(map(len, parts)))


def _known_types() -> set[str]:
    """Agents that come with entire: others may ask a program about each record."""
    return {kind for _, kind in registry.AGENTS.values()}
