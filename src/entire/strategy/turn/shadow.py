"""A session's shadow branch: its name, how it follows HEAD, and how one that no session owns is set aside."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.names import (
    ORPHANED_REFS,
    SHADOW_BRANCH_PREFIX,
    shadow_branch_name_for_commit,
    shadow_ref,
)
from entire.core import log
from entire.core.paths import METADATA_DIR, valid_session_id
from entire.git import refs
from entire.git.errors import GitError, RefChanged
from entire.git.repository import Repository
from entire.session import places
from entire.session.state import State
from entire.session.store import BrokenState, Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import TypeVar

    from entire.git.objects.read import Commit, Objects

    T = TypeVar("T")


def branch_of(state: State) -> str:
    """The name of the branch that holds the session's steps."""
    return shadow_branch_name_for_commit(state.base_commit, state.worktree_id)


def branches_of(state: State) -> set[str]:
    """The branches of any worktree that hold work of the session which is not condensed."""
    own = {branch_of(state)} if state.has_steps_here else set()
    return own | {
        shadow_branch_name_for_commit(place.base_commit, worktree_id)
        for worktree_id, place in places.left(state)
    }


def tip_of(objects: Objects, state: State) -> Commit | None:
    """The branch's last step, which may be another session's; None if the branch does not exist."""
    return objects.commit(refs.BRANCHES + branch_of(state))


def repairing(repo: Repository, state: State, act: Callable[[], T]) -> T:
    """Use the session's branch. If that fails because something is missing, repair it and try again."""
    try:
        return act()
    except (GitError, RefChanged):
        from entire.strategy.turn.repair import repair_branch

        if not repair_branch(repo, branch_of(state), state.session_id):
            raise
    return act()


def has_steps(state: State, tip: Commit) -> bool:
    """Whether the session has steps on its branch: a hook that was killed did not count the last one."""
    return state.has_steps_here or trailers.extract_session_id_from_commit(tip.message) == state.session_id


def migrate_shadow_branch(repo: Repository, store: Store, state: State, head: str) -> None:
    """Rename the session's branch after HEAD moved without a commit of this session (pull, switch).

    All sessions on the branch move together. The states of the others are saved here, so that none of them
    names a branch that no longer exists; the caller saves ``state``. If the new name is taken, the old one
    stays in use: a branch is never overwritten. So it does while a commit waits for its checkpoint: the base
    is older than that commit.
    """
    if state.base_commit != head and not _is_needed(store, state):
        repairing(repo, state, lambda: _migrate(repo, store, state, head))


def _is_needed(store: Store, state: State) -> bool:
    """Whether a commit that was made waits for its checkpoint, of a session on this branch."""
    if not store.has_promises():
        return False
    from entire.session import promises

    made = [promise for promise in promises.of_worktree(store, state.worktree_id) if promise.commit]
    if not made:
        return False
    here = [other for other in store.in_worktree(state.worktree_id) if other.base_commit == state.base_commit]
    ids = {state.session_id, *(other.session_id for other in here)}
    return any(not ids.isdisjoint(promise.known_sessions) for promise in made)


def _migrate(repo: Repository, store: Store, state: State, head: str) -> None:
    old, new = (shadow_ref(base, state.worktree_id) for base in (state.base_commit, head))
    tips = refs.values(repo, old, new)
    others = _others_on_branch(store, state)
    in_use = any(each.has_steps_here for each in (state, *others))  # or else it waits to be deleted
    if old != new and old in tips and in_use:
        if new in tips:
            return
        refs.update(repo, refs.Update(new, None, tips[old]), refs.Update(old, tips[old], None))
        log.info(
            "shadow branch migrated", component="checkpoint", session_id=state.session_id, shadow_branch=new
        )
        for other in others:
            other.base_commit = head
            store.save(other)
    state.base_commit = head


def _others_on_branch(store: Store, state: State) -> list[State]:
    here = (other for other in store.live() if places.visit(other, state.worktree_id))
    return [
        other
        for other in here
        if other.session_id != state.session_id and other.base_commit == state.base_commit
    ]


def set_aside_orphan(repo: Repository, objects: Objects, store: Store, state: State) -> None:
    """Before a session's first step: if its branch exists already and no session owns it, set it aside.

    If its work is condensed, it waits to be deleted. Until git can do that, the session may use it. Its last
    step may be of a hook that was killed before it counted the step: then its session continues there.
    """
    if state.has_steps_here:
        return
    name = branch_of(state)
    tip = tip_of(objects, state)
    if tip is None:
        return
    states = store.all()
    if any(owns(other, name) for other in states):
        return
    if (name, tip.oid) in condensed_tips(states):
        if not refs.is_packing(repo):
            refs.update(repo, refs.Update(refs.BRANCHES + name, tip.oid, None))
        return
    if not any(branch_of(other) == name and has_steps(other, tip) for other in states):
        set_aside(repo, objects, name, tip.oid)


def set_aside(repo: Repository, objects: Objects, name: str, tip: str) -> str:
    """Delete a shadow branch, but keep its commits under a ref that is not pushed. Returns that ref.

    Raises RefChanged if the branch moved meanwhile.
    """
    aside = f"{ORPHANED_REFS}{name.removeprefix(SHADOW_BRANCH_PREFIX)}/{tip[:12]}"
    kept = objects.read(aside)
    move = [] if kept is not None else [refs.Update(aside, None, tip)]
    refs.update(repo, *move, refs.Update(refs.BRANCHES + name, tip, None))
    log.warn("orphaned shadow branch set aside", component="checkpoint", shadow_branch=name, kept_as=aside)
    return aside


def has_steps_of_others(objects: Objects, store: Store, tip: Commit, live: Collection[str]) -> bool:
    """Whether a branch has steps of an archived session that no checkpoint has.

    Its files were committed without a link, or reverted, but these steps still hold its conversation.
    """
    if not objects.tree(tip.tree):  # missing: it is not known what the branch has
        return True
    entry = objects.entry(tip.tree, METADATA_DIR)
    names = objects.tree(entry.oid) if entry is not None else {}
    return any(name not in live and valid_session_id(name) and _has_work(store, name) for name in names)


def _has_work(store: Store, session_id: str) -> bool:
    try:
        state = store.load(session_id)
    except BrokenState:
        return True
    return state is not None and state.has_work


def condensed_tips(states: Iterable[State]) -> set[tuple[str, str]]:
    """The shadow branches whose steps are all condensed, with their tips."""
    return {item for state in states for item in state.condensed_branches.items()}


def owns(state: State, name: str) -> bool:
    """Whether a shadow branch holds work of this session that is not condensed."""
    return name in branches_of(state)
