"""After `git commit`: what the index, the session's state and the promise have to know, whatever git did."""

from __future__ import annotations

from entire.git.objects.compare_trees import changed_paths
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree import staging
from entire.session import promises
from entire.session.promises import Promise
from entire.session.store import Store
from entire.strategy.auto_commit.merging import Merging, file_at
from entire.strategy.auto_commit.plan import Plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.git.objects.tree import Entry


def is_made(head: Commit, promise: Promise) -> bool:
    """Whether a commit is the one that was promised."""
    return promise.parent in head.parents[:1] and promise.checkpoint_id in head.message


def restore_index(repo: Repository, planned: Plan) -> None:
    """Take out of the index what was staged for the commit, unless it changed since."""
    there: dict[str, object] = dict.fromkeys(planned.staged)
    there |= staging.entries(repo, list(planned.staged))
    ours = [path for path, entry in planned.staged.items() if there[path] == entry]
    intended = [path for path in planned.intended if path in ours]
    staging.set_entries(repo, {path: planned.before[path] if path not in intended else None for path in ours})
    staging.intend_to_add(repo, intended)


def follow_hooks(repo: Repository, objects: Objects, planned: Plan) -> None:
    """A hook of the user's may have changed what was committed, in the temporary index: follow it."""
    head = objects.commit("HEAD")
    if head is None or planned.head.oid not in head.parents[:1]:
        return
    changed = {*planned.files, *changed_paths(objects, planned.head.tree, head.tree)}
    meant = {path: _meant(objects, planned, path) for path in changed}
    made = {path: file_at(objects, head.tree, path) for path in changed}
    differing = [path for path in sorted(changed) if made[path] != meant[path]]
    if not differing:
        return
    there = staging.entries(repo, differing)
    wanted: dict[str, Entry | None] = {}
    with Writer(repo, objects) as writer:
        merging = Merging(repo, objects, writer)
        for path in differing:
            staged, old, new = there.get(path), meant[path], made[path]
            if staged == old:
                wanted[path] = new
            elif staged and old and new:  # with something of the user's
                wanted[path] = merging.merge(staged, old, new) or staged
    staging.set_entries(repo, wanted)


def _meant(objects: Objects, planned: Plan, path: str) -> Entry | None:
    return planned.files[path] if path in planned.files else file_at(objects, planned.head.tree, path)


def note_refused(store: Store, session_id: str, complaint: str, step: str) -> bool:
    """Note which step git did not commit, and why: the agent gets to know it with the next prompt.

    Returns whether this is another complaint than before.
    """
    from entire.redact import redact_local

    with store.lock():
        state = store.load(session_id)
        if state is None:
            return True
        before, state.refused = state.refused, redact_local(complaint) or "git commit failed"
        state.refused_step = step
        store.save(state)
    return state.refused != before


def forget_refused(store: Store, session_id: str) -> None:
    """The work is committed after all. The caller holds the lock."""
    state = store.load(session_id)
    if state is not None:
        state.refused = state.refused_step = ""
        store.save(state)


def note_made(objects: Objects, store: Store, promise: Promise) -> None:
    """A hook of the user's may have replaced the message: then the promise says which commit it is about."""
    head = objects.commit("HEAD")
    if head is None or promise.checkpoint_id in head.message or promise.parent not in head.parents[:1]:
        return
    with store.lock():
        promise.commit = head.oid
        promises.write(store, promise, durable=True)
