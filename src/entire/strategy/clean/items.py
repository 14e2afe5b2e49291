"""Find unused data.

A shadow branch whose steps no session claims may be the only copy of that work, so it is not deleted at once:
the first run sets it aside, and the next run deletes it.
"""

from __future__ import annotations

from entire.checkpoint import condensed
from entire.checkpoint.names import ORPHANED_REFS
from entire.core import clock
from entire.core.text import count, short_session_id
from entire.core.value import Value
from entire.git import refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session import leftovers, promises
from entire.session.state import State, is_working
from entire.session.store import Store
from entire.strategy.clean.branches import Branch, Fate, list_fates
from entire.strategy.clean.checkpoints import list_orphaned_checkpoints
from entire.strategy.turn.shadow import branch_of

GRACE_SECONDS = 600  # a new session has saved nothing yet


class CleanupType:
    """Types of unused data, as `--json` names them."""

    SHADOW_BRANCH = "shadow-branch"
    SET_ASIDE = "put-aside"  # a shadow branch that was set aside earlier
    SESSION_STATE = "session-state"
    UNREADABLE_STATE = "unreadable-state"
    CHECKPOINT = "checkpoint"
    TEMPORARY_FILE = "temporary-file"

    ALL = (SHADOW_BRANCH, SET_ASIDE, SESSION_STATE, UNREADABLE_STATE, CHECKPOINT, TEMPORARY_FILE)


class CleanupItem(Value):
    type: str
    id: str  # name of a branch or a ref, id of a session or a checkpoint, path of a file
    reason: str
    tip: str = ""  # of a branch or a ref
    set_aside: bool = False  # not deleted


def list_all_cleanup_items(repo: Repository, objects: Objects, store: Store) -> list[CleanupItem]:
    """List all unused data, type by type."""
    fates = list_fates(repo, objects, store)
    staying = {branch.name for branch, fate in fates if fate in (Fate.NEEDED, Fate.FOREIGN)}
    return [
        *(item for branch, fate in fates if (item := _branch(branch, fate)) is not None),
        *(
            CleanupItem(CleanupType.SET_ASIDE, ref.name, "set aside earlier", ref.oid)
            for ref in refs.listing(repo, ORPHANED_REFS)
        ),
        *(
            CleanupItem(CleanupType.SESSION_STATE, state.session_id, "no checkpoint, no shadow branch")
            for state in list_orphaned_session_states(repo, objects, store, staying)
        ),
        *(
            CleanupItem(CleanupType.UNREADABLE_STATE, found.path, found.error or "set aside as unreadable")
            for found in leftovers.unreadable_states(store)
        ),
        *(
            CleanupItem(CleanupType.CHECKPOINT, id, "not linked from any commit")
            for id in list_orphaned_checkpoints(repo, objects)
        ),
        *(
            CleanupItem(CleanupType.TEMPORARY_FILE, path, "interrupted write")
            for path in leftovers.temporary_files(repo, store)
        ),
    ]


def _branch(branch: Branch, fate: str) -> CleanupItem | None:
    if fate in (Fate.NEEDED, Fate.FOREIGN):
        return None
    if fate == Fate.UNCLAIMED:
        return CleanupItem(
            CleanupType.SHADOW_BRANCH, branch.name, _unclaimed(branch), branch.tip, set_aside=True
        )
    reason = "already condensed" if fate == Fate.CONDENSED else "no steps"
    return CleanupItem(CleanupType.SHADOW_BRANCH, branch.name, reason, branch.tip)


def _unclaimed(branch: Branch) -> str:
    who = (
        f"session {short_session_id(branch.sessions[0])}" if len(branch.sessions) == 1 else "several sessions"
    )
    return f"{count(branch.steps, 'step')} from {who}, not claimed by any session"


def list_orphaned_session_states(
    repo: Repository, objects: Objects, store: Store, branches: set[str]
) -> list[State]:
    """States of sessions that have saved nothing, in a checkpoint or on one of these branches.

    A commit that waits for its checkpoint needs the states of its sessions.
    """
    found = [
        state
        for state in store.all()
        if is_orphaned(state, has_branch=branch_of(state) in branches, working=is_working(state))
    ]
    kept = set(condensed.by_session(repo, objects)) if found else set()
    kept.update(id for promise in promises.everywhere(store) for id in promise.known_sessions)
    return [state for state in found if state.session_id not in kept]


def is_orphaned(state: State, *, has_branch: bool, working: bool) -> bool:
    """Whether the state of a session without checkpoints can be deleted. Pure, except for the clock."""
    if state.has_work or state.condensed_branches or has_branch or (state.is_active and working):
        return False
    ages = (clock.age(text) for text in (state.started_at, state.last_interaction_time))
    return min((age for age in ages if age is not None), default=GRACE_SECONDS + 1) > GRACE_SECONDS
