"""Save what the agent did between two changes of its to-do list as a step within the turn."""

from __future__ import annotations

from entire.agent.events import Event
from entire.checkpoint.temporary.read import next_incremental_sequence
from entire.checkpoint.temporary.task import Incremental, Task
from entire.core import json_text
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.git.worktree import content
from entire.git.worktree.status import Status
from entire.session import capture as captures
from entire.session.capture import TaskCapture
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.save import TurnWork, touched_files, turn_facts
from entire.strategy.turn.settle import claimed_by_others
from entire.strategy.turn.shadow import tip_of
from entire.strategy.turn.subjects import format_incremental_message
from entire.strategy.turn.to_store import to_store
from entire.strategy.turn.todos import todo_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy


def save_todo(
    strategy: Strategy, repo: Repository, store: Store, state: State, event: Event, now: Status
) -> None:
    """The to-do list changed: save the work since the last step as an incremental step, then the state."""
    capture = captures.load(repo, state.session_id)
    if capture is None:
        return
    conversation = Conversation(repo, store, state)
    conversation.read()
    touched = touched_files(
        turn_facts(repo, capture, now, conversation, claimed_by_others(repo, store, state))
    )
    tool_use_id = _task_of(captures.open_tasks(repo, state.session_id), event)
    with Objects(repo) as objects:
        tip = tip_of(objects, state)
        stored = to_store(repo, objects, tip, [], now, [], conversation.turn_files(0))
        written = [path for path in stored.paths if path in touched]
        changed = _differs(repo, objects, tip, written)
        sequence = next_incremental_sequence(
            objects, state.base_commit, state.worktree_id, state.session_id, tool_use_id
        )
    if touched and changed:
        data = json_text.encode_line(event.tool_input).encode() if event.tool_input else None
        task = Task(tool_use_id, event.subagent_id, incremental=Incremental(sequence, event.tool_name, data))
        text = todo_text(event.todos, conversation.cursor.todos) if event.todos is not None else ""
        subject = format_incremental_message(text, sequence, tool_use_id)
        work = TurnWork(strategy.NAME, repo, store, state, conversation, now, touched)
        strategy.save_task(work, task, subject)
        store.save(state)
    conversation.save()


def _differs(repo: Repository, objects: Objects, tip: Commit | None, paths: list[str]) -> bool:
    """Whether any of these files differs from the last step."""
    if tip is None:
        return bool(paths)
    present = content.present_oids(repo, paths)
    for path in paths:
        entry = objects.entry(tip.tree, path)
        if present.get(path) != (entry.oid if entry is not None else None):
            return True
    return False


def _task_of(open_tasks: list[TaskCapture], event: Event) -> str:
    """The call of the running subagent, if any; else the call that changed the list."""
    for capture in open_tasks:
        if event.subagent_id and capture.agent_id == event.subagent_id:
            return capture.tool_use_id
    if open_tasks and (event.subagent_id or event.maybe_subagent):
        return open_tasks[-1].tool_use_id
    return event.tool_use_id
