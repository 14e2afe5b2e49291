"""Condense: after a commit, make a committed checkpoint of what its sessions did for it.

The order is fixed (I2): write the checkpoint, save the states that point to it, delete the shadow branches
that are no longer needed. After a kill in between, `complete` finishes the rest at the next event. The number
of git processes does not depend on the number of sessions.
"""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.committed.read import stored_sessions
from entire.checkpoint.committed.write import write_committed
from entire.checkpoint.temporary.carry import CarryForward, carry_forward
from entire.core import log, terminal
from entire.core.value import Value
from entire.git import diff, identity, reflog, refs, sequence
from entire.git.diff import FileChange
from entire.git.errors import GitError
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.git.worktree import content, stash
from entire.session.phase import Action, PhaseEvent, TransitionContext
from entire.session.state import State, transition_and_log
from entire.session.store import Store
from entire.strategy.condensing.owned_lines import Contribution, attribute_lines
from entire.strategy.condensing.part import move_on, part_of
from entire.strategy.manual_commit import NAME
from entire.strategy.manual_commit.carry_forward import Versions, remaining
from entire.strategy.manual_commit.interrupted import Interrupted, find_interrupted
from entire.strategy.manual_commit.work import Work, gather
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.settle import release_committed
from entire.strategy.turn.shadow import branch_of, branches_of, has_steps_of_others, set_aside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


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


def post_commit(repo: Repository, objects: Objects, store: Store) -> list[str]:
    """Run the post-commit hook. The caller holds the lock. Returns the ids of the condensed sessions."""
    head = objects.commit("HEAD")
    if head is None:
        return []
    ids = trailers.checkpoint_ids(head.message)
    replaying = sequence.in_progress(repo)
    if not replaying and store.promised(repo.worktree_id) not in ids:
        complete_last(repo, objects, store)
    states = store.for_commit(repo.worktree_id, head.oid)
    done: list[str] = []
    if ids and (replaying or not _is_foreign(repo, objects, ids[-1])):
        done = _condense(
            repo, objects, store, states, head, ids[-1], at_terminal=terminal.has_tty(), replaying=replaying
        )
    if not replaying:
        _follow_head(objects, store, [state for state in states if state.session_id not in done], head)
        store.settle_promise(repo.worktree_id)
    return done


def complete_last(repo: Repository, objects: Objects, store: Store) -> None:
    """Condense the last commit if its hook was killed, unless a rebase is in progress. The lock is held.

    It is no longer known who made the commit. It was linked, so it counts as the agent's if one is active.
    """
    found = find_interrupted(repo, objects, store)
    if found is not None:
        complete(repo, objects, store, found)


def complete(repo: Repository, objects: Objects, store: Store, found: Interrupted) -> None:
    if sequence.in_progress(repo):
        return
    log.info("completing a commit", component="checkpoint", checkpoint_id=found.checkpoint_id)
    states = store.for_commit(repo.worktree_id, found.commit.oid)
    _condense(repo, objects, store, states, found.commit, found.checkpoint_id, at_terminal=False)
    store.settle_promise(repo.worktree_id)


def _is_foreign(repo: Repository, objects: Objects, checkpoint_id: str) -> bool:
    """Whether the trailer was copied from another commit: by cherry-pick, `git commit -C` or a squash."""
    return bool(stored_sessions(objects, checkpoint_id)) and reflog.last_action(repo) != "commit (amend)"


def _follow_head(objects: Objects, store: Store, states: list[State], head: Commit) -> None:
    """Move sessions that were not condensed and have no steps to HEAD; others keep their shadow branch."""
    for state in states:
        moved = state.base_commit != head.oid and not state.has_work_here
        if moved:
            state.base_commit = head.oid
        if release_committed(objects, state, head) or moved:
            store.save(state)


