"""Subagents and to-do lists: steps within a turn, or after it when a subagent works in the background."""

from __future__ import annotations

from entire.agent import registry
from entire.agent.events import Event
from entire.checkpoint.segments import Transcript
from entire.checkpoint.task import Incremental, Task
from entire.checkpoint.temporary import WriteTemporaryTaskOptions, write_temporary_task
from entire.checkpoint.temporary_read import next_incremental_sequence
from entire.core import files, json_text, log
from entire.git import identity, status, worktree
from entire.git.objects import Commit, Objects
from entire.git.repository import Repository
from entire.git.status import Status
from entire.session import capture as captures
from entire.session.capture import TaskCapture
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.conversation import Conversation
from entire.strategy.manual_commit.orphans import set_aside_orphan
from entire.strategy.manual_commit.save import dirty_files, paths_to_store
from entire.strategy.manual_commit.shadow import tip_of
from entire.strategy.messages import format_incremental_message, format_subagent_end_message
from entire.strategy.todos import todo_text


def start_task(repo: Repository, event: Event) -> None:
    """A subagent is about to run."""
    given = event.tool_input or {}
    capture = TaskCapture(
        tool_use_id=event.tool_use_id,
        session_id=event.session_id,
        subagent_type=event.subagent_type[:200],
        description=str(given.get("description") or "")[:500],
    )
    captures.take(repo, capture, status.read(repo))


def launched(repo: Repository, capture: TaskCapture, agent_id: str) -> None:
    """The call returned, the subagent goes on in the background: remember which one it is."""
    capture.agent_id = agent_id
    captures.save(repo, capture)


def find_task(repo: Repository, event: Event) -> TaskCapture | None:
    """The capture of the subagent that an event speaks of."""
    if event.tool_use_id and (found := captures.load_task(repo, event.tool_use_id)) is not None:
        return found
    for capture in captures.open_tasks(repo, event.session_id):
        if event.subagent_id and capture.agent_id == event.subagent_id:
            return capture
    return None


def end_task(repo: Repository, store: Store, state: State, capture: TaskCapture, event: Event) -> None:
    """A subagent is done: if it changed anything, that is a step of its own."""
    now = status.read(repo)
    conversation = Conversation(repo, store, state)
    conversation.read()
    path = event.subagent_transcript or _transcript_path(state, event.subagent_id)
    touched = _touched(repo, capture, now, conversation, path)
    if touched:
        task = Task(
            tool_use_id=capture.tool_use_id,
            agent_id=event.subagent_id,
            checkpoint_uuid=conversation.cursor.last_id,
            subagent_transcript=files.read(path) if path else None,
        )
        subject = format_subagent_end_message(capture.subagent_type, capture.description, capture.tool_use_id)
        save_task_step(repo, store, state, conversation, now, touched, task, subject)
    conversation.save()
    store.save(state)
    captures.discard(repo, capture)


def _transcript_path(state: State, agent_id: str) -> str:
    agent = registry.by_type(state.agent_type)
    return agent.subagent_path(state.transcript_path, agent_id) if agent is not None and agent_id else ""


def _touched(
    repo: Repository, capture: TaskCapture, now: Status, conversation: Conversation, path: str
) -> list[str]:
    """What changed since the subagent began; where others work beside it, only what it says itself."""
    changed = captures.changed_since(repo, capture, dirty_files(now))
    if len(captures.open_tasks(repo, capture.session_id)) < 2:
        return changed
    named = conversation.files_of(path)
    return [name for name in changed if name in named]


def save_todo(repo: Repository, store: Store, state: State, event: Event) -> None:
    """The to-do list changed: what was done since the last step is an incremental one."""
    now = status.read(repo)
    capture = captures.load(repo, state.session_id)
    if capture is None:
        return
    conversation = Conversation(repo, store, state)
    conversation.read()
    touched = captures.changed_since(repo, capture, dirty_files(now))
    tool_use_id = _task_of(repo, event)
    with Objects(repo) as objects:
        tip = tip_of(objects, state)
        changed = _differs(repo, objects, tip, paths_to_store(repo, objects, tip, [], now, []))
        sequence = next_incremental_sequence(
            objects, state.base_commit, state.worktree_id, state.session_id, tool_use_id
        )
    if touched and changed:
        data = json_text.encode_line(event.tool_input).encode() if event.tool_input else None
        task = Task(tool_use_id, event.subagent_id, incremental=Incremental(sequence, event.tool_name, data))
        text = todo_text(event.tool_name, event.tool_input or {}, conversation.cursor.todos)
        subject = format_incremental_message(text, sequence, tool_use_id)
        save_task_step(repo, store, state, conversation, now, touched, task, subject)
        store.save(state)
    conversation.save()


def _differs(repo: Repository, objects: Objects, tip: Commit | None, paths: list[str]) -> bool:
    """Whether any of these files is not as the last step has it."""
    if tip is None:
        return bool(paths)
    present = worktree.present_oids(repo, paths)
    for path in paths:
        entry = objects.entry(tip.tree, path)
        if present.get(path) != (entry.oid if entry is not None else None):
            return True
    return False


def _task_of(repo: Repository, event: Event) -> str:
    """The subagent's own call, where one is at work; else the call that changed the list."""
    open_tasks = captures.open_tasks(repo, event.session_id)
    for capture in open_tasks:
        if event.subagent_id and capture.agent_id == event.subagent_id:
            return capture.tool_use_id
    if open_tasks and (event.subagent_id or event.tool_name == "TodoWrite"):
        return open_tasks[-1].tool_use_id  # older clients do not say which
    return event.tool_use_id


def save_task_step(
    repo: Repository,
    store: Store,
    state: State,
    conversation: Conversation,
    now: Status,
    touched: list[str],
    task: Task,
    subject: str,
) -> None:
    """Write a subagent's step; it does not count as a step of the session (not saved here)."""
    with Objects(repo) as objects:
        set_aside_orphan(repo, objects, store, state)
        tip = tip_of(objects, state)
        options = WriteTemporaryTaskOptions(
            session_id=state.session_id,
            base_commit=state.base_commit,
            worktree_id=state.worktree_id,
            head=now.head,
            subject=subject,
            author=identity.get_git_author_from_repo(repo),
            task=task,
            paths=paths_to_store(repo, objects, tip, state.files_touched, now, touched),
            modes={entry.path: entry.mode for entry in now.changed if entry.mode},
        )

        def write(transcript: Transcript | None) -> tuple[str, ...]:
            return write_temporary_task(repo, objects, options.replace(transcript=transcript)).transcript_oids

        conversation.stored(write, hashed=False)
    state.files_touched = sorted({*state.files_touched, *touched})
    log.info(
        "task step saved", component="checkpoint", session_id=state.session_id, tool_use_id=task.tool_use_id
    )
