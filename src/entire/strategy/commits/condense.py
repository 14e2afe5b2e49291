"""Condense: after a commit, make a committed checkpoint of what its sessions did for it.

The order is fixed (I2): write the checkpoint, save the states that point to it, delete the shadow branches
that are no longer needed. After a kill in between, the next event finishes the rest (`interrupted.py`). The
number of git processes does not depend on the number of sessions.
"""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.committed.read import stored_sessions
from entire.checkpoint.committed.write import write_committed
from entire.checkpoint.temporary.carry import CarryForward, carry_forward
from entire.core import log
from entire.core.paths import valid_session_id
from entire.core.settings import DEFAULT_STRATEGY
from entire.core.value import Value
from entire.git import diff, identity, refs
from entire.git.diff import FileChange
from entire.git.errors import GitError
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.git.worktree import content, stash
from entire.session import cursors, places
from entire.session.phase import Action, PhaseEvent, TransitionContext
from entire.session.places import Place
from entire.session.promises import Promise
from entire.session.state import State, transition_and_log
from entire.session.store import Store
from entire.strategy.commits.carry_forward import Versions, remaining
from entire.strategy.commits.merged import committed_work
from entire.strategy.commits.work import Work, gather
from entire.strategy.condensing.owned_lines import Contribution, attribute_lines, carried_row
from entire.strategy.condensing.part import is_added, move_on, part_of
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.shadow import (
    branch_of,
    branches_of,
    condensed_tips,
    has_steps,
    has_steps_of_others,
    set_aside,
)
from entire.strategy.turn.unseen import begin_read, begin_unseen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from entire.checkpoint.temporary.task import Task


def is_condensed(actions: tuple[str, ...], overlap: list[str]) -> bool:
    """Pure: whether the commit's checkpoint includes the session."""
    return Action.CONDENSE in actions and bool(overlap)


class Chosen(Value):
    """A session to condense, and the files to carry forward."""

    work: Work
    conversation: Conversation
    carry: list[str]
    stored: list[str]  # the part of `carry` in this session's version; the work tree may have another's

    @property
    def contribution(self) -> Contribution:
        work = self.work
        return Contribution(work.state, self.conversation, work.shadow_tip, work.touched, work.unsaved)


def condense_commit(
    repo: Repository,
    objects: Objects,
    store: Store,
    states: list[State],
    head: Commit,
    checkpoint_id: str,
    promise: Promise | None,
    *,
    at_terminal: bool,
    replaying: bool = False,
) -> list[str]:
    """Write the commit's checkpoint for the sessions whose work it contains. Returns their ids.

    ``promise``: what is known about the commit. If its message does not name the checkpoint, a note does.
    """
    owed = _owed(objects, states, head, checkpoint_id, promise)
    actions = [
        transition_and_log(
            state,
            PhaseEvent.GIT_COMMIT,
            TransitionContext(bool(state.files_touched or state.session_id in owed), replaying),
        )
        for state in states
    ]
    if not any(actions):
        return []
    changes = {change.path: change for change in diff.commit_changes(repo, head.oid)}
    theirs = committed_work(objects, head, changes, promise)
    works = []
    for state, wanted in zip(states, actions, strict=True):
        if not wanted:
            continue
        decided = owed.get(state.session_id, ())
        work = gather(repo, objects, store, state, theirs, decided, at_terminal=at_terminal)
        work = _of_earlier_turns(work, promise) if promise is not None and promise.ends else work
        if is_condensed(wanted, work.overlap):
            works.append(work)
    if works:
        if checkpoint_id not in trailers.checkpoint_ids(head.message):
            link_by_note(repo, objects, head, checkpoint_id)
        chosen = choose(repo, objects, store, works, head, changes)
        if promise is not None and (promise.strategy or promise.worktree_id != repo.worktree_id):
            chosen = [_nothing_left(item, promise, repo) for item in chosen]
        _read(repo, chosen, promise)
        _apply(repo, objects, store, head, checkpoint_id, promise, chosen, changes)
    return sorted(work.state.session_id for work in works)


def _of_earlier_turns(work: Work, promise: Promise) -> Work:
    """Pure: without the files that only turns touched which began after the commit was made."""
    names = {new: old for old, new in work.renamed.items()}
    id = work.state.session_id
    return work.replace(
        overlap=[path for path in work.overlap if promise.may_contain(id, names.get(path, path))]
    )


