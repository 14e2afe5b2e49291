"""A session's shadow branch."""

from __future__ import annotations

from entire.checkpoint.names import shadow_branch_name_for_commit
from entire.git.objects.read import Commit, Objects
from entire.git.refs import BRANCHES
from entire.session import places
from entire.session.state import State


def branch_of(state: State) -> str:
    """The name of the branch that holds the session's steps."""
    return shadow_branch_name_for_commit(state.base_commit, state.worktree_id)


def branches_of(state: State) -> set[str]:
    """The branches that hold work of the session which is not condensed, in whichever worktree."""
    own = {branch_of(state)} if state.has_work_here else set()
    return own | {
        shadow_branch_name_for_commit(place.base_commit, worktree_id)
        for worktree_id, place in places.left(state)
    }


def tip_of(objects: Objects, state: State) -> Commit | None:
    """Its last step, of whatever session; None if there is no such branch."""
    return objects.commit(BRANCHES + branch_of(state))
