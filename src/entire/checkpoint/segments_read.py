"""Read transcripts that are stored in segments."""

from __future__ import annotations

from entire.checkpoint import segments
from entire.core import json_text
from entire.git.objects.read import Objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

GEMINI = "Gemini CLI"


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
    if agent == GEMINI and len(parts) > 1:
        joined = _join_messages(parts)
        if joined is not None:
            return joined
    return b"\n".join(parts)


def _join_messages(parts: list[bytes]) -> bytes | None:
    """Join a Gemini document that the reference cut by messages; None if these are not its parts."""
    messages: list[Any] = []
    for part in parts:
        try:
            document = json_text.decode(part)
        except ValueError:
            return None
        if not isinstance(document, dict) or not isinstance(document.get("messages"), list):
            return None
        messages += document["messages"]
    return json_text.encode_line({"messages": messages}).encode()
