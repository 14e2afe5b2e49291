"""Commit the work of a turn, when it is saved.

The order is fixed (I2): the work is a step already, the promise of the checkpoint is written, then the commit
is made, and then it is condensed like any other, usually in the background: the agent does not wait for that.
After a kill, the next event completes it. A commit that the user's hooks refuse leaves the work as it was,
waiting as a step. While git commits, the repository's lock is free: the user's hooks can take long, and other
sessions continue. Only their own commits in the same worktree wait, because they use the same index.
"""

from __future__ import annotations

import os
import time

from entire.checkpoint import trailers
from entire.checkpoint.ids import new_checkpoint_id
from entire.checkpoint.temporary.read import read_step
from entire.core import clock, files, limits, log
from entire.core.errors import Locked
from entire.core.lock import WAIT_SECONDS, Lock
from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.git.worktree import commit as commits
from entire.git.worktree import staging, status
from entire.redact import redact_text
from entire.session import promises
from entire.session.promises import Promise
from entire.session.state import UNKNOWN_AGENT, State
from entire.session.store import Store
from entire.strategy.auto_commit import NAME, after, wording
from entire.strategy.auto_commit.places import why_not
from entire.strategy.auto_commit.plan import Plan, plan
from entire.strategy.turn.shadow import tip_of
from entire.strategy.turn.subjects import step_subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.core.settings import Settings
    from entire.git.worktree.status import Status

_MOST_SECONDS = 50.0  # for commits of other sessions, and the user's hooks: agents end ours after a minute
_LEAST_SECONDS = 5.0  # for the user's hooks
_TRIES = 3  # while other commits are made on the same branch


class _Work(Value):
    """What to commit, and where."""

    repo: Repository
    objects: Objects
    settings: Settings
    store: Store
    session_id: str
    ended: bool  # the turn has
    until: float  # when git must be done, by the monotonic clock


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
    work = _Work(repo, objects, settings, store, session_id, ended, time.monotonic() + _MOST_SECONDS)
    try:
        with _lock(repo, store, ended=ended):
            for _ in range(_TRIES):
                note = _try(work, now)
                if note is not None:
                    return note
                now = None
    except Locked as error:
        return wording.not_committed(error.message) if ended else ""
    except GitError as error:
        log.error("automatic commit failed", component="checkpoint", error=str(error), detail=error.detail)
        return wording.git_failed(error) if ended else ""
    return wording.not_committed("other commits were made meanwhile") if ended else ""


def _lock(repo: Repository, store: Store, *, ended: bool) -> Lock:
    """One automatic commit at a time in a worktree. In the middle of a turn, there is another chance."""
    name = "-".join(filter(None, ("lock-commit", repo.worktree_id.encode("utf-8", "replace").hex())))
    wait = _MOST_SECONDS - _LEAST_SECONDS if ended else WAIT_SECONDS
    return Lock(os.path.join(store.directory, name), wait, patient=ended)


def _try(work: _Work, now: Status | None) -> str | None:
    """The same, once; None if HEAD has moved meanwhile."""
    repo, objects, store, ended = work.repo, work.objects, work.store, work.ended
    with store.lock():
        state, head = store.load(work.session_id), objects.commit("HEAD")
        if state is None or head is None or not state.files_touched:
            return ""
        if now is None or now.head != head.oid or now.index_file != status.index_signature(repo):
            now = status.read(repo)
        reason = why_not(repo, work.settings, now)
        if reason:
            return wording.not_committed(reason) if ended else ""
        tip = tip_of(objects, state)
        if tip is None:
            return ""
        ready = _prepare(repo, objects, store, state, head, tip, now, again=ended)
        left_out = _left_out(state, tip, now, ready) if ended else ""
    if ready is None:
        return left_out
    try:
        _commit(work, ready)
    except commits.Refused as error:
        now_at = _undo(repo, store, ready)
        if now_at == head.oid:
            log.warn("automatic commit refused", component="checkpoint", detail=error.hint)
            is_new = after.note_refused(store, work.session_id, error.hint, ready.promise.step)
            return wording.refused(error.hint) if is_new else ""
        if not ready.promise.commit:
            return None
    except BaseException:  # the hook is stopped
        _undo(repo, store, ready)
        raise
    _complete(work, ready)
    return "\n".join(filter(None, (wording.mixed(ready.plan.mixed), left_out)))


