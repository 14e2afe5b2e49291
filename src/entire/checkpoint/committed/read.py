"""Read committed checkpoints of every version."""

from __future__ import annotations

from entire.agent import registry
from entire.checkpoint.committed import slots
from entire.checkpoint.committed.slots import MOST_SESSIONS, Stored
from entire.checkpoint.errors import CheckpointNotFound
from entire.checkpoint.ids import is_checkpoint_id
from entire.checkpoint.model import CheckpointSummary, CommittedMetadata, SessionContent, load
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.checkpoint.segments_read import LARGEST_DOCUMENT, is_elsewhere, read_transcript
from entire.core.paths import CONTEXT_FILE, METADATA_FILE, PROMPT_FILE
from entire.git.objects.read import LARGEST, SMALL, Commit, Objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from entire.agent.room import Room
    from entire.checkpoint.on_demand import Counts, OnDemand, Opener


def find_stored(objects: Objects, checkpoint_id: str) -> tuple[Commit, Stored] | None:
    """Find a checkpoint on the local branch, or else on origin's; return it with that branch's tip."""
    if not is_checkpoint_id(checkpoint_id):
        return None
    for ref in (CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF):
        tip = objects.commit(ref)
        stored = slots.find(objects, tip.tree, checkpoint_id, SMALL) if tip else None
        if tip is not None and stored is not None:
            return tip, stored
    return None


def read_committed(objects: Objects, checkpoint_id: str) -> CheckpointSummary | None:
    """Return a checkpoint's summary; None if it does not exist."""
    found = find_stored(objects, checkpoint_id)
    return None if found is None else found[1].summary


def read_session_metadata(objects: Objects, checkpoint_id: str, session_id: str) -> CommittedMetadata | None:
    """Return a session's metadata without content; None if the checkpoint does not have the session."""
    found = find_stored(objects, checkpoint_id)
    index = found[1].index_of(session_id) if found is not None else None
    return None if found is None or index is None else found[1].slots[index]


def stored_sessions(objects: Objects, checkpoint_id: str) -> set[str]:
    """Return the ids of a checkpoint's sessions; empty if it does not exist."""
    found = find_stored(objects, checkpoint_id)
    return {slot.session_id for slot in found[1].slots if slot is not None} if found is not None else set()


def read_session_content(objects: Objects, checkpoint_id: str, session_index: int) -> SessionContent:
    """Return a session by number. Raises CheckpointNotFound."""
    return _content(objects, checkpoint_id, _stored(objects, checkpoint_id), session_index, LARGEST)


def read_session_contents(
    objects: Objects,
    checkpoint_id: str,
    counts: Counts | None = None,
    *,
    only: int | None = None,
    room: Room | None = None,
) -> Iterator[SessionContent]:
    """Yield all sessions, with transcripts as long as they fit into memory. Raises CheckpointNotFound.

    ``counts`` says how many records segments have, if that is known. With it, long transcripts are not read:
    those sessions have only the beginning, and the records on demand. ``only``: the place of a single one.
    Once ``room`` is full, no transcripts are read.
    """
    stored = _stored(objects, checkpoint_id)
    chosen = _chosen(stored)
    if only is not None:
        chosen = chosen[only : only + 1]
    opener, left = None, LARGEST
    if counts is not None:
        from entire.checkpoint.on_demand import Opener  # hooks load this module, and need no part of it

        left = LARGEST_DOCUMENT
        opener = Opener(objects, [_folder(stored, number) for number in chosen], counts)
    texts = SMALL
    for index in chosen:
        some = room is None or not room.is_full
        content = _content(objects, checkpoint_id, stored, index, left if some else None, opener, texts)
        left -= len(content.transcript)
        texts -= len(content.prompts) + len(content.context)
        yield content


def session_folders(stored: Stored) -> list[str]:
    """Return the trees with the files of those sessions that `read_session_contents` yields."""
    return [folder for folder in (_folder(stored, number) for number in _chosen(stored)) if folder]


