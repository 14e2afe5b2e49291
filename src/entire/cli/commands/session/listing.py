"""What `entire session list` shows."""

from __future__ import annotations

from entire.cli import reading
from entire.cli.commands.session import recorded
from entire.cli.commands.session.facts import SessionList, rows
from entire.cli.narrowed import Filter
from entire.git.repository import Repository
from entire.search.where import NOTHING, Where
from entire.session import find
from entire.session.store import Store
from entire.strategy.sessions import Session, list_sessions


def gather(repo: Repository, *, every: bool = False, where: Where = NOTHING, grep: str = "") -> SessionList:
    """The open sessions of all worktrees, or all sessions, including those only in checkpoints.

    With a filter, those of all sessions that match.
    """
    if where != NOTHING or grep.strip():
        with reading.open_index(repo) as index:
            narrow = Filter(index, where, grep)
            known = list_sessions(index)
            wanted = narrow.sessions(known)
            found = rows(repo, wanted, [one.state.session_id for one in known])
            return SessionList(recorded.add(index, wanted, found), 0, True)
    if every:
        with reading.open_index(repo) as index:
            every_one = list_sessions(index)
            return SessionList(recorded.add(index, every_one, rows(repo, every_one)), 0)
    store = Store(repo)
    live = sorted(store.live(), key=find.last_seen, reverse=True)
    opened = [Session(state, True) for state in live if find.is_open(state)]
    ids = {*(state.session_id for state in live), *store.ended_ids()}
    return SessionList(rows(repo, opened, list(ids)), len(ids) - len(opened))
