"""Our copies of transcripts that are no longer needed, because a checkpoint has all of their content.

A copy makes the next turn cheap. A session that has ended has no next turn; if it is resumed after all, its
transcript is read again, once.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from entire.checkpoint import condensed
from entire.checkpoint.committed.read import find_stored
from entire.checkpoint.condensed import Condensed
from entire.core import files
from entire.core.paths import CONTENT_HASH_FILE, METADATA_DIR, TRANSCRIPT_FILE, valid_session_id
from entire.git.objects.read import SMALL, Objects
from entire.git.repository import Repository
from entire.git.worktree import worktrees
from entire.session.find import last_seen
from entire.session.state import STALE_AFTER_SECONDS, State
from entire.session.store import BrokenState, Store

_BLOCK = 1 << 20


class Copy(NamedTuple):
    session_id: str
    path: str
    bytes: int


def unneeded(places: Sequence[Repository], objects: Objects, store: Store) -> list[Copy]:
    """Return the copies of sessions that have been over for a week, in these worktrees."""
    found = worktrees.each(places, lambda place: list(_copies(place)))
    over = [copy for there in found for copy in there if _is_over(store, copy.session_id)]
    stored = condensed.by_session(places[0], objects) if over else {}
    return [
        copy
        for copy in over
        if copy.session_id in stored and _holds(objects, stored[copy.session_id][-1], copy)
    ]


def _copies(place: Repository) -> Iterator[Copy]:
    top = place.path(METADATA_DIR)
    if os.path.realpath(top) != os.path.normpath(top) or not os.path.isdir(top):
        return
    for name in sorted(os.listdir(top)):
        folder = os.path.join(top, name)
        path = os.path.join(folder, TRANSCRIPT_FILE)
        if valid_session_id(name) and os.path.isfile(path) and not os.path.islink(folder):
            yield Copy(name, path, os.lstat(path).st_size)


def _is_over(store: Store, session_id: str) -> bool:
    try:
        state = store.load(session_id)
    except BrokenState:
        return False
    return state is not None and is_over(state, time.time())


def is_over(state: State, now: float) -> bool:
    """Pure: whether a session has no open work, and no interaction for a week."""
    waits = state.is_active or state.has_work or state.condensed_branches or state.places
    return not waits and now - last_seen(state) > STALE_AFTER_SECONDS


def _holds(objects: Objects, part: Condensed, copy: Copy) -> bool:
    """Whether a session's last checkpoint has the whole copy."""
    found = find_stored(objects, part.checkpoint_id)
    index = found[1].index_of(copy.session_id) if found is not None else None
    if found is None or index is None:
        return False
    entry = found[1].slot_entries(objects, index, SMALL).get(CONTENT_HASH_FILE)
    stored = objects.blob(entry.oid) if entry is not None else None
    return stored is not None and stored.decode("utf-8", "replace") == f"sha256:{_digest(copy.path)}"


def _digest(path: str) -> str:
    digest = hashlib.sha256()
    descriptor = files.open_regular(path)
    if descriptor is None:
        return ""
    with open(descriptor, "rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
