"""Which files a session still has a claim to."""

from __future__ import annotations

from entire.core.paths import to_relative
from entire.git.objects import Commit, Objects
from entire.git.repository import Repository
from entire.session import cursors
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.manual_commit.shadow import tip_of


def let_go_committed(objects: Objects, state: State, head: Commit) -> bool:
    """Drop files that HEAD has exactly as the session left them; whether there were any (not saved).

    They were committed without a link: the person did not want one, or the tool was off.
    """
    tip = tip_of(objects, state)
    if tip is None or not state.files_touched:
        return False
    left = [p for p in state.files_touched if objects.entry(tip.tree, p) != objects.entry(head.tree, p)]
    changed = len(left) != len(state.files_touched)
    state.files_touched = left
    return changed


def claimed_by_others(repo: Repository, store: Store, state: State) -> set[str]:
    """Files that other sessions of the worktree say they wrote: before, or in a turn that is still going on.

    What only a command can have written is nobody's for sure, and may well be counted for two.
    """
    claimed: set[str] = set()
    for other in store.live():
        if other.session_id == state.session_id or other.worktree_id != state.worktree_id:
            continue
        if other.is_active:
            claimed.update(files_of_turn(repo, store, other))
        names = (name for turn in cursors.load(store, other.session_id).turns for name in turn.files)
        named = {to_relative(name, repo.worktree) for name in names}
        claimed.update(named.intersection(other.files_touched))
    return claimed


def files_of_turn(repo: Repository, store: Store, state: State) -> list[str]:
    """What a session's transcript says was written in its last turn, read up to now."""
    from entire.strategy.conversation import Conversation

    conversation = Conversation(repo, store, state)
    conversation.read()
    conversation.save()
    return conversation.turn_files()
