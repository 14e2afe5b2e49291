"""The linked commits that HEAD was reset from: the next commit often contains their work again."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.committed.read import stored_sessions
from entire.checkpoint.names import NOTES_REF
from entire.core.value import Value
from entire.git import reflog
from entire.git.diff import FileChange
from entire.git.notes import read_note
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.strategy.links import seen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_MOST = 20  # commits that one reset undoes


class Replaced(Value):
    """What HEAD was reset from."""

    old: Commit
    new: Commit  # where HEAD was reset to
    checkpoint_ids: list[str]  # of the commits in between, the latest last


def replaced(repo: Repository, objects: Objects, commit: str = "") -> Replaced | None:
    """What HEAD was reset from before a commit was made, or just now. Starts no process."""
    tip, base = seen.reset_before(repo, commit)
    old, new = (objects.commit(tip), objects.commit(base)) if tip else (None, None)
    if old is None or new is None:
        return None
    notes = objects.commit(NOTES_REF)
    found: list[str] = []
    one: Commit | None = old
    for _ in range(_MOST):
        if one is None or one.oid == base:
            break
        note = read_note(objects, notes.tree, one.oid) if notes is not None else ""
        found = [*trailers.checkpoint_ids(f"{one.message}\n{note}"), *found]
        one = objects.commit(one.parents[0]) if one.parents else None
    there = one is not None and one.oid == base
    return Replaced(old, new, list(dict.fromkeys(found))) if there and found else None


def of_others(
    repo: Repository, objects: Objects, session_id: str, changes: Mapping[str, FileChange]
) -> set[str]:
    """The changes that a commit makes again, whose checkpoints have nothing of this session."""
    found = replaced(repo, objects) or replaced(repo, objects, reflog.tip(repo))
    if found is None or any(session_id in stored_sessions(objects, id) for id in found.checkpoint_ids):
        return set()
    paths = set()
    for path, change in changes.items():
        now = change.new_oid if change.status != "D" else ""
        before, after = (objects.entry(one.tree, path) for one in (found.old, found.new))
        if (before.oid if before else "") == now != (after.oid if after else ""):
            paths.add(path)
    return paths
