"""Save what an agent did since its prompt as a step."""

from __future__ import annotations

from entire.core.text import collapse_whitespace, truncate
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree.status import Status
from entire.session import capture as captures
from entire.session import places, quiet
from entire.session.capture import Capture
from entire.session.places import Place
from entire.session.state import FIRST_PROMPT_LENGTH, State
from entire.session.store import Store
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.edits import edited_later
from entire.strategy.turn.save import TurnWork, touched_files, turn_facts, undone_files
from entire.strategy.turn.settle import claimed_by_others, release_committed
from entire.strategy.turn.shadow import migrate_shadow_branch
from entire.strategy.turn.to_store import stashed_work, without_stashed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy


def save_turn_work(
    strategy: Strategy,
    repo: Repository,
    store: Store,
    state: State,
    now: Status,
    *,
    late: bool = False,
    unknown: Place | None = None,
) -> tuple[State, Conversation]:
    """Save the work in the worktree where the turn began. ``late``: it ended at some time before.

    ``unknown``: what a worktree is for the session that is not its own, and where nothing of it waits.
    Returns the state and the conversation, which the caller saves. The state may be a new object: completing
    a commit saves the state and loads it again.
    """
    if state.base_commit != now.head or quiet.commits_wait(store):
        state = _settle_commits(strategy, repo, store, state, unknown)
    conversation = Conversation(repo, store, state)
    unread = conversation.cursor.position
    conversation.read()
    if conversation.cursor.due:
        from entire.strategy.condensing.finalise import complete_due

        complete_due(repo, state, conversation)
    state.model_name = conversation.cursor.model or state.model_name
    capture = captures.load(repo, state.session_id)
    if capture is None or not state.last_prompt:
        _note_prompts(state, conversation)
    facts = turn_facts(repo, capture, now, conversation, claimed_by_others(repo, store, state), unread)
    since = capture.timestamp if capture is not None else ""
    committed = [path for path in facts.named if path not in facts.dirty]
    if committed:
        strategy.claim_committed(repo, store, state, committed, since)
    touched, undone = touched_files(facts), without_stashed(repo, since, undone_files(facts))
    stashed = stashed_work(repo, since, facts.named, now)
    touched += [change.path for change in stashed]
    migrate_shadow_branch(repo, store, state, now.head)
    if not state.transcript_identifier_at_start:
        known = conversation.cursor.id_before(state.checkpoint_transcript_start)
        state.transcript_identifier_at_start = known
    if touched or undone:
        _include_prompt(state, conversation, touched)
        doubtful = edited_later(repo, state, touched) if late else []
        work = TurnWork(
            strategy.NAME, repo, store, state, conversation, now, touched, stashed, doubtful, undone
        )
        strategy.save_turn(work)
    return state, conversation


def _include_prompt(state: State, conversation: Conversation, touched: list[str]) -> None:
    """A commit during the turn left some of its work out: the next checkpoint starts at the prompt, too."""
    position = conversation.turn_position(touched)
    if position < state.checkpoint_transcript_start:
        state.checkpoint_transcript_start = position
        state.transcript_identifier_at_start = conversation.cursor.id_before(position)


def _note_prompts(state: State, conversation: Conversation) -> None:
    """The prompt's hook did not run to its end: take the prompts from the transcript (state not saved)."""
    new = conversation.has_new_prompt() or not state.last_prompt
    prompts = conversation.prompts() if new else []
    shown = [
        truncate(collapse_whitespace(prompt), FIRST_PROMPT_LENGTH) for prompt in (*prompts[:1], *prompts[-1:])
    ]
    if shown:
        state.first_prompt, state.last_prompt = state.first_prompt or shown[0], shown[-1]


def discard_captures(repo: Repository, session_id: str) -> None:
    """Delete the turn's captures, once the state is saved."""
    captures.discard(repo, Capture(session_id=session_id))
    for task in captures.open_tasks(repo, session_id):
        if not task.agent_id:  # not in the background: interrupted, no event will report its end
            captures.discard(repo, task)


def _settle_commits(
    strategy: Strategy, repo: Repository, store: Store, state: State, unknown: Place | None
) -> State:
    """HEAD moved, or a commit waits: its hook may still have to run, was killed, or found nothing to link.

    Saves the state first: completing the commit loads all states, and changes and saves this one too.
    """
    store.save(state)
    complete = strategy.complete_commits(repo, store, state.session_id)
    state = store.load(state.session_id) or state
    places.visit(state, repo.worktree_id, unknown)
    if complete:
        with Objects(repo) as objects:
            head = objects.commit("HEAD")
            if head is not None:
                release_committed(objects, state, head)
    return state
