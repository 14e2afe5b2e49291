"""Shadow branches that no session owns: a new session must not inherit a stranger's tree."""

from __future__ import annotations

from entire.checkpoint.names import ORPHANED_REFS
from entire.core import log
from entire.git import refs
from entire.git.objects import Objects
from entire.git.repository import Repository
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.manual_commit.shadow import branch_of, tip_of


def set_aside_orphan(repo: Repository, objects: Objects, store: Store, state: State) -> None:
    """Before a session's first step: if its branch is there and belongs to nobody, put it aside.

    Nothing is lost: the commits stay reachable, under a name that is not pushed.
    """
    if state.has_work:
        return
    name = branch_of(state)
    tip = tip_of(objects, state)
    if tip is None or any(_owns(other, name) for other in store.all()):
        return
    aside = f"{ORPHANED_REFS}{name.removeprefix('entire/')}/{tip.oid[:12]}"
    kept = objects.read(aside)
    move = [] if kept is not None else [refs.Update(aside, None, tip.oid)]
    refs.update(repo, *move, refs.Update(refs.BRANCHES + name, tip.oid, None))
    log.warn("orphaned shadow branch put aside", component="checkpoint", shadow_branch=name, kept_as=aside)


def _owns(state: State, name: str) -> bool:
    return state.has_work and branch_of(state) == name
