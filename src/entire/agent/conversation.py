"""The conversation in a stored transcript, for any agent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from entire.agent import registry
from entire.agent.entries import Entry
from entire.agent.protocol import Reader
from entire.transcript.layout import Layout, Record

MOST_SHOWN = 100_000  # records
LONGEST = 8 * 1024 * 1024  # bytes of a record: as text, it takes up to four times as much
_MOST_PARTS = 200_000  # of a record: each list and object takes memory


def is_sane(piece: bytes) -> bool:
    """Whether a record of a stranger can be decoded without harm."""
    if len(piece) < 2 * _MOST_PARTS:
        return True
    return len(piece) <= LONGEST and piece.count(b"{") + piece.count(b"[") < _MOST_PARTS


def entries(transcript: bytes, agent_type: str, start: int = 0) -> list[Entry]:
    """The conversation from a position on."""
    agent = registry.reader(agent_type)
    records = records_of(agent, transcript, start)
    return [entry for record in agent.current(records) for entry in agent.entries_of(record)]


def records_of(agent: Reader, transcript: bytes, start: int, most: int = MOST_SHOWN) -> list[Record]:
    """The records from a position on."""
    layout = agent.layout()
    return [*decoded(agent, layout.some(layout.closed(transcript), start, most))]


def decoded(agent: Reader, pieces: Iterable[bytes]) -> Iterator[Record]:
    """Records one at a time: all of them together take several times as much memory as the transcript."""
    layout = agent.layout()
    for piece in pieces:
        record = layout.decode(piece) if is_sane(piece) else None
        if record is not None:
            yield record


def end(transcript: bytes, agent_type: str) -> int:
    """The position after a stored transcript's last record."""
    layout = registry.reader(agent_type).layout()
    return layout.end(layout.closed(transcript))


def prompt_at(
    agent_type: str,
    parts: Sequence[str],
    position: int,
    read: Callable[[str], bytes | None],
    counts: dict[str, int],
) -> str:
    """The prompt in the record at a position of a stored transcript; empty if the record has none.

    ``parts`` are the ids of its segments, which ``read`` gets. ``counts`` has the number of records of known
    segments, which are not read unless they have the prompt. Adds those that it reads.
    """
    agent = registry.by_type(agent_type)
    if agent is None:
        return ""
    record = _record_at(agent.layout(), parts, position, read, counts)
    return agent.prompt_of(record) if record is not None else ""


def _record_at(
    layout: Layout,
    parts: Sequence[str],
    position: int,
    read: Callable[[str], bytes | None],
    counts: dict[str, int],
) -> Record | None:
    left = position
    for oid in parts if left >= 0 else ():
        if left >= counts.get(oid, left + 1):
            left -= counts[oid]
            continue
        data = read(oid)
        if data is None:  # positions after it are unknown
            break
        pieces = layout.split(layout.join([data, b""]))[1]  # with what separates it from the next
        counts[oid] = len(pieces)
        if left < len(pieces):
            return layout.decode(pieces[left])
        left -= len(pieces)
    return None
