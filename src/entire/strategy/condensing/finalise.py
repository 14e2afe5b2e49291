"""Finalise checkpoints made during a turn: add the rest of the turn's conversation."""

from __future__ import annotations

from entire.checkpoint.committed.read import read_session_metadata
from entire.checkpoint.committed.update import UpdateCommittedOptions, update_committed
from entire.checkpoint.errors import CheckpointNotFound
from entire.checkpoint.segments import Transcript
from entire.core import log
from entire.git import identity
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.turn.conversation import Conversation
from entire.transcript.usage import add

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.checkpoint.model import CommittedMetadata
    from entire.transcript.cursor import Cursor
    from entire.transcript.usage import TokenUsage


def finalise(repo: Repository, state: State, conversation: Conversation) -> None:
    """Give the checkpoints made during the turn its whole conversation (state not saved).

    The tokens of the rest of the turn count for the turn's last checkpoint.
    """
    ids = state.turn_checkpoint_ids
    if not ids or not conversation.cursor.copy_bytes:
        return
    with Objects(repo) as objects:
        last = read_session_metadata(objects, ids[-1], state.session_id)
        usage = _usage(last, conversation.cursor)
        author = identity.get_git_author_from_repo(repo)

        def write(transcript: Transcript | None) -> tuple[str, ...]:
            updates = [
                UpdateCommittedOptions(
                    checkpoint_id=checkpoint_id,
                    session_id=state.session_id,
                    transcript=transcript,
                    token_usage=usage if checkpoint_id == ids[-1] else None,
                )
                for checkpoint_id in ids
            ]
            return next(filter(None, update_committed(repo, objects, updates, author).transcript_oids))

        try:
            conversation.stored(write, hashed=True)
        except CheckpointNotFound as error:
            log.warn("nothing to finalise", component="checkpoint", error=error.message)
            return
    conversation.cursor.count(checkpoint=False)
    state.token_transcript_start = conversation.cursor.position
    if not state.files_touched:
        state.checkpoint_transcript_start = conversation.cursor.position
        state.transcript_identifier_at_start = conversation.cursor.last_id
    log.info(
        "checkpoints finalised", component="checkpoint", session_id=state.session_id, checkpoints=len(ids)
    )


def _usage(last: CommittedMetadata | None, cursor: Cursor) -> TokenUsage | None:
    """The tokens of the turn's last checkpoint. The same if this is done again after a kill (I2)."""
    if last is None:
        return cursor.pending_usage()
    return cursor.usage_since(last.token_transcript_start) or add(last.token_usage, cursor.pending_usage())


def finalise_if_grown(repo: Repository, store: Store, state: State) -> None:
    """The same for a session whose turn may never end, and save its state. If it ends, this is done again."""
    conversation = Conversation(repo, store, state)
    conversation.read()
    if conversation.cursor.position > state.token_transcript_start:
        finalise(repo, state, conversation)
        store.save(state)
    conversation.save()
