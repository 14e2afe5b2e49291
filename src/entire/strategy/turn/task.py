"""Save the work of subagents as steps: during a turn, or after it if a subagent runs in the background."""

from __future__ import annotations

from entire.agent.events import Event
from entire.checkpoint.temporary.task import Task
from entire.core import files
from entire.git.repository import Repository
from entire.git.worktree import status
from entire.git.worktree.status import Status
from entire.session import capture as captures
from entire.session.capture import TaskCapture
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.owners.reported import Ending
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.follow import follow_worktree
from entire.strategy.turn.save import TurnFacts, TurnWork, touched_files, undone_files
from entire.strategy.turn.settle import claimed_by_others
from entire.strategy.turn.subjects import format_subagent_end_message
from entire.strategy.turn.to_store import dirty_files, stashed_work, without_stashed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy


def start_task(repo: Repository, event: Event) -> None:
    """A subagent is about to run."""
    capture = TaskCapture(
        tool_use_id=event.tool_use_id,
        session_id=event.session_id,
        subagent_type=event.subagent_type[:200],
        description=event.subagent_task[:500],
    )
    captures.take(repo, capture, status.read(repo))


def launched(repo: Repository, capture: TaskCapture, agent_id: str) -> None:
    """The call returned while the subagent continues in the background: note its id."""
    capture.agent_id = agent_id
    captures.save(repo, capture)


def find_task(repo: Repository, event: Event) -> TaskCapture | None:
    """The capture of the subagent that an event is about."""
    if event.tool_use_id and (found := captures.load_task(repo, event.tool_use_id)) is not None:
        return found
    for capture in captures.open_tasks(repo, event.session_id):
        if event.subagent_id and capture.agent_id == event.subagent_id:
            return capture
    return None


def end_task(
    strategy: Strategy,
    repo: Repository,
    store: Store,
    state: State,
    capture: TaskCapture,
    agent_id: str,
    path: str = "",
) -> State:
    """A subagent is done: save what it changed as a step, then the state. Returns the state as saved.

    ``path``: the subagent's transcript.
    """
    now = status.read(repo)
    state = follow_worktree(strategy, repo, store, state, now.head)
    conversation = Conversation(repo, store, state)
    conversation.read()
    path = path or conversation.subagent_path(agent_id)
    facts = _facts(repo, store, state, capture, now, conversation.subagent_files(path))
    stashed = stashed_work(repo, capture.timestamp, facts.named, now)
    touched = touched_files(facts) + [change.path for change in stashed]
    undone = without_stashed(repo, capture.timestamp, undone_files(facts))
    if touched or undone:
        task = Task(
            tool_use_id=capture.tool_use_id,
            agent_id=agent_id,
            checkpoint_uuid=conversation.cursor.last_id,
            subagent_transcript=files.read(path) if path else None,
        )
        subject = format_subagent_end_message(capture.subagent_type, capture.description, capture.tool_use_id)
        ending = Ending(capture.tool_use_id, path)
        work = TurnWork(
            strategy.NAME,
            repo,
            store,
            state,
            conversation,
            now,
            touched,
            stashed,
            undone=undone,
            ending=ending,
        )
        strategy.save_task(work, task, subject)
    if not state.is_active:
        state.token_usage = conversation.cursor.pending_usage()
    conversation.save()
    store.save(state)
    captures.discard(repo, capture)
    return state


def _facts(
    repo: Repository,
    store: Store,
    state: State,
    capture: TaskCapture,
    now: Status,
    found: tuple[list[str], bool],
) -> TurnFacts:
    """What is known of a subagent's work. If others run too, only files that its transcript names count."""
    named, ran_commands = found
    alone = len(captures.open_tasks(repo, capture.session_id)) < 2
    dirty = dirty_files(now)
    changed = captures.changed_since(repo, capture, dirty)
    others = claimed_by_others(repo, store, state, capture.timestamp)
    undone = captures.undone_since(repo, capture, dirty, now.head)
    return TurnFacts(dirty, changed, named, ran_commands and alone, others, undone)
