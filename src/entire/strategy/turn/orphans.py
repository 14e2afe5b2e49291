"""Shadow branches that no session owns: a new session must not inherit a stranger's tree."""

from __future__ import annotations

from entire.checkpoint.names import ORPHANED_REFS, SHADOW_BRANCH_PREFIX
from entire.core import log
from entire.core.paths import METADATA_DIR, valid_session_id
from entire.git import refs
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session.state import State
from entire.session.store import BrokenState, Store
from entire.strategy.turn.shadow import branch_of, branches_of, tip_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection


def set_aside_orphan(repo: Repository, objects: Objects, store: Store, state: State) -> None:
    """Before a session's first step: if its branch is there and belongs to nobody, put it aside."""
    if state.has_work_here:
        return
    name = branch_of(state)
    tip = tip_of(objects, state)
    if tip is None or any(owns(other, name) for other in store.all()):
        return
    put_aside(repo, objects, name, tip.oid)


def put_aside(repo: Repository, objects: Objects, name: str, tip: str) -> str:
    """Take a shadow branch away, but keep what it holds under a name that is not pushed; returns that.

    Nothing is lost: the commits stay reachable. Raises RefChanged when somebody added to it meanwhile.
    """
    aside = f"{ORPHANED_REFS}{name.removeprefix(SHADOW_BRANCH_PREFIX)}/{tip[:12]}"
    kept = objects.read(aside)
    move = [] if kept is not None else [refs.Update(aside, None, tip)]
    refs.update(repo, *move, refs.Update(refs.BRANCHES + name, tip, None))
    log.warn("orphaned shadow branch put aside", component="checkpoint", shadow_branch=name, kept_as=aside)
    return aside


def has_steps_of_others(objects: Objects, store: Store, tip: Commit, live: Collection[str]) -> bool:
    """Whether a branch has steps, which no checkpoint has, of a session that is over and put away.

    Its files were committed without a link, or undone; the conversation is to be found nonetheless.
    """
    entry = objects.entry(tip.tree, METADATA_DIR)
    names = objects.tree(entry.oid) if entry is not None else {}
    return any(name not in live and valid_session_id(name) and _has_work(store, name) for name in names)


def _has_work(store: Store, session_id: str) -> bool:
    try:
        state = store.load(session_id)
    except BrokenState:
        return True
    return state is not None and state.has_work


def owns(state: State, name: str) -> bool:
    """Whether a shadow branch holds work of this session that is not condensed."""
    return name in branches_of(state)
