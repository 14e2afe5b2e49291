"""Find the sessions of a checkpoint, and which of them can be restored."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from entire.agent import conversation, registry
from entire.agent.protocol import Agent
from entire.checkpoint.committed.read import find_stored, with_agent
from entire.checkpoint.committed.slots import Stored
from entire.checkpoint.model import CommittedMetadata, TaskCheckpoint, load
from entire.checkpoint.segments_read import (
    LARGEST_WHOLE,
    is_elsewhere,
    part_ids,
    read_transcript,
    transcript_blocks,
)
from entire.core import files
from entire.core.paths import (
    CHECKPOINT_FILE,
    PROMPT_FILE,
    subagent_transcript,
    valid_session_id,
    valid_tool_id,
)
from entire.core.text import extract_first_prompt
from entire.core.value import Value
from entire.git.objects.read import LARGEST, SMALL, Objects
from entire.git.repository import Repository
from entire.session import cursors
from entire.session.state import State
from entire.session.store import BrokenState, Store
from entire.strategy.restore.compare import NEW, UNCHANGED, compare, is_file_of
from entire.strategy.restore.model import LeftOut, Restorable, Subagent
from entire.strategy.restore.place import subagent_place, transcript_place

_NO_ID = "invalid session id"
_NO_AGENT = "unknown agent"
_NO_TRANSCRIPT = "transcript not found"
_ELSEWHERE = "transcript is not in this clone"
_TOO_LARGE = "transcript too large"
_NO_PLACE = "the agent's transcript path is not safe to write to"


class Slot(Value):
    """One session of a checkpoint."""

    checkpoint_id: str
    metadata: CommittedMetadata
    directory: str  # the tree that holds its files
    tasks: str  # the tree of the checkpoint's subagents, or empty

    def prompt(self, objects: Objects) -> str:
        """The first prompt, shortened for display."""
        prompts = objects.file(self.directory, PROMPT_FILE, largest=SMALL) or b""
        return extract_first_prompt(prompts.decode("utf-8", "replace"))

    def end(self, objects: Objects) -> int:
        """The position after the end of its transcript."""
        transcript = read_transcript(objects, self.directory, self.metadata.agent, LARGEST_WHOLE) or b""
        return conversation.end(transcript, self.metadata.agent)


def find(repo: Repository, objects: Objects, checkpoint_id: str) -> list[Restorable | LeftOut]:
    """All sessions of a checkpoint; empty if the checkpoint is not in this repository."""
    slots = slots_of(objects, checkpoint_id)
    sizes = _sizes(objects, slots)
    found: list[Restorable | LeftOut] = []
    for index, (slot, size) in enumerate(zip(slots, sizes, strict=True)):
        fits = sum(sizes[: index + 1]) <= LARGEST_WHOLE
        elsewhere = not size and is_elsewhere(objects, slot.directory)
        found.append(_left_out(slot, size, fits, elsewhere) or _restorable(repo, objects, slot))
    return found


def _sizes(objects: Objects, slots: list[Slot]) -> list[int]:
    """The sizes of transcripts, asked for once. Segments that are too large to be read do not count."""
    oids = [part_ids(objects, slot.directory) for slot in slots]
    known = objects.sizes(oid for some in oids for oid in some)
    return [sum(size for oid in some if (size := known.get(oid, 0)) <= LARGEST) for some in oids]


def slots_of(objects: Objects, checkpoint_id: str) -> list[Slot]:
    found = find_stored(objects, checkpoint_id)
    return [_named(objects, slot) for slot in _slots(checkpoint_id, found[1])] if found is not None else []


def _named(objects: Objects, slot: Slot) -> Slot:
    """The slot with the agent that its transcript shows, if it does not name a known one."""
    if registry.by_type(slot.metadata.agent) is not None:
        return slot
    oids = part_ids(objects, slot.directory)
    return slot.replace(metadata=with_agent(slot.metadata, objects.blob(oids[0]) or b"" if oids else b""))


def _slots(checkpoint_id: str, stored: Stored) -> list[Slot]:
    """The slots whose metadata can be read. An old checkpoint without slots is its only session."""
    tasks = stored.entries.get("tasks")
    below = tasks.oid if tasks is not None and tasks.is_tree else ""
    if not stored.slots:
        metadata = CommittedMetadata.from_json(stored.summary.to_json())
        return [Slot(checkpoint_id, metadata, stored.tree, below)]
    found = ((slot, stored.entries.get(str(index))) for index, slot in enumerate(stored.slots))
    return [
        Slot(checkpoint_id, metadata, entry.oid, below)
        for metadata, entry in found
        if metadata is not None and entry is not None and entry.is_tree
    ]


def _left_out(slot: Slot, size: int, fits: bool, elsewhere: bool) -> LeftOut | None:
    session_id, agent_type = slot.metadata.session_id, slot.metadata.agent
    if not valid_session_id(session_id):
        return LeftOut(session_id, agent_type, _NO_ID)
    if registry.by_type(agent_type) is None:
        return LeftOut(session_id, agent_type, _NO_AGENT)
    if not size:
        return LeftOut(session_id, agent_type, _ELSEWHERE if elsewhere else _NO_TRANSCRIPT)
    if not fits:
        return LeftOut(session_id, agent_type, _TOO_LARGE)
    return None


def _restorable(repo: Repository, objects: Objects, slot: Slot) -> Restorable | LeftOut:
    session_id, agent_type = slot.metadata.session_id, slot.metadata.agent
    agent = registry.by_type(agent_type)
    assert agent is not None
    path = transcript_place(repo, agent, session_id, _state(repo, session_id))
    if path is None:
        return LeftOut(session_id, agent_type, _NO_PLACE)

    def stored() -> bytes:
        return read_transcript(objects, slot.directory, agent_type, LARGEST_WHOLE) or b""

    def blocks() -> Iterator[bytes]:
        return transcript_blocks(objects, slot.directory, agent_type)

    return Restorable(
        session_id,
        agent_type,
        path,
        _status(agent, session_id, path, stored, blocks),
        slot.metadata.created_at,
        slot.prompt(objects),
        slot.checkpoint_id,
        slot.metadata.branch,
        stored,
        blocks,
        lambda end: _update_state(Store(repo), session_id, end),
        _subagents(objects, agent, slot, path),
    )


def _update_state(store: Store, session_id: str, find_end: Callable[[], int]) -> None:
    """Continue a session after its restored transcript, and save its state.

    Checkpoints have everything up to there. The cursor is deleted: the transcript is read again from the
    start. The caller holds the lock.
    """
    state = store.load_or_set_aside(session_id)
    if state is None:
        return
    cursors.forget(store, session_id)
    end = find_end()
    state.token_transcript_start = end
    waiting = bool(state.files_touched)  # for a commit, with the turns that touched them
    state.checkpoint_transcript_start = min(state.checkpoint_transcript_start, end) if waiting else end
    state.transcript_identifier_at_start = ""
    store.save(state)


def _state(repo: Repository, session_id: str) -> State | None:
    try:
        return Store(repo).load(session_id)
    except BrokenState:
        return None


def _status(
    agent: Agent,
    session_id: str,
    path: str,
    stored: Callable[[], bytes],
    blocks: Callable[[], Iterator[bytes]],
) -> str:
    agent.prepare_transcript(session_id, path)
    if is_file_of(path, blocks()):
        return UNCHANGED
    local = files.read(path)
    return NEW if local is None else compare(agent, local, stored()).status


def _subagents(objects: Objects, agent: Agent, slot: Slot, path: str) -> tuple[Subagent, ...]:
    """The session's subagent transcripts in the checkpoint."""
    found = []
    for tool_id, entry in objects.tree(slot.tasks, SMALL).items() if slot.tasks else ():
        if not valid_tool_id(tool_id) or not entry.is_tree:
            continue
        task = load(TaskCheckpoint, objects.file(entry.oid, CHECKPOINT_FILE, largest=SMALL))
        if task is None or task.session_id != slot.metadata.session_id:
            continue
        place = subagent_place(agent, path, task.agent_id)
        blob = objects.tree(entry.oid, SMALL).get(subagent_transcript(task.agent_id))
        if place is not None and blob is not None and not blob.is_tree:
            found.append(Subagent(place, _loader(objects, blob.oid)))
    return tuple(found)


def _loader(objects: Objects, oid: str) -> Callable[[], bytes]:
    return lambda: objects.blob(oid) or b""
