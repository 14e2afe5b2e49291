"""The sessions that `entire explain --session` matches."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from entire.checkpoint.index.index import Index
from entire.core import prefix as prefixes
from entire.strategy.sessions import list_sessions


class Matches(NamedTuple):
    sessions: list[str]  # matching ids, latest interaction first
    near: list[str]  # similar ids, if none match
    checkpoints: list[str]  # theirs, among those in the list
    elsewhere: int  # number of their other checkpoints


def find(index: Index, prefix: str, among: Collection[str]) -> Matches:
    known = [session.state.session_id for session in list_sessions(index)]
    ids = prefixes.matching(known, prefix)
    theirs = dict.fromkeys(done.checkpoint_id for id in ids for done in index.done_by(id))
    listed = set(among)
    shown = [id for id in theirs if id in listed]
    near = [] if ids else prefixes.near(known, prefix)
    return Matches(ids, near, shown, len(theirs) - len(shown))
