"""Which sessions are meant where `entire explain` shows only those of one."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from entire.checkpoint.index.index import Index
from entire.core import prefix as prefixes
from entire.strategy.sessions import list_sessions


class Matches(NamedTuple):
    sessions: list[str]  # whose id starts so; latest interaction first
    near: list[str]  # where there are none: those that may be meant
    checkpoints: list[str]  # theirs, among those that were looked at
    elsewhere: int  # how many others they have


def find(index: Index, prefix: str, among: Collection[str]) -> Matches:
    known = [session.state.session_id for session in list_sessions(index)]
    ids = prefixes.matching(known, prefix)
    theirs = dict.fromkeys(done.checkpoint_id for id in ids for done in index.parts_of_session(id))
    looked_at = set(among)
    shown = [id for id in theirs if id in looked_at]
    near = [] if ids else prefixes.near(known, prefix)
    return Matches(ids, near, shown, len(theirs) - len(shown))
