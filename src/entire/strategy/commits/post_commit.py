"""The post-commit hook, and commits that had to wait: which checkpoint a commit gets, and from whom."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.committed.read import stored_sessions
from entire.checkpoint.ids import new_checkpoint_id
from entire.core import clock, terminal
from entire.git import reflog, sequence
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session import promises
from entire.session.promises import Promise
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.commits import linking
from entire.strategy.commits.condense import condense_commit, link_by_note
from entire.strategy.commits.interrupted import (
    Fate,
    Outcome,
    complete_pending,
    fate,
    holds_back,
    of_sessions,
    was_edited,
)
from entire.strategy.links import seen
from entire.strategy.turn.unseen import begin_unseen


def post_commit(repo: Repository, objects: Objects, store: Store) -> list[str]:
    """Run the post-commit hook. The caller holds the lock. Returns the ids of the condensed sessions."""
    head = objects.commit("HEAD")
    if head is None:
        return []
    ids = trailers.checkpoint_ids(head.message)
    replaying = sequence.in_progress(repo)
    promise = None if replaying else _promise_of(repo, objects, store, head, ids)
    _claim_earlier(repo, objects, store, head, promise)
    if promise is not None and not _complete_earlier(repo, objects, store, promise):
        _wait(store, promise)
        return []
    states = store.for_commit(repo.worktree_id, head.oid)
    for state in states:
        if begin_unseen(repo, store, state, now=True):
            store.save(state)
    done: list[str] = []
    id = ids[-1] if ids else promise.checkpoint_id if promise else ""
    if id and (replaying or not _is_foreign(repo, objects, head, id)):
        done = condense_commit(
            repo,
            objects,
            store,
            states,
            head,
            id,
            promise,
            at_terminal=terminal.has_tty(),
            replaying=replaying,
        )
    if promise is not None:
        promises.settle(store, promise)
    if not replaying:
        _follow_head(repo, objects, store, [state for state in states if state.session_id not in done], head)
        _keep_links(repo, head, linked=bool(id))
    return done


def _keep_links(repo: Repository, head: Commit, *, linked: bool) -> None:
    """Link the commit to earlier work that it contains again. `links/keep.py` checks others later."""
    if seen.is_again(repo):
        from entire.strategy.links.keep import keep_links

        keep_links(repo)
    elif linked:
        seen.follow(repo, head.oid, head.parents)


def _complete_earlier(repo: Repository, objects: Objects, store: Store, promise: Promise) -> bool:
    """Complete earlier commits of the sessions that this one is linked to; not one that was made meanwhile.

    Returns whether it can be condensed now: not if there was no time for the others, as the order counts.
    """
    concerns = of_sessions(promise.known_sessions) if promise.sessions else None
    left = complete_pending(repo, objects, store, promises.from_on(store, promise), concerns)
    return left != Outcome.REST


def _claim_earlier(
    repo: Repository, objects: Objects, store: Store, head: Commit, promise: Promise | None
) -> None:
    """Earlier commits that wait must know whose work they have before sessions move on."""
    but = promise.checkpoint_id if promise is not None else ""
    if any(other.checkpoint_id != but for other in promises.waiting(store, repo.worktree_id)):
        from entire.strategy.commits.claim import claim_waiting

        claim_waiting(repo, objects, store, store.for_commit(repo.worktree_id, head.oid), but)


def postpone(repo: Repository, objects: Objects, store: Store) -> None:
    """The lock is taken: note what post-commit would have done, for the next event."""
    head = objects.commit("HEAD")
    if head is None or sequence.in_progress(repo):
        return
    ids = trailers.checkpoint_ids(head.message)
    promise = _promise_of(repo, objects, store, head, ids) or _promise_of_amended(repo, store, head, ids)
    if promise is not None:
        _wait(store, promise)


def _promise_of_amended(repo: Repository, store: Store, head: Commit, ids: list[str]) -> Promise | None:
    """A promise of a commit that amends another one, whose own promise ended when that was completed.

    If HEAD is being amended again, that attempt has one already, for the same checkpoint.
    """
    move = reflog.move_to(repo, head.oid)
    if not ids or move is None or move.action != reflog.AMEND:
        return None
    known = promises.find(store, ids[-1])
    if known is not None:
        known.note_made(head.oid)
        return known
    return Promise(
        worktree_id=repo.worktree_id,
        created_at=clock.now_utc(),
        parent=head.parents[0] if head.parents else "",
        amends=move.before,
        person=terminal.has_tty(),
        commit=head.oid,
        checkpoint_id=ids[-1],
    )


def _wait(store: Store, promise: Promise) -> None:
    if not promise.older:  # such a file has room for the id only
        promises.update(store, promise, durable=True)


def _promise_of(
    repo: Repository, objects: Objects, store: Store, head: Commit, ids: list[str]
) -> Promise | None:
    """The promise about this commit, if there is one. Drops those of commits that were not made.

    If nobody decided whether to link the commit, it is promised now; or the user has to be asked.
    """
    parent = head.parents[0] if head.parents else ""
    move = reflog.move_to(repo, head.oid)
    before = move.before if move is not None else parent
    unfinished = linking.is_unfinished(repo, before)
    known = promises.of_worktree(store, repo.worktree_id)
    link = not ids and (unfinished or any(promise.unlinked == head.oid for promise in known))
    left_out = not ids and not link and _is_left_out(repo, known, head)
    if link and _asks(repo):
        if unfinished:
            from entire.strategy.commits.undecided import tell_unlinked

            tell_unlinked(repo, objects, store, head)
        link = False
    if link:
        _keep_amended(repo, objects, head)
    link = link or left_out
    fates = {promise.checkpoint_id: fate(promise, head.oid, parent, ids, link) for promise in known}
    about = [promise for promise in known if fates[promise.checkpoint_id] in (Fate.SETTLE, Fate.LINK)]
    # The last one that prepare-commit-msg wrote knows most, one that `doctor` would ask about nothing.
    found = max(reversed(about), key=lambda promise: not promise.unlinked, default=None)
    for promise in known:
        if promise is not found and fates[promise.checkpoint_id] != Fate.KEEP:
            _drop(repo, objects, store, promise)
    if found is None and link:
        found = Promise(
            worktree_id=repo.worktree_id,
            created_at=clock.now_utc(),
            parent=parent,
            person=terminal.has_tty(),
            checkpoint_id=new_checkpoint_id(),
        )
    if found is not None and not found.older:
        if unfinished and not found.commit:
            found.ends = {}  # of turns that began after an earlier attempt
        found.note_made(head.oid)
        if unfinished or link:
            found.unlinked = ""
            promises.update(store, found, durable=True)  # after a kill, the next event links it
    if unfinished:
        linking.finish(repo, before)
    return found


def _is_left_out(repo: Repository, known: list[Promise], head: Commit) -> bool:
    """Whether the commit should have been linked, and nobody deleted the line that its message lacks."""
    parent = head.parents[0] if head.parents else ""
    prepared = [promise for promise in known if promise.is_prepared and promise.parent == parent]
    if not prepared:
        return False
    from entire.strategy.waiting import is_left_out

    return any(is_left_out(repo, promise, head.message) for promise in prepared)


def _drop(repo: Repository, objects: Objects, store: Store, promise: Promise) -> None:
    """Settle a promise, unless its commit was made all the same: on another branch, with the same parent."""
    from entire.strategy.waiting import find_made

    made = find_made(repo, objects, [promise]).get(promise.checkpoint_id)
    if made is None:
        promises.settle(store, promise)
    else:
        promises.note_commit(store, promise, made.oid, promise.worktree_id)


def _keep_amended(repo: Repository, objects: Objects, head: Commit) -> None:
    """The hook was killed, and HEAD replaces a linked commit by `git commit --amend -m`: keep the link.

    With the same words in the message, post-rewrite would take this for the wish to remove the trailer.
    """
    move = reflog.move_to(repo, head.oid)
    old = objects.commit(move.before) if move is not None and move.action == reflog.AMEND else None
    ids = trailers.checkpoint_ids(old.message) if old is not None else []
    if ids and not was_edited(repo):
        link_by_note(repo, objects, head, *ids)


def _asks(repo: Repository) -> bool:
    from entire.git.worktree import own_settings

    return linking.asks(own_settings.load(repo).settings)


def _is_foreign(repo: Repository, objects: Objects, head: Commit, checkpoint_id: str) -> bool:
    """Whether the trailer was copied from another commit: by cherry-pick, `git commit -C` or a squash.

    HEAD may have moved on meanwhile.
    """
    if not stored_sessions(objects, checkpoint_id):
        return False
    move = reflog.move_to(repo, head.oid)
    return move is None or move.action != reflog.AMEND


def _follow_head(repo: Repository, objects: Objects, store: Store, states: list[State], head: Commit) -> None:
    """Let sessions that were not condensed follow HEAD, and complete other commits that wait.

    Such a commit may be about any of them: they follow when it is complete, or else at their next event.
    """
    if not promises.waiting(store, repo.worktree_id):
        _move(objects, store, states, head)
        complete_pending(repo, objects, store)
        return
    complete_pending(repo, objects, store)
    if not holds_back(repo, objects, store):
        ids = {state.session_id for state in states}
        again = store.for_commit(repo.worktree_id, head.oid)
        _move(objects, store, [state for state in again if state.session_id in ids], head)


def _move(objects: Objects, store: Store, states: list[State], head: Commit) -> None:
    """Move sessions that have no steps to HEAD; others keep their shadow branch, but not what HEAD has."""
    for state in states:
        moved = state.base_commit != head.oid and not state.has_steps_here
        if moved:
            state.base_commit = head.oid
        if _release(objects, state, head) or moved:
            store.save(state)


def _release(objects: Objects, state: State, head: Commit) -> bool:
    if not state.files_touched:
        return False
    from entire.strategy.turn.settle import release_committed

    return release_committed(objects, state, head)
