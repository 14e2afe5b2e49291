"""One session's steps on a shadow branch that it may share with others.

A session that was rewound to an earlier step continues from there. If no other session has added steps since,
the branch is moved back. Otherwise their steps stay: we add a commit that restores the session's part of the
tree, with the earlier step as its second parent. For this session only, that second parent is the step before
the commit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from entire.checkpoint import trailers
from entire.checkpoint.branch import advance
from entire.checkpoint.temporary.carry import changes_of
from entire.checkpoint.temporary.read import TemporaryCheckpointInfo, first_parents, read_step
from entire.checkpoint.temporary.snapshots import last_snapshot
from entire.core.paths import session_metadata_dir
from entire.core.value import Value
from entire.git.identity import Author
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.refs import BRANCHES
from entire.git.repository import Repository

# A branch of the user could have a name like ours: never walk its whole history.
_MOST_VISITS = 5000
_SUBJECT = "Back to: "


class SessionStep(Value):
    info: TemporaryCheckpointInfo
    commit: Commit
    number: int  # among the session's steps; a subagent's step has the number of the step before it


def session_steps(objects: Objects, branch_name: str, session_id: str) -> list[SessionStep]:
    """Return the session's steps, newest first, without those that were rewound."""
    steps: list[SessionStep] = []
    number = 0
    for commit, info in reversed(list(_walk(objects, branch_name, session_id))):
        number += not info.is_task_checkpoint
        steps.append(SessionStep(info, commit, number))
    return steps[::-1]


def _walk(
    objects: Objects, branch_name: str, session_id: str
) -> Iterator[tuple[Commit, TemporaryCheckpointInfo]]:
    commit = objects.commit(BRANCHES + branch_name)
    for _ in range(_MOST_VISITS):
        if commit is None:
            return
        info = read_step(commit)
        own = info is not None and info.session_id == session_id
        back = _back(objects, commit) if own else None
        if own and info is not None and back is None:
            yield commit, info
        commit = back or (objects.commit(commit.parents[0]) if commit.parents else None)


def _back(objects: Objects, commit: Commit) -> Commit | None:
    """Return the step that a session was rewound to with this commit."""
    second = objects.commit(commit.parents[1]) if len(commit.parents) > 1 else None
    return second if second is not None and read_step(second) is not None else None


def go_back(
    repo: Repository,
    objects: Objects,
    branch_name: str,
    session_id: str,
    target: Commit,
    paths: Sequence[str],
    author: Author,
) -> None:
    """Make ``target`` the session's last step. ``paths`` are the files restored from ``target``."""

    def build(tip: Commit | None) -> str | None:
        if tip is None or _only_own_since(objects, tip, session_id, target):
            return target.oid
        folder = session_metadata_dir(session_id)
        base = trailers.base_commit(tip.message)
        message = trailers.format_step(
            _SUBJECT + target.subject, folder, session_id, trailers.strategy(target.message), base
        )
        changes = changes_of(objects, target, paths, folder)
        end = last_snapshot(objects, tip)
        with Writer(repo, objects) as writer:
            parents = (tip.oid, target.oid, *((end.oid,) if end is not None else ()))
            return writer.commit(changes, message, author.identity(), parents=parents)[0]

    advance(repo, objects, BRANCHES + branch_name, build)


def _only_own_since(objects: Objects, tip: Commit, session_id: str, target: Commit) -> bool:
    """Whether all commits of the branch since ``target`` are the session's own."""
    kept = {commit.oid for commit in islice(first_parents(objects, target.oid), _MOST_VISITS)}
    for commit in islice(first_parents(objects, tip.oid), _MOST_VISITS):
        if commit.oid in kept:
            return True
        if trailers.extract_session_id_from_commit(commit.message) != session_id:
            return False
    return True
