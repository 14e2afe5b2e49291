"""Commits that were promised a checkpoint and do not have it: their hook was killed, or had to give up.

Every prompt and every commit looks, so this must be cheap without promises. An event is recorded first, then
they are completed, while the hook has time (`limits.may_heal`). Only what depends on a commit waits for it:

- a prompt, a step, and a commit's condensation: for commits of the same session, and of which nobody knows
  whose work they have. What the session did since is not theirs, and its base does not move past one that
  waits (`turn/shadow.py`).
- releasing files that HEAD has: for every commit of the worktree, for ten minutes (`holds_back`).
- a link: for commits of files that are staged again, and for the commit that is amended.
- the start of a session: for none.

Before a session moves on, the promises note which of its files those commits have (`claim.py`).
If a hook has no time for these either, it records the event without them, but postpones a commit's
condensation. A process in the background completes the rest (`lifecycle/continue_rest.py`).
"""

from __future__ import annotations

import os

from entire.core import files, limits, log
from entire.core.errors import EntireError
from entire.core.paths import LINKING_FILE
from entire.core.value import Value
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session import promises
from entire.session.promises import Promise
from entire.session.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

# A commit can wait in an editor. Once its message is gone too, it was aborted.
SURE_SECONDS = 600


class Interrupted(Value):
    promise: Promise
    commit: Commit


class Fate:
    """What a new commit means for a promise of its worktree."""

    KEEP = "keep"  # it is about another commit
    SETTLE = "settle"  # it is about this commit, whose message has the trailer
    DROP = "drop"  # its commit was not made, or the user deleted the trailer
    LINK = "link"  # it is about this commit, whose message could not get the trailer: link by a note


def fate(promise: Promise, commit: str, parent: str, ids: Collection[str], undecided: bool) -> str:
    """Pure: decide what to do with a promise when post-commit runs. ``ids``: the trailers of the commit.

    ``undecided``: the hook that adds the trailer was killed. A late hook must not take the next commit's
    promise for one that was not kept.
    """
    if promise.checkpoint_id in ids:
        return Fate.KEEP if promise.amends == commit else Fate.SETTLE
    if promise.unlinked:
        return Fate.LINK if undecided and promise.unlinked == commit else Fate.KEEP
    if promise.older or promise.commit:
        return Fate.KEEP
    if promise.amends and promise.amends == parent:  # which was not amended after all
        return Fate.DROP
    if promise.parent != parent or promise.amends == commit:
        return Fate.KEEP
    aborted = bool(promise.ends)  # it is older than a turn, so prepare-commit-msg wrote it for another commit
    return Fate.LINK if undecided and not ids and not aborted else Fate.DROP


def is_abandoned(promise: Promise, in_message: bool) -> bool:
    """Pure: whether a promise that no commit names can be dropped.

    ``in_message``: the last message that git offered names it.
    """
    return promise.is_forgotten or (promise.age() > SURE_SECONDS and not in_message)


class Outcome:
    """Which commits are left waiting."""

    NONE = "none"
    FAILED = "failed"  # those that could not be completed
    REST = "rest"  # those that there was no time for


def worst(left: Collection[str]) -> str:
    """Pure: the outcome for several worktrees."""
    return max(left, key=(Outcome.NONE, Outcome.FAILED, Outcome.REST).index)


def of_sessions(ids: Collection[str]) -> Callable[[Promise], bool]:
    """Pure: whether a promise is about one of these sessions, or may be."""
    return lambda promise: promise.may_concern(ids)


def made_here(repo: Repository, objects: Objects, pending: list[Promise]) -> list[Interrupted]:
    """The commits of these promises that were made in this worktree, and still wait."""
    if not pending:
        return []
    from entire.strategy.waiting import find_made

    found = find_made(repo, objects, pending)
    return [Interrupted(p, found[p.checkpoint_id]) for p in pending if p.checkpoint_id in found]


def holds_back(repo: Repository, objects: Objects, store: Store) -> bool:
    """Whether a commit waits that may need what HEAD has of a session's work: then no session may drop it.

    Not for ever: one that cannot be completed may never be, and its promise says what it needs.
    """
    from entire.git import sequence

    pending = promises.waiting(store, repo.worktree_id)
    if pending and not sequence.in_progress(repo):
        pending = [promise for promise in pending if _is_young(promise)]
    return bool(made_here(repo, objects, pending))


