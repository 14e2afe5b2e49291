"""One session's steps on a shadow branch that it may share with others.

A session that was taken back to an earlier step goes on from there. If nobody else has added to the branch
since, the branch is moved back. If somebody has, nothing of theirs is moved: a commit is added in which the
session's part of the tree is as it was, with that earlier step as its second parent. For this session, and
for it alone, what comes before such a commit is its second parent.
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

# A branch of the user's own could be named like one of ours: never walk its whole history.
_MOST_VISITS = 5000
_SUBJECT = "Back to: "


class SessionStep(Value):
    info: TemporaryCheckpointInfo
    commit: Commit
    number: int  # among the session's steps; those of subagents have the number of the step before them


def session_steps(objects: Objects, branch_name: str, session_id: str) -> list[SessionStep]:
    """The session's steps, newest first, without those that it was taken back from."""
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
    """The step that a session was taken back to with this commit."""
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
    """Make ``target`` the session's last step. ``paths``: files that are now as ``target`` has them."""

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
    """Whether everything that the branch has and ``target`` does not build on is the session's own."""
    kept = {commit.oid for commit in islice(first_parents(objects, target.oid), _MOST_VISITS)}
    for commit in islice(first_parents(objects, tip.oid), _MOST_VISITS):
        if commit.oid in kept:
            return True
        if trailers.extract_session_id_from_commit(commit.message) != session_id:
            return False
    return True
