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
from entire.strategy.condensing.part import usage_of
from entire.strategy.turn.conversation import Conversation
from entire.transcript.cursor import Cursor


def finalise_turn(repo: Repository, state: State, conversation: Conversation) -> None:
    """The turn ended: finalise its checkpoints, or let them wait until all of it is read (not saved)."""
    if conversation.cursor.unread:
        conversation.wait_for_rest(state.turn_checkpoint_ids)
        return
    finalise(repo, state, conversation, state.turn_checkpoint_ids)
    state.turn_checkpoint_ids = []


def complete_due(repo: Repository, state: State, conversation: Conversation) -> None:
    """Complete the checkpoints that waited for what is read now, and read on (not saved)."""
    while ids := conversation.cursor.take_due():
        finalise(repo, state, conversation, ids, rest=True)
        state.turn_checkpoint_ids = [id for id in state.turn_checkpoint_ids if id not in ids]
        conversation.read()


def finalise(
    repo: Repository, state: State, conversation: Conversation, ids: list[str], *, rest: bool = False
) -> None:
    """Give the checkpoints made during the turn its whole conversation (state not saved).

    The tokens of the rest of the turn count for the turn's last checkpoint. ``rest``: the checkpoints were
    written before all of the conversation was read.
    """
    if not ids or not conversation.cursor.copy_bytes:
        return
    with Objects(repo) as objects:
        last = read_session_metadata(objects, ids[-1], state.session_id)
        usage = usage_of(last, conversation.cursor) if last else conversation.cursor.pending_usage()
        author = identity.get_git_author_from_repo(repo)

        def write(transcript: Transcript | None) -> tuple[str, ...]:
            updates = [
                UpdateCommittedOptions(
                    checkpoint_id=checkpoint_id,
                    session_id=state.session_id,
                    transcript=transcript,
                    prompts=_prompts(objects, state, conversation, checkpoint_id),
                    token_usage=usage if checkpoint_id == ids[-1] else None,
                    model=conversation.cursor.model or state.model_name,
                )
                for checkpoint_id in ids
            ]
            return next(filter(None, update_committed(repo, objects, updates, author).transcript_oids))

        try:
            conversation.stored(write, hashed=True)
        except CheckpointNotFound as error:
            log.warn("nothing to finalise", component="checkpoint", error=error.message)
            return
    start, cursor = state.checkpoint_transcript_start, conversation.cursor
    nothing_carried = start >= state.token_transcript_start
    cursor.count(checkpoint=False)
    state.token_transcript_start = cursor.position
    if not state.files_touched or (rest and nothing_carried):
        state.checkpoint_transcript_start = cursor.position if rest else _first_prompt(cursor, start)
        state.transcript_identifier_at_start = cursor.id_before(state.checkpoint_transcript_start)
    log.info(
        "checkpoints finalised", component="checkpoint", session_id=state.session_id, checkpoints=len(ids)
    )


def _first_prompt(cursor: Cursor, start: int) -> int:
    """Where the first prompt is that no checkpoint has: a turn that no hook saw begin; or else the end."""
    return next((turn.position for turn in cursor.turns if turn.position >= start), cursor.position)


def _prompts(objects: Objects, state: State, conversation: Conversation, checkpoint_id: str) -> list[str]:
    stored = read_session_metadata(objects, checkpoint_id, state.session_id)
    return conversation.prompts(stored.get_transcript_start()) if stored is not None else []


def finalise_if_grown(repo: Repository, store: Store, state: State) -> None:
    """The same for a session whose turn may never end, and save its state. If it ends, this is done again."""
    conversation = Conversation(repo, store, state)
    conversation.read()
    if conversation.cursor.due:
        complete_due(repo, state, conversation)
        conversation.save(durable=True)
        store.save(state)
    elif conversation.cursor.position > state.token_transcript_start and not conversation.cursor.unread:
        finalise(repo, state, conversation, state.turn_checkpoint_ids)
        conversation.save(durable=True)
        store.save(state)
    else:
        conversation.save()