def of_files(paths: Collection[str]) -> Callable[[Promise], bool]:
    """Pure: whether a promise is about one of these files, or may be."""

    def concerns(promise: Promise) -> bool:
        known = {path for id in promise.known_sessions for path in promise.files_of(id)}
        return not promise.sessions or not known or not known.isdisjoint(paths)

    return concerns


def needed(pending: list[Promise], concerns: Callable[[Promise], bool]) -> list[Promise]:
    """Pure: the promises that an event waits for, and earlier ones of the same sessions. Keeps the order."""
    chosen: list[Promise] = []
    for promise in reversed(pending):
        if concerns(promise) or any(_share(promise, later) for later in chosen):
            chosen.insert(0, promise)
    return chosen


def _share(one: Promise, other: Promise) -> bool:
    """Whether two promises are about the same session, or may be."""
    return not other.sessions or one.may_concern(other.known_sessions)


def complete_pending(
    repo: Repository,
    objects: Objects,
    store: Store,
    but: Collection[str] = (),
    concerns: Callable[[Promise], bool] | None = None,
    tried: set[str] | None = None,
) -> str:
    """Complete waiting commits of this worktree, oldest first, while there is time; none in a rebase.

    First those of other worktrees that a session of this one came from: what it did since is not theirs.
    ``but``: checkpoints to leave alone. ``concerns``: which to complete, if not all. ``tried``: what the
    caller tried already; what is tried now is added. The lock is held. Returns which are left.
    """
    removed = set()
    for promise in promises.ownerless(store, repo.worktree_id):
        if promises.is_gone(store, promise.worktree_id):
            removed.add(promise.worktree_id)
        _look_after(repo, store, promise)
    tried = set() if tried is None else tried
    asked = _Asked({*but, *tried}, concerns, tried, len(tried))
    others = [promise for promise in promises.elsewhere(store, repo.worktree_id) if asked.includes(promise)]
    left = []
    for worktree_id in sorted({promise.worktree_id for promise in others} - removed):
        from entire.git.worktree import worktrees

        there = worktrees.by_id(repo, worktree_id)
        if there is not None:
            with Objects(there) as own:
                left.append(_complete_here(there, own, store, asked))
    here = _complete_here(repo, objects, store, asked, removed)
    return worst([*left, here])


def _look_after(repo: Repository, store: Store, promise: Promise) -> None:
    """Find the commit of a promise that its own worktree will not look for; without a commit, drop it."""
    from entire.git.worktree import worktrees

    if promise.unlinked and promise.is_forgotten:
        promises.settle(store, promise)
    if promise.unlinked or promise.commit:
        return
    gone = promises.is_gone(store, promise.worktree_id)
    there = None if gone else worktrees.by_id(repo, promise.worktree_id)
    if there is not None:
        with Objects(there) as own:
            commits = [each.commit.oid for each in _find(there, own, store, [promise])]
    else:
        from entire.checkpoint.linked import commits_of_checkpoint

        named = commits_of_checkpoint(repo, promise.checkpoint_id)
        commits = [one.oid for one in named if one.oid != promise.amends]
    if commits:
        promises.note_commit(store, promise, commits[0], promise.worktree_id)
    else:
        promises.settle(store, promise)


class _Asked(Value):
    """What to complete."""

    but: Collection[str]
    concerns: Callable[[Promise], bool] | None
    tried: set[str]  # grows
    before: int  # how many were tried before

    def includes(self, promise: Promise) -> bool:
        wanted = self.concerns is None or self.concerns(promise)
        return wanted and not promise.unlinked and promise.checkpoint_id not in self.but


