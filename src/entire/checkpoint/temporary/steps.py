"""One session's steps on a shadow branch that it may share with others.

A session that was rewound to an earlier step continues from there. If no other session has added steps since,
the branch is moved back. Otherwise their steps stay: we add a commit that restores the session's part of the
tree, with the earlier step as its second parent. For this session only, that second parent is the step before
the commit.
"""

from __future__ import annotations

from itertools import islice

from entire.checkpoint import trailers
from entire.checkpoint.branch import advance
from entire.checkpoint.temporary.carry import SUBJECT as CARRIED
from entire.checkpoint.temporary.carry import changes_of
from entire.checkpoint.temporary.read import TemporaryCheckpointInfo, first_parents, read_step
from entire.checkpoint.temporary.snapshots import BASE, IN_TURN, last_snapshot, read_snapshot
from entire.checkpoint.temporary.write import delete_shadow_branch
from entire.core.paths import session_metadata_dir
from entire.core.value import Value
from entire.git.identity import Author
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.refs import BRANCHES
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# A branch of the user could have a name like ours: never walk its whole history.
_MOST_VISITS = 5000
_MOST_SNAPSHOTS = 1000  # of one step
_SUBJECT = "Back to: "
START = "Before: "  # and the subject of the first step


class SessionStep(Value):
    info: TemporaryCheckpointInfo
    commit: Commit
    number: int  # among the session's steps; a subagent's step has the number of the step before it
    is_start: bool = False  # before the first of them; ``commit`` is a snapshot
    prompt_line: int = 0  # of a start: the number of the record with the prompt that follows; 0: unknown


def session_steps(objects: Objects, branch_name: str, session_id: str) -> list[SessionStep]:
    """Return the session's steps, newest first, without those that were rewound."""
    steps: list[SessionStep] = []
    number = 0
    for commit, info in reversed(list(_walk(objects, branch_name, session_id))):
        number += not info.is_task_checkpoint
        steps.append(SessionStep(info, commit, number))
    return steps[::-1]


def start_of(objects: Objects, steps: Sequence[SessionStep], session_id: str) -> SessionStep | None:
    """Return the point before the first of a session's steps (newest first); None if it is unknown.

    It is the snapshot of what people had changed at the prompt or, if there was nothing, the one before.
    Work that a commit left out has no such point: its first step is the one that carries it forward.
    """
    if not steps or steps[-1].commit.subject == CARRIED:
        return None
    first, found = steps[-1], list[Commit]()
    before = objects.commit(first.commit.parents[0]) if first.commit.parents else None
    end = before if before is None or read_snapshot(before) else last_snapshot(objects, before)
    commit = last_snapshot(objects, first.commit)
    while commit is not None and end is not None and commit.oid != end.oid and len(found) < _MOST_SNAPSHOTS:
        found.append(commit)
        commit = objects.commit(commit.parents[0]) if commit.parents else None
    found.reverse()
    owners = [snapshot.owner for one in found if (snapshot := read_snapshot(one)) is not None]
    while owners[:1] == [BASE]:  # HEAD moved before
        end, found, owners = found[0], found[1:], owners[1:]
    own = [owner for owner in owners if owner.get("session_id") == session_id]
    if end is None or commit is None or not own:
        return None  # the prompt's hook did not run: nothing is known about what was there before
    start = end if owners[0] in own or IN_TURN.items() <= owners[0].items() else found[0]
    line = own[0].get("prompt_line")
    info = first.info.replace(
        commit_hash=start.oid,
        tree_hash=start.tree,
        parent="",
        message=f"{START}{first.info.message}",
        metadata_dir=session_metadata_dir(session_id),
        is_task_checkpoint=False,
        tool_use_id="",
    )
    return SessionStep(info, start, 0, is_start=True, prompt_line=line if isinstance(line, int) else 0)


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
        if back is not None and read_snapshot(back) is not None:  # back to the start
            return
        commit = back or (objects.commit(commit.parents[0]) if commit.parents else None)


def _back(objects: Objects, commit: Commit) -> Commit | None:
    """Return the step that a session was rewound to with this commit, or the snapshot of its start.

    A step, too, may have a snapshot as its second parent, but it has no third one.
    """
    second = objects.commit(commit.parents[1]) if len(commit.parents) > 1 else None
    if second is None or (read_step(second) is None and len(commit.parents) < 3):
        return None
    return second if read_step(second) is not None or read_snapshot(second) is not None else None


def go_back(
    repo: Repository,
    objects: Objects,
    branch_name: str,
    session_id: str,
    target: Commit,
    paths: Sequence[str],
    author: Author,
) -> None:
    """Make ``target`` the session's last step. ``paths`` are the files restored from ``target``.

    If that is the session's start, and the branch has no steps of others, the branch is deleted.
    """
    start = read_snapshot(target) is not None
    if start and _delete_own(repo, objects, branch_name, session_id):
        return

    def build(tip: Commit | None) -> str | None:
        if tip is None or (not start and _only_own_since(objects, tip, session_id, target)):
            return target.oid if not start else None
        folder = session_metadata_dir(session_id)
        base = trailers.base_commit(tip.message)
        message = trailers.format_step(
            _SUBJECT + target.subject, folder, session_id, trailers.strategy(target.message), base
        )
        changes = changes_of(objects, target, paths, folder)
        end = last_snapshot(objects, tip)
        with Writer(repo, objects) as writer:
            last = (end.oid,) if end is not None else (target.oid,) if start else ()
            parents = (tip.oid, target.oid, *last)
            return writer.commit(changes, message, author.identity(), parents=parents)[0]

    advance(repo, objects, BRANCHES + branch_name, build)


def _delete_own(repo: Repository, objects: Objects, branch_name: str, session_id: str) -> bool:
    """Delete a branch that has only steps of the session; return whether that is so."""
    tip = objects.commit(BRANCHES + branch_name)
    if tip is None:
        return True
    steps = (read_step(commit) for commit in islice(first_parents(objects, tip.oid), _MOST_VISITS))
    if any(step is not None and step.session_id != session_id for step in steps):
        return False
    return delete_shadow_branch(repo, branch_name, tip.oid)


def _only_own_since(objects: Objects, tip: Commit, session_id: str, target: Commit) -> bool:
    """Whether all commits of the branch since ``target`` are the session's own."""
    kept = {commit.oid for commit in islice(first_parents(objects, target.oid), _MOST_VISITS)}
    for commit in islice(first_parents(objects, tip.oid), _MOST_VISITS):
        if commit.oid in kept:
            return True
        if trailers.extract_session_id_from_commit(commit.message) != session_id:
            return False
    return True
