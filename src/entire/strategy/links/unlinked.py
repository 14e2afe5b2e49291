"""Find commits with files that a session wrote, but without a link.

No hook ran, the user declined the link, or edited everything until nothing was left of the session's version.
"""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.names import NOTES_REF
from entire.core.value import Value
from entire.git import diff, history, reflog
from entire.git.history import LoggedCommit
from entire.git.repository import Repository
from entire.git.worktree import status
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.links.by_hand import written

_MOVES = 50  # of HEAD


class Unlinked(Value):
    commit: str
    subject: str
    session_id: str
    files: list[str]  # that the session wrote


def find(repo: Repository, store: Store) -> list[Unlinked]:
    """The commits made in this worktree, newest first. Costs little if all work is linked."""
    states = store.in_worktree(repo.worktree_id)
    ours = {state.session_id: files for state in states if (files := written(repo, store, state))}
    if not ours:
        return []
    moves = reflog.moves(repo, _MOVES)
    made = [move.oid for move in moves if move.action.startswith("commit")]
    logged = {commit.oid: commit for commit in history.log_of(repo, dict.fromkeys(made), NOTES_REF)}
    bare = [oid for oid, commit in logged.items() if not _is_known(commit)]
    if not bare:
        return []
    waiting = {entry.path for entry in status.read(repo).changed}
    changes = {oid: set(found) for oid, found in diff.changes_of(repo, bare).items()}
    since = {state.session_id: _since(state, made) for state in states}
    found = choose(
        {id: files - waiting for id, files in ours.items()},
        {oid: changes.get(oid, set()) for oid in bare},
        {id: [oid for oid in made[: since[id]] if oid in changes] for id in ours},
    )
    return [Unlinked(oid, logged[oid].subject, id, files) for oid, id, files in found]


def choose(
    ours: dict[str, set[str]], changes: dict[str, set[str]], since: dict[str, list[str]]
) -> list[tuple[str, str, list[str]]]:
    """Pure: the commits without a link, each with a session and the files it wrote there.

    ``ours``: files by session, without those that wait for the next commit. ``since``: the commits made while
    the session was there, newest first. A file counts for the newest commit that has it.
    """
    found = []
    for id, files in ours.items():
        left = set(files)
        for oid in since.get(id, ()):
            shared = left & changes.get(oid, set())
            if shared:
                found.append((oid, id, sorted(shared)))
                left -= shared
    return found


def _since(state: State, made: list[str]) -> int:
    """How many of these commits were made since the session began, or since its last checkpoint."""
    base = state.attribution_base_commit
    return made.index(base) if base in made else len(made)


def _is_known(commit: LoggedCommit) -> bool:
    """Whether it has a link, or the user removed the one that it had."""
    return bool(trailers.checkpoint_ids(commit.message) or trailers.unlinked_ids(commit.message))
