"""All sessions of all committed checkpoints.

There may be ten thousand: reads one list of files and one batch of small blobs, and parses each when needed.
"""

from __future__ import annotations

from typing import Any

from entire.checkpoint.ids import is_checkpoint_id
from entire.checkpoint.model import CommittedMetadata
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.core import clock, json_text
from entire.core.paths import METADATA_FILE, valid_session_id
from entire.core.pattern import pattern
from entire.core.value import Value
from entire.git.objects import list_tree
from entire.git.objects.read import Objects
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

_METADATA = pattern(rf"(..)/([^/]+)/(?:\d+/)?{METADATA_FILE.replace('.', '[.]')}\Z")


class Condensed(Value):
    """One session's part of a checkpoint."""

    checkpoint_id: str
    session_id: str
    created_at: str
    raw: dict[str, Any]

    @property
    def metadata(self) -> CommittedMetadata:
        return CommittedMetadata.from_json(self.raw)


def by_session(repo: Repository, objects: Objects) -> dict[str, list[Condensed]]:
    """Return the parts of each session, oldest first: on our branch, or else on origin's."""
    found: dict[str, list[Condensed]] = {}
    seen: set[str] = set()
    for ref in (CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF):
        tip = objects.commit(ref)
        if tip is None:
            continue
        places = _places(repo, tip.tree, seen)
        seen.update(id for id, _ in places)
        for (id, _), blob in zip(places, objects.read_many(oid for _, oid in places), strict=True):
            part = _part(id, blob.data) if blob is not None else None
            if part is not None:
                found.setdefault(part.session_id, []).append(part)
    for parts in found.values():
        parts.sort(key=lambda part: clock.timestamp(part.created_at) or 0.0)
    return found


def _places(repo: Repository, tree: str, seen: Collection[str]) -> list[tuple[str, str]]:
    """Return the checkpoint and the metadata blob of every session."""
    slots: list[tuple[str, str]] = []
    roots: dict[str, str] = {}  # in early versions, the root describes the only session
    for path, oid in list_tree.blobs(repo, tree):
        match = _METADATA.match(path)
        id = match[1] + match[2] if match else ""
        if id in seen or not is_checkpoint_id(id):
            continue
        if path.count("/") == 2:
            roots[id] = oid
        else:
            slots.append((id, oid))
            roots.pop(id, None)
    known = {id for id, _ in slots}
    return [*slots, *((id, oid) for id, oid in roots.items() if id not in known)]


def _part(checkpoint_id: str, data: bytes) -> Condensed | None:
    """Parse a session's metadata; None if it is not readable or its id is invalid (I6)."""
    try:
        raw = json_text.decode(data)
    except ValueError:
        return None
    session = raw.get("session_id") if isinstance(raw, dict) else None
    if not isinstance(session, str) or not valid_session_id(session):
        return None
    created = raw.get("created_at")
    return Condensed(checkpoint_id, session, created if isinstance(created, str) else "", raw)