def place_of_session(objects: Objects, checkpoint_id: str, session_id: str) -> int | None:
    """Return a session's place among those that `read_session_contents` yields. Raises CheckpointNotFound."""
    stored = _stored(objects, checkpoint_id)
    slots = [stored.slots[number] if stored.slots else None for number in _chosen(stored)]
    ids = [slot.session_id if slot is not None else "" for slot in slots]
    return ids.index(session_id) if session_id in ids else None if stored.slots else 0


def _chosen(stored: Stored) -> list[int]:
    """The numbers of the sessions that have files."""
    numbers = range(min(len(stored.slots), MOST_SESSIONS))
    return [number for number in numbers if _directory(stored, number)] or [0]


def _folder(stored: Stored, number: int) -> str:
    return _directory(stored, number) if stored.slots else stored.tree


def _content(
    objects: Objects,
    checkpoint_id: str,
    stored: Stored,
    session_index: int,
    limit: int | None,
    opener: Opener | None = None,
    texts: int = SMALL,
) -> SessionContent:
    """``limit``: bytes of its transcript; None for nothing of it. ``texts``: of its prompts, and context."""
    if not stored.slots and session_index == 0:
        # In early versions, a checkpoint's root is its only session.
        directory, metadata = (
            stored.tree,
            load(CommittedMetadata, objects.file(stored.tree, METADATA_FILE, largest=SMALL)),
        )
    elif 0 <= session_index < len(stored.slots):
        directory, metadata = _directory(stored, session_index), stored.slots[session_index]
    else:
        raise CheckpointNotFound(f"checkpoint {checkpoint_id} has no session number {session_index}")
    metadata = metadata or CommittedMetadata(checkpoint_id=checkpoint_id)
    transcript, records = b"", None
    if directory and limit is not None:
        transcript, records = _transcript(objects, directory, metadata.agent, limit, opener)
    return SessionContent(
        with_agent(metadata, transcript),
        transcript,
        _text(objects, directory, PROMPT_FILE, texts),
        _text(objects, directory, CONTEXT_FILE, texts),
        not transcript and bool(directory) and limit is not None and is_elsewhere(objects, directory),
        records,
    )


def _transcript(
    objects: Objects, directory: str, agent: str, limit: int, opener: Opener | None
) -> tuple[bytes, OnDemand | None]:
    found = opener.open(directory, agent) if opener is not None else None
    return found or (read_transcript(objects, directory, agent, limit) or b"", None)


def with_agent(metadata: CommittedMetadata, transcript: bytes) -> CommittedMetadata:
    """Return the metadata with the agent that the transcript shows, if it does not name one."""
    agent = registry.stored_type(metadata.agent, transcript)
    if agent == metadata.agent:
        return metadata
    return CommittedMetadata.from_json(metadata.to_json() | {"agent": agent})


def latest_prompts(objects: Objects, stored: Stored) -> str:
    """Return `prompt.txt` of the latest session that has one; empty if none has."""
    for index in reversed(range(min(len(stored.slots), MOST_SESSIONS))):
        prompts = prompts_of(objects, stored, index)
        if prompts.strip():
            return prompts
    return _text(objects, stored.tree, PROMPT_FILE)


def prompts_of(objects: Objects, stored: Stored, index: int) -> str:
    """Return `prompt.txt` of a session by number; empty if missing."""
    return _text(objects, _directory(stored, index) if stored.slots else stored.tree, PROMPT_FILE)


def _stored(objects: Objects, checkpoint_id: str) -> Stored:
    found = find_stored(objects, checkpoint_id)
    if found is None:
        raise CheckpointNotFound(f"checkpoint {checkpoint_id[:60]} was not found")
    return found[1]


def _directory(stored: Stored, index: int) -> str:
    """Return the tree of a session's files; empty if missing."""
    entry = stored.entries.get(str(index))
    return entry.oid if entry is not None and entry.is_tree else ""


def _text(objects: Objects, directory: str, name: str, limit: int = SMALL) -> str:
    data = objects.file(directory, name, limit, largest=SMALL) if directory else None
    return "" if data is None else data.decode("utf-8", "replace")
