"""Which files a session still claims."""

from __future__ import annotations

from entire.core import clock, log
from entire.core.paths import to_relative
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session import capture as captures
from entire.session import cursors, places
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.turn.shadow import branch_of, tip_of
from entire.strategy.turn.unseen import begin_unseen


def release_committed(objects: Objects, state: State, head: Commit) -> bool:
    """Drop files that HEAD has exactly as the session left them (not saved). Returns whether there were any.

    They were committed without a link: the user declined it, or entire was disabled.
    """
    tip = tip_of(objects, state)
    if tip is None or not state.files_touched:
        return False
    left = [p for p in state.files_touched if objects.entry(tip.tree, p) != objects.entry(head.tree, p)]
    changed = len(left) != len(state.files_touched)
    state.files_touched = left
    return changed


def waiting_on_branch(store: Store, state: State) -> list[str]:
    """Files that wait for a commit on the session's shadow branch, whichever session left them there."""
    theirs = (path for other, same in _others(store, state) if same for path in other.files_touched)
    return list(dict.fromkeys((*state.files_touched, *theirs)))


def waiting_elsewhere(store: Store, state: State) -> set[str]:
    """Files that other sessions left in the same work tree, on other shadow branches."""
    return {path for other, same in _others(store, state) if not same for path in other.files_touched}


def _others(store: Store, state: State) -> list[tuple[State, bool]]:
    """The other sessions of the worktree, and whether they have the same shadow branch."""
    branch, found = branch_of(state), store.in_worktree(state.worktree_id)
    return [(one, branch_of(one) == branch) for one in found if one.session_id != state.session_id]


def claimed_by_others(
    repo: Repository, store: Store, state: State, since: str = "", *, locked: bool = True
) -> set[str]:
    """Files that other sessions of the worktree say they wrote, in turns that may be open since ``since``.

    ``since`` defaults to the time of the session's own prompt. A file that only a command can have written is
    not claimed by any session, so two sessions may count it.
    """
    claimed: set[str] = set()
    for other in store.live():
        if other.session_id == state.session_id or not places.visit(other, state.worktree_id):
            continue
        if not other.is_active and begin_unseen(repo, store, other, now=True) and locked:
            store.save(other)
        if other.is_active and places.is_home(other):
            claimed.update(files_of_turn(repo, store, other, locked=locked))
        if not _was_heard_since(repo, other, since or state.last_interaction_time):
            continue  # all turns that it finished are older
        names = (name for turn in cursors.load(store, other.session_id).turns for name in turn.files)
        named = {to_relative(name, repo.worktree) for name in names}
        claimed.update(named.intersection(other.files_touched))
    return claimed


def _was_heard_since(repo: Repository, state: State, since: str) -> bool:
    """Whether a session may have begun or finished a turn since a time, or has a running subagent."""
    then, last = clock.timestamp(since), clock.timestamp(state.last_interaction_time)
    return then is None or last is None or last >= then or bool(captures.open_tasks(repo, state.session_id))


def goes_on(state: State) -> bool:
    """Whether an agent that stopped, without its turn being saved, has worked since, by its transcript."""
    from entire.agent import registry
    from entire.transcript import reader

    agent = registry.by_type(state.agent_type)
    if agent is None:
        return False
    agent.prepare_transcript(state.session_id, state.transcript_path)
    facts = reader.facts_of(state.transcript_path, agent, state.stopped_bytes)
    return facts is not None and bool(facts.files or facts.ran_commands)


def files_of_turn(repo: Repository, store: Store, state: State, *, locked: bool = True) -> list[str]:
    """Files that the session's transcript, and those of its background subagents, name for its open turn."""
    return written_in_turn(repo, store, state, locked=locked)[0]


def written_in_turn(
    repo: Repository, store: Store, state: State, *, locked: bool = True
) -> tuple[list[str], bool]:
    """The files of `files_of_turn`, and whether commands can have written others.

    Saves the conversation, so that the next hook of that session does not read the same records again; unless
    the lock is not held: then another hook may be saving it.
    """
    from entire.redact import RedactionUnavailable
    from entire.strategy.turn.conversation import Conversation

    conversation = Conversation(repo, store, state)
    try:
        if locked:
            conversation.read()
            conversation.save()
    except RedactionUnavailable as error:
        log.error("transcript not stored", session_id=state.session_id, error=error.message, hint=error.hint)
        return conversation.subagent_files(state.transcript_path)  # of all turns, without storing any text
    named = dict.fromkeys(conversation.turn_files() if locked else conversation.glance())
    for task in captures.open_tasks(repo, state.session_id):
        if task.agent_id:
            named |= dict.fromkeys(conversation.subagent_files(conversation.subagent_path(task.agent_id))[0])
    return list(named), not locked or conversation.ran_commands(0)
