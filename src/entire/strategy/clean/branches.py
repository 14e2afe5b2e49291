"""Which shadow branches are unused."""

from __future__ import annotations

from collections.abc import Collection

from entire.checkpoint.temporary.read import list_checkpoints_for_branch, list_shadow_branches
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import history
from entire.git.objects.read import Objects
from entire.git.refs import BRANCHES
from entire.git.repository import Repository
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.turn.shadow import branch_of, branches_of, condensed_tips


class Fate:
    """Whether a shadow branch is still needed."""

    NEEDED = "needed"  # a session continues there, or has work there that is not condensed
    CONDENSED = "condensed"  # its work is in a checkpoint
    EMPTY = "empty"  # no steps, and all its commits are on other branches
    UNCLAIMED = "unclaimed"  # steps that no session claims: may be the only copy
    FOREIGN = "foreign"  # the user's own branch, named like a shadow branch


class Branch(Value):
    name: str
    tip: str
    steps: int
    sessions: list[str]  # that the steps belong to, latest first
    elsewhere: bool = False  # whether other refs contain all its commits; looked up only without steps


def decide(branch: Branch, needed: Collection[str], condensed: Collection[tuple[str, str]]) -> str:
    """Pure: the fate of a branch. ``condensed``: names and tips."""
    if branch.name in needed:
        return Fate.NEEDED
    if (branch.name, branch.tip) in condensed:
        return Fate.CONDENSED
    if branch.steps:
        return Fate.UNCLAIMED
    return Fate.EMPTY if branch.elsewhere else Fate.FOREIGN


def needed(states: list[State]) -> set[str]:
    """Branches of sessions that have not ended, or that wait for a commit."""
    own = {branch_of(state) for state in states if not state.is_ended}
    return own | {name for state in states for name in branches_of(state)}


def list_fates(repo: Repository, objects: Objects, store: Store) -> list[tuple[Branch, str]]:
    """All shadow branches, each with its fate."""
    states = store.all()
    wanted = needed(states)
    condensed = condensed_tips(states)
    found = []
    for ref in list_shadow_branches(repo):
        if ref.name in wanted:
            branch = Branch(ref.name, ref.oid, 0, [])
        else:
            branch = _look(repo, objects, ref.name, ref.oid)
        found.append((branch, decide(branch, wanted, condensed)))
    return found


def _look(repo: Repository, objects: Objects, name: str, tip: str) -> Branch:
    steps = list_checkpoints_for_branch(objects, name)
    sessions = list(dict.fromkeys(step.session_id for step in steps))
    elsewhere = not steps and history.is_on_other_refs(repo, tip, BRANCHES + name)
    return Branch(name, tip, len(steps), sessions, elsewhere)


def check_not_checked_out(repo: Repository, names: Collection[str]) -> None:
    """Raise EntireError if a worktree has one of these branches checked out: its HEAD would break."""
    for path, branch in history.worktree_branches(repo).items():
        if branch in names:
            raise EntireError(
                f"{branch} is checked out in {path}", "switch to another branch there, then try again"
            )
