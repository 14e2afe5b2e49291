"""Reading committed checkpoints, of every generation."""

from __future__ import annotations

from entire.checkpoint.committed import slots
from entire.checkpoint.committed.slots import Stored
from entire.checkpoint.errors import CheckpointNotFound, NoTranscript
from entire.checkpoint.ids import is_checkpoint_id
from entire.checkpoint.model import CheckpointSummary, CommittedMetadata, SessionContent, load
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.checkpoint.segments_read import read_transcript
from entire.core.paths import CONTEXT_FILE, METADATA_FILE, PROMPT_FILE
from entire.git.objects.read import Commit, Objects


def find_stored(objects: Objects, checkpoint_id: str) -> tuple[Commit, Stored] | None:
    """A checkpoint on the local branch, or else on origin's, with the tip of that branch."""
    if not is_checkpoint_id(checkpoint_id):
        return None
    for ref in (CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF):
        tip = objects.commit(ref)
        stored = slots.find(objects, tip.tree, checkpoint_id) if tip else None
        if tip is not None and stored is not None:
            return tip, stored
    return None


def read_committed(objects: Objects, checkpoint_id: str) -> CheckpointSummary | None:
    """A checkpoint's summary, None if there is no such checkpoint."""
    found = find_stored(objects, checkpoint_id)
    return None if found is None else found[1].summary


def read_session_metadata(objects: Objects, checkpoint_id: str, session_id: str) -> CommittedMetadata | None:
    """One session's metadata without its content, None if the checkpoint does not have that session."""
    found = find_stored(objects, checkpoint_id)
    index = found[1].index_of(session_id) if found is not None else None
    return None if found is None or index is None else found[1].slots[index]


def stored_sessions(objects: Objects, checkpoint_id: str) -> set[str]:
    """The ids of the sessions that a checkpoint has; none if there is no such checkpoint."""
    found = find_stored(objects, checkpoint_id)
    return {slot.session_id for slot in found[1].slots if slot is not None} if found is not None else set()


def list_session_metadata(objects: Objects, checkpoint_id: str) -> list[CommittedMetadata | None]:
    """The metadata of all sessions by index, None where it cannot be read. Raises CheckpointNotFound."""
    return _stored(objects, checkpoint_id).slots


def read_session_content(objects: Objects, checkpoint_id: str, session_index: int) -> SessionContent:
    """One session by its number. Raises CheckpointNotFound."""
    return _content(objects, checkpoint_id, _stored(objects, checkpoint_id), session_index)


def read_latest_session_content(objects: Objects, checkpoint_id: str) -> SessionContent:
    """The session with the highest number. Raises CheckpointNotFound."""
    stored = _stored(objects, checkpoint_id)
    return _content(objects, checkpoint_id, stored, len(stored.slots) - 1)


def read_session_content_by_id(objects: Objects, checkpoint_id: str, session_id: str) -> SessionContent:
    """Raises CheckpointNotFound if the checkpoint does not exist, or does not have that session."""
    stored = _stored(objects, checkpoint_id)
    index = stored.index_of(session_id)
    if index is None:
        raise CheckpointNotFound(f"checkpoint {checkpoint_id} has no session {session_id[:128]}")
    return _content(objects, checkpoint_id, stored, index)


def get_session_log(objects: Objects, checkpoint_id: str) -> tuple[bytes, str]:
    """The latest session's transcript and id. Raises CheckpointNotFound, NoTranscript."""
    content = read_latest_session_content(objects, checkpoint_id)
    if not content.transcript:
        raise NoTranscript(f"checkpoint {checkpoint_id} has no transcript")
    return content.transcript, content.metadata.session_id


def get_transcript(objects: Objects, checkpoint_id: str) -> bytes:
    """The latest session's transcript. Raises CheckpointNotFound, NoTranscript."""
    return get_session_log(objects, checkpoint_id)[0]


def latest_prompts(objects: Objects, stored: Stored) -> str:
    """`prompt.txt` of the latest session that has one; empty if none has."""
    for index in reversed(range(len(stored.slots))):
        prompts = prompts_of(objects, stored, index)
        if prompts.strip():
            return prompts
    return _text(objects, stored.tree, PROMPT_FILE)


def prompts_of(objects: Objects, stored: Stored, index: int) -> str:
    """`prompt.txt` of one session by its number; empty if there is none."""
    return _text(objects, _directory(stored, index) if stored.slots else stored.tree, PROMPT_FILE)


def _stored(objects: Objects, checkpoint_id: str) -> Stored:
    found = find_stored(objects, checkpoint_id)
    if found is None:
        raise CheckpointNotFound(f"checkpoint {checkpoint_id[:60]} was not found")
    return found[1]


def _directory(stored: Stored, index: int) -> str:
    """The tree that holds a session's files, empty if there is none."""
    entry = stored.entries.get(str(index))
    return entry.oid if entry is not None and entry.is_tree else ""


def _content(objects: Objects, checkpoint_id: str, stored: Stored, index: int) -> SessionContent:
    if not stored.slots and index <= 0:
        # Before there were slots, a checkpoint was its only session.
        directory, metadata = stored.tree, load(CommittedMetadata, objects.file(stored.tree, METADATA_FILE))
    elif 0 <= index < len(stored.slots):
        directory, metadata = _directory(stored, index), stored.slots[index]
    else:
        raise CheckpointNotFound(f"checkpoint {checkpoint_id} has no session number {index}")
    metadata = metadata or CommittedMetadata(checkpoint_id=checkpoint_id)
    return SessionContent(
        metadata,
        read_transcript(objects, directory, metadata.agent) or b"" if directory else b"",
        _text(objects, directory, PROMPT_FILE),
        _text(objects, directory, CONTEXT_FILE),
    )


def _text(objects: Objects, directory: str, name: str) -> str:
    data = objects.file(directory, name) if directory else None
    return "" if data is None else data.decode("utf-8", "replace")
