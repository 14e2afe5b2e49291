"""Read transcripts that are stored in segments."""

from __future__ import annotations

from entire.agent import registry
from entire.checkpoint import segments
from entire.git.objects.read import Objects


def read_transcript(objects: Objects, directory: str, agent: str = "") -> bytes | None:
    """Return the transcript in a directory (the id of its tree); None if it has none.

    A segment that cannot be read is left out: part of a conversation is better than nothing.
    """
    entries = objects.tree(directory)
    names = [name for name in segments.sorted_parts(entries) if not entries[name].is_tree]
    found = objects.read_many(entries[name].oid for name in names)
    parts = [part.data for part in found if part is not None and part.kind == "blob"]
    return join(parts, agent) if parts else None


def join(parts: list[bytes], agent: str = "") -> bytes:
    """Join segments by the agent's layout."""
    return registry.stored_layout(agent).join(parts)
