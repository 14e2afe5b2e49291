"""What a rewind does to the agent's transcript: truncate it at the step, or restore it if it is missing."""

from __future__ import annotations

import os

from entire.agent import registry
from entire.agent.conversation import entries
from entire.agent.entries import USER
from entire.agent.protocol import Agent
from entire.checkpoint.errors import NoTranscript
from entire.checkpoint.model import TaskCheckpoint, load
from entire.checkpoint.temporary.read import get_transcript_from_commit
from entire.checkpoint.temporary.steps import SessionStep
from entire.core import files
from entire.core.paths import (
    CHECKPOINT_FILE,
    real_parent,
    session_metadata_dir,
    task_metadata_dir,
    valid_tool_id,
)
from entire.core.value import Value
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session import cursors
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.restore.compare import same_record
from entire.strategy.restore.place import may_cut, transcript_place
from entire.strategy.rewind import state as rewind_state
from entire.strategy.turn.conversation import Conversation
from entire.transcript import cut


class Outcome:
    """What happens to the transcript, as `--json` names it."""

    CUT = "cut"
    NOTHING = "nothing"  # it already ends at the step
    RESTORED = "restored"  # from the stored copy, in which secrets are redacted
    LEFT = "left"  # unchanged: the step is not in it
    ELSEWHERE = "elsewhere"  # unchanged: it is where we must not write
    NONE = "none"  # no transcript, and no path to write one to
    UNTOUCHED = "untouched"  # only the files were rewound


class TranscriptChange(Value):
    """The transcript before and after."""

    outcome: str
    path: str = ""
    live: bytes | None = None  # before
    content: bytes = b""  # after
    position: int | None = None  # the end of the conversation at the step, where that is known

    @property
    def changes(self) -> bool:
        return self.outcome in (Outcome.CUT, Outcome.RESTORED)

    def empties(self, agent_type: str) -> bool:
        """Whether no prompt is left, so that the agent has nothing to resume."""
        return self.outcome == Outcome.CUT and not _prompts(self.content, agent_type)

    def prompts_removed(self, agent_type: str) -> int:
        """The number of prompts that are removed from the end of the transcript."""
        if self.live is None or self.outcome != Outcome.CUT:
            return 0
        return _prompts(self.live, agent_type, self.position or 0)


def _prompts(transcript: bytes, agent_type: str, start: int = 0) -> int:
    return sum(entry.kind == USER for entry in entries(transcript, agent_type, start))


def plan_change(repo: Repository, objects: Objects, state: State, step: SessionStep) -> TranscriptChange:
    """Plan the change. Writes nothing."""
    agent = registry.by_type(state.agent_type)
    if agent is None:
        there = os.path.lexists(state.transcript_path)
        return (
            TranscriptChange(Outcome.ELSEWHERE, state.transcript_path)
            if there
            else TranscriptChange(Outcome.NONE)
        )
    store = Store(repo)
    path = transcript_place(repo, agent, state.session_id, state)
    if state.worktree_path == repo.worktree and may_cut(store, state, state.transcript_path):
        path = state.transcript_path
    layout = agent.layout()
    stored = layout.closed(_stored(objects, state, step))
    known = layout.end(stored) if stored or step.is_start else None
    if path != state.transcript_path and os.path.lexists(state.transcript_path):
        return TranscriptChange(Outcome.ELSEWHERE, state.transcript_path, position=known)
    if path is not None:
        agent.prepare_transcript(state.session_id, path)
    live = files.read(path) if path is not None else None
    if path is None or (live is None and not stored):
        return TranscriptChange(Outcome.NONE, position=known)
    if live is None:
        return TranscriptChange(Outcome.RESTORED, path, None, stored, known)
    # Never truncate the part that earlier checkpoints hold.
    held = state.token_transcript_start - cursors.load(store, state.session_id).mark.ahead
    if step.is_start:
        end = cut.before_prompt(agent, live, max(0, held), lambda record: bool(agent.prompt_of(record)))
    else:
        end = _end(objects, agent, state, step, live, stored)
    if end is None:
        return TranscriptChange(Outcome.LEFT, path, live, live, known)
    content = layout.cut(live, max(end, held))
    return TranscriptChange(
        Outcome.CUT if content != live else Outcome.NOTHING, path, live, content, layout.end(content)
    )


def _stored(objects: Objects, state: State, step: SessionStep) -> bytes:
    folder = session_metadata_dir(state.session_id)
    try:
        return get_transcript_from_commit(objects, step.commit.oid, folder, state.agent_type)
    except NoTranscript:
        return b""


def _end(
    objects: Objects, agent: Agent, state: State, step: SessionStep, live: bytes, stored: bytes
) -> int | None:
    """The position where the step ends. A subagent's step includes its result, which comes after the save."""
    task = get_task_checkpoint(objects, state.session_id, step)
    end = cut.after_id(agent, live, task.checkpoint_uuid) if task is not None else None
    if end is None and stored:
        end = cut.after_same(agent, live, stored, same_record)
    result = cut.after_result(agent, live, task.tool_use_id) if task is not None else None
    return max(end, result) if end is not None and result is not None else end


def get_task_checkpoint(objects: Objects, session_id: str, step: SessionStep) -> TaskCheckpoint | None:
    """The metadata of a finished subagent's step; None for other steps."""
    tool_use_id = step.info.tool_use_id
    if not step.info.is_task_checkpoint or not valid_tool_id(tool_use_id):
        return None
    folder = task_metadata_dir(session_metadata_dir(session_id), tool_use_id)
    found = load(TaskCheckpoint, objects.file(step.commit.tree, f"{folder}/{CHECKPOINT_FILE}"))
    return found if found is not None and found.tool_use_id == tool_use_id else None


def write(agent: Agent, session_id: str, path: str, content: bytes) -> None:
    place = real_parent(path)  # the agent's folder may be behind a link of the user's
    files.make_dir(os.path.dirname(place), 0o700)
    files.write_atomic(place, content)
    agent.adopt_transcript(session_id, path)


def reread(repo: Repository, store: Store, state: State, end: int) -> None:
    """Read a replaced transcript again, which ends at ``end``, and adjust the state (not saved)."""
    rewind_state.shorten(state, end, [])
    cursors.forget(store, state.session_id)  # our copy must not keep what was removed on purpose
    conversation = Conversation(repo, store, state)
    conversation.read()
    rewind_state.shorten(state, conversation.cursor.position, conversation.prompts())
    state.token_usage = conversation.cursor.pending_usage()
    state.model_name = conversation.cursor.model or state.model_name
    conversation.save()


def update_state(repo: Repository, store: Store, agent: Agent, state: State, path: str) -> bool:
    """Adjust a session's state to its replaced transcript (not saved). Returns whether it changed."""
    content = files.read(path)
    if content is None or state.transcript_path not in ("", path):
        return False
    reread(repo, store, state, agent.layout().end(content))
    return True
