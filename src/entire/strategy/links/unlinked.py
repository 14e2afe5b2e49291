"""Find commits with files that a session wrote, but without a link.

No hook ran, the user declined the link, or edited everything until nothing was left of the session's version.
"""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.committed.read import read_session_metadata
from entire.checkpoint.names import NOTES_REF
from entire.core.value import Value
from entire.git import diff, history, reflog
from entire.git.history import LoggedCommit
from entire.git.objects.read import Objects
from entire.git.reflog import Move
from entire.git.repository import Repository
from entire.git.worktree import status
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.links.by_hand import written

_MOVES = 50  # of HEAD
REFUSED = "0" * 12  # in a note: the user wants no link, to any checkpoint


class Unlinked(Value):
    commit: str
    subject: str
    session_id: str
    paths: list[str]  # that the session wrote


def find(repo: Repository, store: Store) -> list[Unlinked]:
    """The commits made in this worktree, newest first. Costs little if all work is linked."""
    states = store.in_worktree(repo.worktree_id)
    ours = {state.session_id: files for state in states if (files := written(repo, store, state))}
    if not ours:
        return []
    moves = reflog.moves(repo, _MOVES)
    logged, bare = _made(repo, moves)
    if not bare:
        return []
    waiting = {entry.path for entry in status.read(repo).changed}
    changes = {oid: set(found) for oid, found in diff.changes_of(repo, logged).items()}
    since = {state.session_id: _since(state.attribution_base_commit, moves) for state in states}
    with Objects(repo) as objects:
        done = {state.session_id: _linked_files(objects, state, logged, changes) for state in states}
    found = choose(
        {id: files - waiting - done[id] for id, files in ours.items()},
        {oid: changes.get(oid, set()) for oid in bare},
        {id: [oid for oid in bare if oid in since[id]] for id in ours},
    )
    return [Unlinked(oid, logged[oid].subject, id, files) for oid, id, files in found]


class Made(Value):
    """The commits that were made since HEAD was at another one."""

    commits: list[LoggedCommit]  # newest first, also those of others
    bare: set[str]  # which of them may lack a link
    amended: dict[str, str]  # those that were amended before they had a link, each with its last version


def made_since(repo: Repository, base: str) -> Made:
    moves = reflog.moves(repo, _MOVES)
    logged, bare = _made(repo, moves)
    since = _since(base, moves)
    newest: dict[str, str] = {}
    for move in moves:
        if move.action == reflog.AMEND and move.oid in since:
            newest.setdefault(move.before, newest.get(move.oid, move.oid))
    unknown = since.intersection(oid for oid, commit in logged.items() if not _is_known(commit))
    amended = {old: new for old, new in newest.items() if old in unknown}
    return Made([one for oid, one in logged.items() if oid in since], since.intersection(bare), amended)


def _made(repo: Repository, moves: list[Move]) -> tuple[dict[str, LoggedCommit], list[str]]:
    """The commits made in this worktree, newest first; and those that are still there and may lack a link.

    They have none, or amended one that had none: then theirs is to what others added.
    """
    made = [move.oid for move in moves if move.action.startswith("commit")]
    logged = {commit.oid: commit for commit in history.log_of(repo, dict.fromkeys(made), NOTES_REF)}
    gone = history.not_in_head(repo, list(logged))
    bare = {oid for oid, commit in logged.items() if not _is_known(commit)}
    for move in reversed(moves):
        if move.action == reflog.AMEND and move.before in bare and not _is_refused(logged.get(move.oid)):
            bare.add(move.oid)
    return logged, [oid for oid in logged if oid in bare and oid not in gone]


def _linked_files(
    objects: Objects, state: State, logged: dict[str, LoggedCommit], changes: dict[str, set[str]]
) -> set[str]:
    """The files that commits have as the session's current work: some of it was committed, the rest waits."""
    found: set[str] = set()
    end = state.token_transcript_start  # where the last checkpoint ended; tokens are counted once
    for oid, commit in logged.items():
        for id in trailers.checkpoint_ids(commit.message):
            part = read_session_metadata(objects, id, state.session_id)
            if part is not None and end > state.checkpoint_transcript_start:
                found |= changes.get(oid, set()) & set(part.files_touched)
                end = part.get_token_start()
    return found - set(state.files_touched)


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


def _since(base: str, moves: list[Move]) -> set[str]:
    """The commits that HEAD moved to since it was at one."""
    at = next((at for at, move in enumerate(moves) if move.oid == base), None)
    if at is None:  # longer ago, or never here
        at = len(moves) if len(moves) == _MOVES else 0
    return {move.oid for move in moves[:at]}


def _is_known(commit: LoggedCommit) -> bool:
    """Whether it has a link, or the user removed the one that it had."""
    return bool(trailers.checkpoint_ids(commit.message)) or _is_refused(commit)


def _is_refused(commit: LoggedCommit | None) -> bool:
    return commit is not None and bool(trailers.unlinked_ids(commit.message))
