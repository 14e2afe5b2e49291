"""Save what a turn wrote in other worktrees than the agent's own, by absolute paths."""

from __future__ import annotations

import os

from entire.git.repository import Repository
from entire.git.worktree import status
from entire.git.worktree.status import Status
from entire.session import places
from entire.session.places import Place
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.to_store import dirty_files
from entire.strategy.turn.work import save_turn_work

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy


def save_elsewhere(strategy: Strategy, repo: Repository, store: Store, state: State, now: Status) -> State:
    """Save a step in each such worktree, before the turn's step in the agent's own. Returns the state.

    The state is saved after each step, not once by the caller: a step that no state names would be set aside
    as an orphan after a kill (I2). Loading it again makes the agent's own worktree the current one.
    """
    if not os.path.isdir(os.path.join(repo.common_dir, "worktrees")):
        return state
    conversation = Conversation(repo, store, state)
    conversation.read()
    conversation.save()
    written = _written(repo, conversation.turn_names(), now)
    if not written:
        return state
    from entire.git.worktree import worktrees

    for other, there in worktrees.each(written, lambda place: (place, status.read(place))):
        new = Place(
            base_commit=there.head,
            attribution_base_commit=there.head,
            checkpoint_transcript_start=conversation.turn_position(),
            transcript_identifier_at_start=conversation.cursor.id_before(conversation.turn_position()),
        )
        places.visit(state, other.worktree_id, new)
        state, theirs = save_turn_work(strategy, other, store, state, there, unknown=new)
        theirs.save()
        store.save(state)
        state = store.load(state.session_id) or state
    return state


def _written(repo: Repository, names: list[str], now: Status) -> list[Repository]:
    """The other worktrees that contain these files. For nested worktrees, the innermost counts."""
    dirty = {repo.path(path) for path in dirty_files(now)}
    paths = [os.path.realpath(name) for name in names if os.path.isabs(name)]
    paths = [path for path in paths if path not in dirty]
    if not paths:
        return []
    from entire.git.worktree import worktrees

    roots = {found.worktree: found for found in worktrees.every(repo)}
    owners = {max((r for r in roots if path.startswith(r + "/")), key=len, default="") for path in paths}
    return [found for root, found in roots.items() if root in owners and root != repo.worktree]
