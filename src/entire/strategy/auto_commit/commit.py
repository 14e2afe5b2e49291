"""Commit the work of a turn, when it is saved.

The order is fixed (I2): the work is a step already, the promise of the checkpoint is written, then the commit
is made, and then it is condensed like any other, usually in the background: the agent does not wait for that.
After a kill, the next event completes it. A commit that the user's hooks refuse leaves the work as it was,
waiting as a step. While git commits, the repository's lock is free: the user's hooks can take long, and other
sessions continue.
"""

from __future__ import annotations

import os

from entire.checkpoint import trailers
from entire.checkpoint.ids import new_checkpoint_id
from entire.checkpoint.temporary.read import read_step
from entire.core import clock, files, limits, log
from entire.core.value import Value
from entire.git import commit as commits
from entire.git.errors import GitError
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.git.worktree import staging, status
from entire.session import promises
from entire.session.promises import Promise
from entire.session.state import UNKNOWN_AGENT, State
from entire.session.store import Store
from entire.strategy.auto_commit import NAME, wording
from entire.strategy.auto_commit.places import why_not
from entire.strategy.auto_commit.plan import Plan, plan
from entire.strategy.turn.shadow import tip_of
from entire.strategy.turn.subjects import step_subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.core.settings import Settings
    from entire.git.worktree.status import Status


class _Ready(Value):
    """A commit about to be made."""

    plan: Plan
    promise: Promise
    message: str
    refused: bool  # the last one was


def commit_work(
    repo: Repository,
    objects: Objects,
    settings: Settings,
    store: Store,
    session_id: str,
    now: Status | None,
    *,
    ended: bool,
) -> str:
    """Commit what the session has done. Returns a note for the user; empty if there is nothing to say.

    ``ended``: a turn has. In the middle of one, a commit that was refused is tried again only if there is new
    work: the user's hooks can take long.
    """
    with store.lock():
        state = store.load(session_id)
        if state is None or not state.files_touched:
            return ""
        now = now or status.read(repo)
        reason = why_not(repo, settings, now)
        if reason:
            return wording.not_committed(reason) if ended else ""
        ready = _prepare(repo, objects, store, state, now, again=ended)
    if ready is None:
        return ""
    try:
        _commit(repo, store, ready)
    except commits.Refused as error:
        with store.lock():
            _restore(repo, ready.plan)
            promises.settle(store, ready.promise)
            is_new = _note_refused(store, session_id, error.hint, ready.promise.step)
        log.warn("automatic commit refused", component="checkpoint", detail=error.hint)
        return wording.refused(error.hint) if is_new else ""
    if ready.refused or not ready.plan.alone:
        with store.lock():
            _follow_head(repo, objects, ready.plan)
            if ready.refused:
                _forget_refused(store, session_id)
    _note_made(objects, store, ready.promise)
    if not limits.leave_to_background(settings.strategy_options):
        from entire.strategy.commits.post_commit import post_commit

        with store.lock():
            post_commit(repo, objects, store)
    return wording.mixed(ready.plan.mixed)


def _prepare(
    repo: Repository, objects: Objects, store: Store, state: State, now: Status, *, again: bool
) -> _Ready | None:
    """Decide what is committed, promise its checkpoint, and stage it."""
    head, tip = objects.commit("HEAD"), tip_of(objects, state)
    if head is None or tip is None or head.oid != now.head:
        return None
    if tip.oid == state.refused_step and not again:
        return None
    planned = plan(repo, objects, state, head, tip, now)
    if planned is None:
        return None
    promise = Promise(
        worktree_id=repo.worktree_id,
        created_at=clock.now_utc(),
        parent=head.oid,
        sessions={state.session_id: sorted(planned.files)},
        turns={state.session_id: state.turn_id},
        checkpoint_id=new_checkpoint_id(),
        strategy=NAME,
        step=tip.oid,
    )
    promises.write(store, promise, durable=True)
    try:
        staging.set_entries(repo, planned.staged)
    except GitError:
        promises.settle(store, promise)
        raise
    message = f"{_subject(state, tip)}\n\n{trailers.format_checkpoint(promise.checkpoint_id)}\n"
    return _Ready(planned, promise, message, bool(state.refused_step))


def _subject(state: State, tip: Commit) -> str:
    """What a subagent was asked to do, or the prompt."""
    step = read_step(tip)
    if step is not None and step.is_task_checkpoint and step.session_id == state.session_id:
        return step.message
    return step_subject(state.last_prompt, state.agent_type or UNKNOWN_AGENT)


def _commit(repo: Repository, store: Store, ready: _Ready) -> None:
    """Commit from the index, or from a temporary one if the user has staged other things."""
    limits.pause(True)
    try:
        if ready.plan.alone:
            commits.commit(repo, ready.message)
            return
        # Named like all temporary files, which are swept after a kill.
        scratch = os.path.join(store.directory, f"commit.{os.getpid()}-{os.urandom(4).hex()}.tmp")
        try:
            staging.read_tree(repo, ready.plan.head.tree, scratch)
            staging.set_entries(repo, ready.plan.files, scratch)
            commits.commit(repo, ready.message, scratch)
        finally:
            files.remove(scratch)
    finally:
        limits.pause(False)


def _restore(repo: Repository, planned: Plan) -> None:
    """Take out of the index what was staged for the commit, unless it changed since."""
    there: dict[str, object] = dict.fromkeys(planned.staged)
    there |= staging.entries(repo, list(planned.staged))
    staging.set_entries(
        repo, {path: planned.before[path] for path, entry in planned.staged.items() if there[path] == entry}
    )


def _note_refused(store: Store, session_id: str, complaint: str, step: str) -> bool:
    """Note which step git did not commit, and why: the agent gets to know it with the next prompt.

    Returns whether this is another complaint than before.
    """
    from entire.redact import redact_local

    state = store.load(session_id)
    if state is None:
        return True
    before, state.refused = state.refused, redact_local(complaint) or "git commit failed"
    state.refused_step = step
    store.save(state)
    return state.refused != before


def _forget_refused(store: Store, session_id: str) -> None:
    """The work is committed after all."""
    state = store.load(session_id)
    if state is not None:
        state.refused = state.refused_step = ""
        store.save(state)


def _note_made(objects: Objects, store: Store, promise: Promise) -> None:
    """A hook of the user's may have replaced the message: then the promise says which commit it is about."""
    head = objects.commit("HEAD")
    if head is None or promise.checkpoint_id in head.message or promise.parent not in head.parents[:1]:
        return
    with store.lock():
        promise.commit = head.oid
        promises.write(store, promise, durable=True)


def _follow_head(repo: Repository, objects: Objects, planned: Plan) -> None:
    """A hook of the user's may have changed what was committed, in the temporary index: follow it."""
    head = objects.commit("HEAD")
    if head is None:
        return
    made = {path: objects.entry(head.tree, path) for path in planned.files}
    changed = [path for path in made if made[path] != planned.files[path] == planned.staged[path]]
    staging.set_entries(repo, {path: made[path] for path in changed})