def condense_promised(
    repo: Repository, objects: Objects, store: Store, commit: Commit, promise: Promise
) -> None:
    """Condense a commit that had to wait.

    Who made it can no longer be seen. If the promise does not say so, the commit counts as the agent's if one
    is active, because it needs a link.
    """
    states = store.for_commit(promise.worktree_id, commit.oid)
    known = {state.session_id for state in states}
    for id in promise.known_sessions:
        state = store.load_or_set_aside(id) if id not in known and valid_session_id(id) else None
        if state is not None:  # archived meanwhile
            here = Place(base_commit=commit.oid, attribution_base_commit=commit.oid)
            places.visit(state, promise.worktree_id, here)
            states.append(state)
    id, at_terminal = promise.checkpoint_id, bool(promise.sessions) or promise.person
    if promise.amends in ("", commit.oid):  # what they did since belongs to later commits
        stored = stored_sessions(objects, id)
        done_with = [s for s in states if s.session_id in stored and has_moved_on(s, commit, id)]
        states = [state for state in states if state not in done_with]
    for state in states:
        if begin_unseen(
            repo, store, state
        ):  # the commit was made in its turn, so the turn's end completes it
            store.save(state)
    done = condense_commit(repo, objects, store, states, commit, id, promise, at_terminal=at_terminal)
    _leave_later_turns(store, [state for state in states if state.session_id in done], promise)
    if not done and not stored_sessions(objects, id):
        log.warn("no session has the work of a commit", component="checkpoint", checkpoint_id=id)


def _leave_later_turn(state: State, checkpoint_id: str) -> None:
    """The checkpoint has the whole turn of its commit: it does not wait for the end of a later one."""
    state.turn_checkpoint_ids = [id for id in state.turn_checkpoint_ids if id != checkpoint_id]
    state.last_checkpoint_id = ""


def _leave_later_turns(store: Store, states: list[State], promise: Promise) -> None:
    """The same for promises that do not say where the turn ended."""
    for state in states:
        begun_later = promise.turns.get(state.session_id, state.turn_id) != state.turn_id
        if begun_later and not cursors.load(store, state.session_id).unread:
            _leave_later_turn(state, promise.checkpoint_id)
            store.save(state)


def _owed(
    objects: Objects, states: list[State], commit: Commit, checkpoint_id: str, promise: Promise | None
) -> dict[str, list[str]]:
    """The files that the commit was linked for, by session, unless the session has moved on already."""
    if promise is None or not promise.known_sessions:
        return {}
    stored = stored_sessions(objects, checkpoint_id)
    decided = {}
    for state in states:
        paths = promise.files_of(state.session_id)
        if paths and state.session_id not in stored and not has_moved_on(state, commit, checkpoint_id):
            decided[state.session_id] = paths
    return decided


def has_moved_on(state: State, commit: Commit, checkpoint_id: str) -> bool:
    """Whether a session's state was saved after this commit was condensed."""
    known = (state.last_checkpoint_id, *state.turn_checkpoint_ids)
    return commit.oid == state.attribution_base_commit or checkpoint_id in known


def link_by_note(repo: Repository, objects: Objects, commit: Commit, *checkpoint_ids: str) -> None:
    """The hook that adds the trailer was killed, and the message of a commit cannot change."""
    from entire.checkpoint.relinked import add_links

    add_links(repo, objects, {commit.oid: checkpoint_ids}, identity.get_git_author_from_repo(repo))
    log.info("commit linked by a note", component="checkpoint", checkpoint_id=checkpoint_ids[-1])


def choose(
    repo: Repository,
    objects: Objects,
    store: Store,
    works: list[Work],
    head: Commit,
    changes: Mapping[str, FileChange],
) -> list[Chosen]:
    """Decide what each session carries forward. The work tree, HEAD and stashes are read once for all."""
    touched = sorted({path for work in works for path in work.state.files_touched})
    disk = content.present_oids(repo, [path for path in touched if _in_doubt(path, works, changes)])
    in_head = {path: entry.oid for path in touched if (entry := objects.entry(head.tree, path)) is not None}
    kept = [(path, work.shadow.get(path, stash.GONE)) for work in works for path in work.state.files_touched]
    left = [(path, oid) for path, oid in kept if path not in changes or changes[path].new_oid != oid]
    stashed = stash.stashed(repo, objects, left)
    chosen = []
    for work in works:
        versions = Versions(work.shadow, in_head, disk, stashed, work.renamed)
        carry = remaining(work.state.files_touched, changes, versions)
        stored = [path for path in carry if not _superseded(path, work, works, disk)]
        chosen.append(Chosen(work, Conversation(repo, store, work.state), carry, stored))
    return chosen


def _nothing_left(item: Chosen, promise: Promise, repo: Repository) -> Chosen:
    """Without the files of which nothing of the session's is left: a strategy commits all of its work in a
    file, and a worktree that was removed has no files at all.
    """
    done = set(promise.files_of(item.work.state.session_id))
    if promise.worktree_id != repo.worktree_id:
        done.update(item.carry)
    carry, stored = ([path for path in paths if path not in done] for paths in (item.carry, item.stored))
    return item.replace(carry=carry, stored=stored)


def _read(repo: Repository, chosen: list[Chosen], promise: Promise | None) -> None:
    """Read the conversations up to the end of the turns that the commit belongs to."""
    for item in chosen:
        item.conversation.read()
        begin_read(item.work.state, item.conversation)
        if item.conversation.cursor.due:
            from entire.strategy.condensing.finalise import complete_due

            complete_due(repo, item.work.state, item.conversation)
        end = promise.end_of(item.work.state.session_id) if promise is not None else None
        if end is not None:
            item.conversation.end_at(end)