def _condense(
    repo: Repository,
    objects: Objects,
    store: Store,
    states: list[State],
    head: Commit,
    checkpoint_id: str,
    *,
    at_terminal: bool,
    replaying: bool = False,
) -> list[str]:
    actions = [
        transition_and_log(
            state, PhaseEvent.GIT_COMMIT, TransitionContext(bool(state.files_touched), replaying)
        )
        for state in states
    ]
    if not any(actions):
        return []
    changes = {change.path: change for change in diff.commit_changes(repo, head.oid)}
    works = []
    for state, wanted in zip(states, actions, strict=True):
        work = gather(repo, objects, store, state, changes, at_terminal=at_terminal) if wanted else None
        if work is not None and is_condensed(wanted, work.overlap):
            works.append(work)
    if works:
        chosen = choose(repo, objects, store, works, head, changes)
        _apply(repo, objects, store, head, checkpoint_id, chosen, changes)
    return sorted(work.state.session_id for work in works)


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
    chosen: list[Chosen],
    changes: Mapping[str, FileChange],
) -> None:
    _write_checkpoint(repo, objects, head, checkpoint_id, chosen, changes)
    carried = [
        CarryForward(item.work.state.session_id, item.work.shadow_tip, item.stored)
        for item in chosen
        if item.carry
    ]
    if carried:
        author = identity.parse_author(head.committer)
        carry_forward(repo, objects, carried, head, repo.worktree_id, author, NAME)
    for item in chosen:
        state = item.work.state
        if item.work.shadow_tip and state.has_work_here:
            state.condensed_branches = state.condensed_branches | {branch_of(state): item.work.shadow_tip}
        move_on(state, item.conversation, checkpoint_id, head.oid, item.carry)
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


def delete_condensed_branches(repo: Repository, objects: Objects, store: Store) -> None:
    """Delete the shadow branches whose work is condensed and that no other session needs.

    Saves the states: they name these branches until the branches are gone, so that after a kill the next
    event deletes the rest (I2).
    """
    states = store.live()
    waiting = [state for state in states if state.condensed_branches]
    needed = {name for state in states for name in branches_of(state)}
    tips = {
        name: tip for state in waiting for name, tip in state.condensed_branches.items() if name not in needed
    }
    gone = []
    for name, tip in tips.items():
        found = objects.commit(refs.BRANCHES + name)
        if found is None or found.oid != tip:
            continue
        if has_steps_of_others(objects, store, found, {state.session_id for state in states}):
            set_aside(repo, objects, name, tip)
        else:
            gone.append(refs.Update(refs.BRANCHES + name, tip, None))
    refs.update(repo, *gone)
    for state in waiting:
        state.condensed_branches = {}
        store.save(state)


def _write_checkpoint(
    repo: Repository,
    objects: Objects,
    head: Commit,
    checkpoint_id: str,
    chosen: list[Chosen],
    changes: Mapping[str, FileChange],
) -> None:
    """Write one checkpoint for all sessions. If git has lost a stored segment, store everything again."""
    branch = refs.get_current_branch_name(repo)
    author = identity.parse_author(head.committer)
    for item in chosen:
        item.conversation.read()
        if item.conversation.cursor.due:
            from entire.strategy.condensing.finalise import complete_due

            complete_due(repo, item.work.state, item.conversation)
    contributions = [item.contribution for item in chosen]
    lines = attribute_lines(repo, objects, contributions, head, changes, checkpoint_id)

    def write() -> None:
        parts = [
            part_of(
                objects,
                item.work.state,
                item.conversation,
                checkpoint_id,
                branch,
                sorted(item.work.overlap),
                NAME,
            ).replace(lines=lines.document, initial_attribution=lines.attribution)
            for item in chosen
        ]
        result = write_committed(repo, objects, parts, author)
        for item, part, oids in zip(chosen, parts, result.transcript_oids, strict=True):
            item.conversation.keep_segments(part.transcript, oids)

    try:
        write()
    except GitError as error:
        log.warn("storing the transcripts again", checkpoint_id=checkpoint_id, error=error.message)
        for item in chosen:
            item.conversation.forget_segments()
        write()