def _complete_here(
    repo: Repository, objects: Objects, store: Store, asked: _Asked, removed: Collection[str] = ()
) -> str:
    """Complete those of this worktree, and of worktrees that were removed."""
    if files.any_starts_with(repo.git_dir, LINKING_FILE):
        from entire.strategy.commits import undecided

        undecided.decide_undecided(repo, objects, store)
    known = [p for id in (*sorted(removed), repo.worktree_id) for p in promises.of_worktree(store, id)]
    for promise in known:
        if promise.unlinked and promise.is_forgotten:
            promises.settle(store, promise)
    pending = [each for each in known if each.checkpoint_id not in asked.but and not each.unlinked]
    if asked.concerns is not None:
        pending = needed(pending, asked.concerns)
    if not pending:
        return Outcome.NONE
    from entire.git import sequence

    if sequence.in_progress(repo):
        return Outcome.FAILED
    left: list[Interrupted] = []
    found = _find(repo, objects, store, pending)
    for number, each in enumerate(found):
        if not limits.may_heal(len(asked.tried) - asked.before):
            _leave(store, found[number:])
            return Outcome.REST
        asked.tried.add(each.promise.checkpoint_id)
        if any(_share(each.promise, failed.promise) and _is_young(failed.promise) for failed in left):
            left.append(each)  # the order counts
        elif not _complete(repo, objects, store, each):
            left.append(each)
    _note_commits(store, left)
    return Outcome.FAILED if left else Outcome.NONE


def _is_young(promise: Promise) -> bool:
    """Whether others wait for a commit that cannot be completed now. Not for ever: it may never be."""
    return promise.age() < SURE_SECONDS


def _leave(store: Store, rest: list[Interrupted]) -> None:
    """Leave these to the background: the hook's time is up."""
    _note_commits(store, rest)
    limits.leave_rest()
    log.info("commits are completed later", component="checkpoint", commits=len(rest))


def _note_commits(store: Store, left: list[Interrupted]) -> None:
    """These commits were made: nobody has to search for them again, or doubt it."""
    for each in left:
        if not each.promise.commit and not each.promise.older:
            each.promise.commit = each.commit.oid
            promises.update(store, each.promise, durable=True)


def _complete(repo: Repository, objects: Objects, store: Store, found: Interrupted) -> bool:
    """Complete one commit. If that fails, it waits for the next event, and the others are completed."""
    from entire.strategy.commits.condense import condense_promised

    id = found.promise.checkpoint_id
    log.info("completing a commit", component="checkpoint", checkpoint_id=id)
    try:
        condense_promised(repo, objects, store, found.commit, found.promise)
    except (EntireError, OSError) as error:
        is_left = isinstance(error, FileNotFoundError) and files.makes_nothing(str(error.filename))
        say = log.info if is_left else log.error  # the next event can make what is missing
        say("commit not completed", component="checkpoint", checkpoint_id=id, error=str(error))
        return False
    if found.promise.is_being_amended:
        promises.settle_amended(store, found.promise)
    else:
        found.promise.commit = found.commit.oid
        promises.settle(store, found.promise)
    if found.promise.made:  # linked as usual, but not by its own hook
        from entire.strategy.links import seen

        seen.follow(repo, found.commit.oid, found.commit.parents)
    from entire.strategy.waiting import completed

    completed.append(id)
    return True


def _find(repo: Repository, objects: Objects, store: Store, pending: list[Promise]) -> list[Interrupted]:
    """The commits of these promises, oldest first. Drops promises of commits that were not made."""
    from entire.strategy.waiting import find_made

    found = find_made(repo, objects, pending)
    text = ""
    for promise in pending:
        commit = found.get(promise.checkpoint_id)
        if commit is None:
            text = text or _last_message(repo)
            if not promise.made and is_abandoned(promise, promise.checkpoint_id in text):
                found |= find_made(repo, objects, [promise], thorough=True)
            elif not promise.made:
                continue
            if promise.checkpoint_id not in found:
                promises.settle(store, promise)
        elif promise.is_being_amended and promise.commit != commit.oid:
            promise.note_made(commit.oid)
            promises.update(store, promise, durable=True)
    return [Interrupted(p, found[p.checkpoint_id]) for p in pending if p.checkpoint_id in found]


def was_edited(repo: Repository) -> bool:
    """Whether the last message was in an editor: git adds comments there. Then the user saw its trailers."""
    from entire.git import message

    text = _last_message(repo)
    return bool(message.split_comments(text, message.comment_char(repo, text))[1])


def _last_message(repo: Repository) -> str:
    """The message of the last commit, or of one that is being written."""
    data = files.read_or_empty(os.path.join(repo.git_dir, "COMMIT_EDITMSG"))
    return data.decode("utf-8", "replace")