def _superseded(path: str, work: Work, works: list[Work], disk: Mapping[str, str]) -> bool:
    """Whether the work tree has another session's version of the file."""
    present = disk.get(path)
    others = (other.shadow.get(path) for other in works if other is not work)
    return present is not None and work.shadow.get(path) != present and present in others


def _in_doubt(path: str, works: list[Work], changes: Mapping[str, FileChange]) -> bool:
    """Whether the work tree is needed to decide if the file still waits for a commit."""
    if path not in changes:
        return True
    return any(work.shadow.get(path) not in (None, changes[path].new_oid) for work in works)


def _apply(
    repo: Repository,
    objects: Objects,
    store: Store,
    head: Commit,
    checkpoint_id: str,
    promise: Promise | None,
    chosen: list[Chosen],
    changes: Mapping[str, FileChange],
) -> None:
    strategy = promise.strategy if promise is not None and promise.strategy else DEFAULT_STRATEGY
    task = _task(objects, promise) if promise is not None and promise.step else None
    added = _write_checkpoint(repo, objects, head, checkpoint_id, strategy, chosen, changes, task)
    carried = [
        CarryForward(
            item.work.state.session_id,
            item.work.shadow_tip,
            item.stored,
            carried_row(repo, objects, objects.commit(item.work.shadow_tip), item.contribution)
            if item.work.shadow_tip
            else (),
        )
        for item in chosen
        if item.carry
    ]
    if carried:
        author = identity.parse_author(head.committer)
        carry_forward(repo, objects, carried, head, repo.worktree_id, author, strategy)
    for item in chosen:
        state = item.work.state
        tip = objects.commit(item.work.shadow_tip) if item.work.shadow_tip else None
        if tip is not None and has_steps(state, tip):
            state.condensed_branches = state.condensed_branches | {branch_of(state): tip.oid}
        to_part = state.session_id in added
        move_on(state, item.conversation, checkpoint_id, head.oid, item.carry, added=to_part)
        if item.conversation.ends_early:
            _leave_later_turn(state, checkpoint_id)
            item.conversation.end_last(state)
        item.conversation.save(durable=True)
        store.save(state)
        log.info(
            "session condensed",
            component="checkpoint",
            session_id=state.session_id,
            checkpoint_id=checkpoint_id,
            carried=len(item.carry),
        )
    delete_condensed_branches(repo, objects, store)


def _task(objects: Objects, promise: Promise) -> Task | None:
    """The subagent's task that a strategy committed, if it was one."""
    from entire.checkpoint.temporary.stored_task import stored_task

    step = objects.commit(promise.step)
    return stored_task(objects, step) if step is not None else None


def delete_condensed_branches(repo: Repository, objects: Objects, store: Store) -> None:
    """Delete the shadow branches whose work is condensed and that no other session needs.

    Saves the states: they name these branches until the branches are gone, so that after a kill the next
    event deletes the rest (I2).
    """
    states = store.live()
    waiting = [state for state in states if state.condensed_branches]
    needed = {name for state in states for name in branches_of(state)}
    gone = []
    for name, tip in sorted(condensed_tips(waiting)):
        if name in needed:
            continue
        found = objects.commit(refs.BRANCHES + name)
        if found is None or found.oid != tip:
            continue
        if has_steps_of_others(objects, store, found, {state.session_id for state in states}):
            set_aside(repo, objects, name, tip)
        else:
            gone.append(refs.Update(refs.BRANCHES + name, tip, None))
    if gone and refs.is_packing(repo):
        log.debug("shadow branches are deleted later", component="checkpoint")
        return
    refs.update(repo, *gone)
    for state in waiting:
        state.condensed_branches = {}
        store.save(state)


def _write_checkpoint(
    repo: Repository,
    objects: Objects,
    head: Commit,
    checkpoint_id: str,
    strategy: str,
    chosen: list[Chosen],
    changes: Mapping[str, FileChange],
    task: Task | None = None,
) -> list[str]:
    """Write one checkpoint for all sessions. If git has lost a stored segment, store everything again.

    Returns the ids of the sessions that it had a part of before.
    """
    branch = refs.get_current_branch_name(repo)
    author = identity.parse_author(head.committer)
    contributions = [item.contribution for item in chosen]
    lines = attribute_lines(repo, objects, contributions, head, changes, checkpoint_id)

    def write() -> list[str]:
        parts = [
            part_of(
                objects,
                item.work.state,
                item.conversation,
                checkpoint_id,
                branch,
                sorted(item.work.overlap),
                strategy,
            ).replace(lines=lines.document, initial_attribution=lines.attribution, task=task)
            for item in chosen
        ]
        result = write_committed(repo, objects, parts, author)
        for item, part, oids in zip(chosen, parts, result.transcript_oids, strict=True):
            item.conversation.keep_segments(part.transcript, oids)
        both = zip(chosen, parts, strict=True)
        return [part.session_id for item, part in both if is_added(part, item.work.state)]

    try:
        return write()
    except GitError as error:
        log.warn("storing the transcripts again", checkpoint_id=checkpoint_id, error=error.message)
        for item in chosen:
            item.conversation.forget_segments()
        return write()
