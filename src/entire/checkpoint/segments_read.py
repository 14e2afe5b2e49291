"""Read transcripts that are stored in segments."""

from __future__ import annotations

from entire.agent import registry
from entire.checkpoint import segments
from entire.git.errors import GitError
from entire.git.objects.read import LARGEST, SMALL, Objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

LARGEST_DOCUMENT = 32 * 1024 * 1024  # of one that is decoded as a whole, and takes several times as much then
LARGEST_WHOLE = 512 * 1024 * 1024  # of a conversation that is put back, as large as one that we read


def read_transcript(
    objects: Objects, directory: str, agent: str = "", limit: int = LARGEST, *, decoded: bool = False
) -> bytes | None:
    """Return the transcript in a directory (the id of its tree); None if it has none, or if it is too large.

    A segment that cannot be read is left out: part of a conversation is better than nothing. ``decoded``: it
    will be, so that a document must be smaller. Whether it is one, only its beginning says.
    """
    oids = part_ids(objects, directory)
    if len(oids) > 1:
        sizes = objects.sizes(oids)
        size = sum(sizes.get(oid, 0) for oid in oids)
        if size > limit:
            objects.leave_out(directory, size)
            return None
    found = objects.read_many(oids, min(limit, LARGEST))
    parts = [part.data for part in found if part is not None and part.kind == "blob"]
    if not parts or (decoded and is_large_document(objects, directory, agent, parts)):
        return None
    return join(parts, agent)


def is_large_document(objects: Objects, id: str, agent: str, parts: Sequence[bytes]) -> bool:
    """Whether a transcript in these segments is too large to be decoded as a whole, which is noted then."""
    size = sum(map(len, parts))
    if size <= LARGEST_DOCUMENT or registry.is_lines(agent, parts[0]):
        return False
    objects.leave_out(id, size)
    return True


def read_parts(objects: Objects, oids: Iterable[str], limit: int = LARGEST) -> list[bytes | None] | None:
    """Return segments, None for those that are missing; None if together they are too large to be read.

    One after the other: a branch that was fetched can have hundreds, each almost as large as is read (I6).
    """
    found: list[bytes | None] = []
    left = limit
    for oid in oids:
        data = objects.blob(oid, left)
        if data is None and oid in objects.too_large:
            objects.leave_out(oid, limit - left + objects.too_large[oid])  # all of them up to here
            return None
        found.append(data)
        left -= len(data or b"")
    return found


def transcript_blocks(objects: Objects, directory: str, agent: str) -> Iterator[bytes]:
    """Yield the transcript in a directory in blocks, so that the agent can continue it."""
    oids = part_ids(objects, directory)
    sizes = objects.sizes(oids)
    readable = [oid for oid in oids if sizes.get(oid, LARGEST + 1) <= LARGEST]
    return registry.stored_layout(agent).restored(objects.blocks(oid) for oid in readable)


def part_ids(objects: Objects, directory: str) -> list[str]:
    """Return the blobs of the transcript in a directory, in order."""
    entries = objects.tree(directory, SMALL)
    return [entries[name].oid for name in segments.sorted_parts(entries) if not entries[name].is_tree]


def join(parts: list[bytes], agent: str = "") -> bytes:
    """Join segments by the agent's layout."""
    return registry.stored_layout(registry.stored_type(agent, parts[0])).join(parts)


def is_elsewhere(objects: Objects, directory: str) -> bool:
    """Whether a directory has a transcript whose content is not in this clone, as in a partial one."""
    oids = part_ids(objects, directory)
    try:
        return bool(oids) and not objects.sizes(oids)
    except GitError:  # git tried to fetch it
        return True