def _left_out(state: State, tip: Commit, now: Status, ready: _Ready | None) -> str:
    """Name the session's files that no step could store, and new ones that the commit leaves out."""
    lacking = set(trailers.lacks(tip.message))
    committed = ready.plan.files if ready is not None else {}
    changed = {entry.path: entry for entry in now.changed}
    waiting = [path for path in state.files_touched if path in changed and path not in committed]
    unclear = [path for path in waiting if changed[path].kind == "untracked" and path not in lacking]
    return wording.left_out([path for path in waiting if path in lacking], unclear)


def _prepare(
    repo: Repository,
    objects: Objects,
    store: Store,
    state: State,
    head: Commit,
    tip: Commit,
    now: Status,
    *,
    again: bool,
) -> _Ready | None:
    """Decide what is committed, promise its checkpoint, and stage it."""
    if head.oid != now.head or (tip.oid == state.refused_step and not again):
        return None
    planned = plan(repo, objects, state, head, tip, now)
    if planned is None:
        return None
    subject = _subject(state, tip)
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
    message = f"{subject}\n\n{trailers.format_checkpoint(promise.checkpoint_id)}\n"
    return _Ready(planned, promise, message, bool(state.refused_step))


def _subject(state: State, tip: Commit) -> str:
    """What a subagent was asked to do, or the prompt."""
    step = read_step(tip)
    if step is not None and step.is_task_checkpoint and step.session_id == state.session_id:
        return step.message
    return redact_text(step_subject(state.last_prompt, state.agent_type or UNKNOWN_AGENT))


def _commit(work: _Work, ready: _Ready) -> None:
    """Commit from the index, or from a temporary one if others may stage something. Raises Refused."""
    repo, store = work.repo, work.store
    seconds = max(_LEAST_SECONDS, work.until - time.monotonic()) if limits.is_hook() else None
    limits.pause(True)
    try:
        if ready.plan.alone:
            commits.commit(repo, ready.message, seconds=seconds)
            return
        # Named like all temporary files, which are swept after a kill.
        scratch = os.path.join(store.directory, f"commit.{os.getpid()}-{os.urandom(4).hex()}.tmp")
        try:
            staging.copy_with_tree(repo, ready.plan.head.tree, scratch)
            staging.set_entries(repo, ready.plan.files, scratch)
            commits.commit(repo, ready.message, scratch, seconds)
        except GitError as error:
            raise commits.Refused(error.detail) from error
        finally:
            files.remove(scratch)
    finally:
        limits.pause(False)


def _undo(repo: Repository, store: Store, ready: _Ready) -> str:
    """Git failed: leave no promise, and nothing in the index. Returns HEAD.

    If git was stopped when it had made the commit, in a hook, this only notes that it has.
    """
    with store.lock(), Objects(repo) as objects:
        head = objects.commit("HEAD")
        if head is not None and after.is_made(head, ready.promise):
            ready.promise.commit = head.oid
        else:
            after.restore_index(repo, ready.plan)
            promises.settle(store, ready.promise)
        return head.oid if head is not None else ""


def _complete(work: _Work, ready: _Ready) -> None:
    """There is a commit: the index follows it, and so does its checkpoint."""
    repo, objects, store = work.repo, work.objects, work.store
    if ready.refused or not ready.plan.alone:
        with store.lock():
            after.follow_hooks(repo, objects, ready.plan)
            if ready.refused:
                after.forget_refused(store, work.session_id)
    after.note_made(objects, store, ready.promise)
    if not limits.leave_to_background(work.settings.strategy_options):
        from entire.strategy.commits.post_commit import post_commit

        with store.lock():
            post_commit(repo, objects, store)
