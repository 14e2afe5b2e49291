"""What is searched of a committed checkpoint: documents with their texts, made the same way every time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from entire.agent import registry
from entire.checkpoint.committed import slots as committed_slots
from entire.checkpoint.committed.read import prompts_of, with_agent
from entire.checkpoint.committed.slots import MOST_SESSIONS, Stored
from entire.checkpoint.ids import checkpoint_path
from entire.checkpoint.model import CommittedMetadata
from entire.checkpoint.overview import seconds
from entire.checkpoint.segments_read import is_large_document, part_ids, read_parts
from entire.core.text import split_prompts
from entire.core.value import Value
from entire.git.objects.read import LARGEST, SMALL, Objects
from entire.search import turns
from entire.search.tables import ANSWERS, FACTS, FILES, PROMPTS, SUBAGENT, SUMMARIES, TOOLS, TURN

TASKS = "tasks"
_MOST_SUBAGENTS = 200


class Doc(Value):
    """What one hit is: a turn, or what is known of the whole part."""

    kind: int
    number: int  # of the turn
    name: str  # the blob of a subagent's transcript, the id of a commit
    time: float  # 0: unknown
    texts: dict[str, str]  # by column


class StoredPart(Value):
    """A session's part of a checkpoint."""

    number: int
    metadata: CommittedMetadata
    docs: list[Doc]
    start: Start
    whole: bool  # nothing of it is missing in this clone


class Start(Value):
    """Where a part begins in its transcript: how many segments come before, and the position in the rest."""

    skip: int = 0
    position: int = 0


class Tail(Value):
    data: bytes
    start: Start  # of the part; `data` may begin earlier
    position: int  # in the data
    whole: bool = True  # nothing is missing in this clone


class Segments:
    """Reads transcripts from a position on, and remembers how many records segments have."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self._counts: dict[str, int] = {}

    def tail(
        self,
        oids: list[str],
        agent_type: str,
        position: int,
        known: Start | None = None,
        limit: int = LARGEST,
    ) -> Tail:
        """Return the end of a transcript in segments; with ``known``, those that come before are not read."""
        start = known or self._start(oids, position)
        if registry.by_type(agent_type) is None:  # the first segment shows which it is
            start = Start(0, position)
        rest = oids[start.skip :]
        found = read_parts(self.objects, rest, limit)
        parts = [data for data in found or () if data is not None]
        if found is None or not parts:
            return Tail(b"", Start(), 0, not oids or found is None)
        layout = registry.stored_layout(registry.stored_type(agent_type, parts[0]))
        if is_large_document(self.objects, oids[0], agent_type, parts):
            return Tail(b"", Start(), 0)
        if known is None:
            for oid, data in zip(rest[:-1], found[:-1], strict=True):
                if data is not None:
                    self._counts[oid] = layout.end(layout.join([data, b""]))
        return Tail(layout.join(parts), self._start(oids, position), start.position, None not in found)

    def _start(self, oids: list[str], position: int) -> Start:
        skip = 0
        while skip < len(oids) - 1 and self._counts.get(oids[skip], position + 1) <= position:
            position -= self._counts[oids[skip]]
            skip += 1
        return Start(skip, position)


def read(objects: Objects, segments: Segments, checkpoint_id: str, tree: str) -> Iterator[StoredPart]:
    """Yield the parts of the checkpoint in a tree."""
    left = LARGEST  # of all transcripts of a checkpoint
    for stored, number, metadata, last in _slots(objects, checkpoint_id, tree):
        part, size = _part(objects, segments, stored, number, metadata, tasks=last, limit=left)
        left -= size
        yield part


def read_one(objects: Objects, checkpoint_id: str, tree: str, number: int, start: Start) -> StoredPart | None:
    """Return one part of the checkpoint in a tree; None if it is gone."""
    segments = Segments(objects)
    for stored, found, metadata, last in _slots(objects, checkpoint_id, tree):
        if found == number:
            return _part(objects, segments, stored, found, metadata, tasks=last, start=start)[0]
    return None


def _slots(
    objects: Objects, checkpoint_id: str, tree: str
) -> Iterator[tuple[Stored, int, CommittedMetadata, bool]]:
    """Yield the sessions of a checkpoint by number, and whether each is the last one."""
    stored = committed_slots.read(objects, checkpoint_path(checkpoint_id), tree, SMALL)
    # In early versions, the root describes the only session.
    slots = stored.slots or [CommittedMetadata.from_json(stored.summary.to_json())]
    found = [(number, slot) for number, slot in enumerate(slots[:MOST_SESSIONS]) if slot is not None]
    for number, metadata in found:
        yield stored, number, metadata, number == found[-1][0]


def _part(
    objects: Objects,
    segments: Segments,
    stored: Stored,
    number: int,
    metadata: CommittedMetadata,
    *,
    tasks: bool,
    start: Start | None = None,
    limit: int = LARGEST,
) -> tuple[StoredPart, int]:
    """Return a part, and how many bytes of a transcript were read for it.

    ``tasks``: with its subagents. Nothing says which session they belong to; usually there is one.
    """
    entry = stored.entries.get(str(number))
    directory = entry.oid if entry is not None and entry.is_tree else "" if stored.slots else stored.tree
    position = metadata.get_transcript_start()
    tail = Tail(b"", Start(), 0)
    if directory:
        tail = segments.tail(part_ids(objects, directory), metadata.agent, position, start, limit)
    metadata = with_agent(metadata, tail.data)
    created = seconds(metadata.created_at)
    prompts = split_prompts(prompts_of(objects, stored, number))
    asked = turns.of_transcript(tail.data, metadata.agent, tail.position) or [
        turns.Turn(created, prompt=prompt) for prompt in prompts
    ]
    docs = [turn_doc(turn, TURN, at, "", created) for at, turn in enumerate(asked)]
    texts = {FILES: "\n".join(metadata.files_touched), SUMMARIES: "\n".join(_summary(metadata))}
    docs.append(Doc(FACTS, 0, "", created, texts))
    if tasks:
        docs += _subagents(objects, stored, metadata.agent, created)
    return StoredPart(number, metadata, docs, tail.start, tail.whole), len(tail.data)


def turn_doc(turn: turns.Turn, kind: int, number: int, name: str, otherwise: float) -> Doc:
    texts = {PROMPTS: turn.prompt, ANSWERS: turn.answer, TOOLS: turn.tool}
    return Doc(kind, number, name, turn.time or otherwise, texts)


def _subagents(objects: Objects, stored: Stored, agent: str, created: float) -> Iterator[Doc]:
    entry = stored.entries.get(TASKS)
    if entry is None or not entry.is_tree:
        return
    found = [blob.oid for path, blob in objects.walk(entry.oid) if path.endswith(".jsonl")]
    for oid in list(dict.fromkeys(found))[:_MOST_SUBAGENTS]:
        yield from of_subagent(objects.blob(oid) or b"", agent, oid, created)


def of_subagent(data: bytes, agent: str, name: str, created: float) -> Iterator[Doc]:
    """Yield the turns of a subagent's transcript."""
    for number, turn in enumerate(turns.of_subagent(data, agent)):
        yield turn_doc(turn, SUBAGENT, number, name, created)


def _summary(metadata: CommittedMetadata) -> Iterator[str]:
    return _strings(metadata.summary.to_json()) if metadata.summary is not None else iter(())


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)
