"""What a commit made now would link."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from entire.git import diff
from entire.git.repository import Repository
from entire.git.worktree import status
from entire.session.store import Store


class NextCommit(NamedTuple):
    paths: list[str]
    session_ids: list[str]
    staged: bool  # whether these are staged; if not, nothing is staged yet


def preview(repo: Repository, store: Store) -> NextCommit | None:
    """What a commit made now would link; None if no session has work here."""
    touched = {state.session_id: state.files_touched for state in store.in_worktree(repo.worktree_id)}
    if not any(touched.values()):
        return None
    now = status.read(repo)
    if not now.head:
        return None
    staged = {change.path for change in diff.staged_changes(repo)}
    return choose(touched, staged, {entry.path for entry in now.changed})


def choose(
    touched: dict[str, list[str]], staged: Collection[str], changed: Collection[str]
) -> NextCommit | None:
    """Pure: the sessions' files among the staged files, or among all changes if nothing is staged."""
    wanted = staged or changed
    linked = {session: [path for path in paths if path in wanted] for session, paths in touched.items()}
    files = sorted({path for paths in linked.values() for path in paths})
    if not files and not staged:
        return None
    return NextCommit(files, [session for session, paths in linked.items() if paths], bool(staged))
