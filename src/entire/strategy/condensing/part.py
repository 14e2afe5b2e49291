"""A session's part of a committed checkpoint, and the session's state after it is written."""

from __future__ import annotations

from entire.checkpoint.committed.read import read_session_metadata
from entire.checkpoint.committed.write import WriteCommittedOptions
from entire.checkpoint.model import CommittedMetadata
from entire.git.objects.read import Objects
from entire.session.state import State
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.shadow import branch_of
from entire.transcript.usage import add, most

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.transcript.cursor import Cursor
    from entire.transcript.usage import TokenUsage


def part_of(
    objects: Objects,
    state: State,
    conversation: Conversation,
    checkpoint_id: str,
    branch: str,
    files: list[str],
    strategy_name: str,
) -> WriteCommittedOptions:
    """The session's part of a checkpoint. For an amended commit, it is added to the existing part.

    The result is the same if that was done before, and the hook was killed before it saved the state (I2).
    """
    start, identifier = _start_of(state, conversation, files)
    _count_finalised(objects, state, conversation.cursor)
    transcript = conversation.transcript(hashed=True)
    prompts = conversation.prompts(start)
    if transcript is None:
        prompts = prompts or _without_transcript(objects, state, checkpoint_id)
    elif not prompts and state.prompted and state.last_prompt:
        prompts = [state.last_prompt]  # not written down yet
    part = WriteCommittedOptions(
        checkpoint_id=checkpoint_id,
        session_id=state.session_id,
        strategy=strategy_name,
        branch=branch,
        transcript=transcript,
        prompts=prompts,
        files_touched=files,
        checkpoints_count=state.checkpoint_count,
        ephemeral_branch=branch_of(state),
        agent=state.agent_type,
        model=conversation.cursor.model or state.model_name,
        turn_id=conversation.turn_id,
        transcript_identifier_at_start=identifier,
        checkpoint_transcript_start=start,
        token_transcript_start=state.token_transcript_start,
        token_usage=conversation.cursor.pending_usage(),
    )
    before = read_session_metadata(objects, checkpoint_id, state.session_id)
    if before is None or _same_part(before, part):
        return part
    if before.get_transcript_start() < start:
        start, identifier = before.get_transcript_start(), before.transcript_identifier_at_start
    return part.replace(
        prompts=conversation.prompts(start) or part.prompts,
        files_touched=sorted({*files, *before.files_touched}),
        checkpoints_count=_steps(before, part),
        transcript_identifier_at_start=identifier,
        checkpoint_transcript_start=start,
        token_transcript_start=before.get_token_start(),
        token_usage=usage_of(before, conversation.cursor),
    )


def _without_transcript(objects: Objects, state: State, checkpoint_id: str) -> list[str]:
    """The prompts that are known where nothing else is left of the conversation."""
    from entire.core import log
    from entire.strategy.reference.recovered import known_prompts

    names = {"session_id": state.session_id, "checkpoint_id": checkpoint_id}
    log.warn("transcript is gone: the checkpoint has the prompts only", component="checkpoint", **names)
    return known_prompts(objects, state)


def is_added(part: WriteCommittedOptions, state: State) -> bool:
    """Whether the part includes one that the checkpoint had before."""
    return part.token_transcript_start != state.token_transcript_start


def usage_of(before: CommittedMetadata, cursor: Cursor) -> TokenUsage | None:
    """The tokens of a checkpoint that gets what came since. The same if this is done again after a kill."""
    since = cursor.usage_since(before.get_token_start())
    return since or add(before.token_usage, cursor.pending_usage())


def _count_finalised(objects: Objects, state: State, cursor: Cursor) -> None:
    """Leave out tokens that the turn's last checkpoint got before a hook was killed: it knew, we do not."""
    if not state.turn_checkpoint_ids or not cursor.counted_at:
        return
    last = read_session_metadata(objects, state.turn_checkpoint_ids[-1], state.session_id)
    if last is not None and last.get_token_start() == cursor.counted_before_at:
        cursor.counted = most(cursor.counted, add(cursor.counted_before, last.token_usage))


def _steps(before: CommittedMetadata, part: WriteCommittedOptions) -> int:
    """How many steps both parts have. A part with the same turn has them already."""
    if before.turn_id == part.turn_id:
        return max(before.checkpoints_count, part.checkpoints_count)
    return before.checkpoints_count + part.checkpoints_count


def _same_part(before: CommittedMetadata, part: WriteCommittedOptions) -> bool:
    """Whether a hook wrote this part already and was killed before it saved the state: write it again."""
    return before.get_token_start() == part.token_transcript_start and before.turn_id == part.turn_id


def _start_of(state: State, conversation: Conversation, files: list[str]) -> tuple[int, str]:
    """Where the part starts, and the id before it. A commit during a turn has the turn from its prompt on."""
    start, begun = state.checkpoint_transcript_start, conversation.turn_position(files)
    if state.is_active and begun < start:
        return begun, conversation.cursor.id_before(begun)
    return start, state.transcript_identifier_at_start


def move_on(
    state: State,
    conversation: Conversation,
    checkpoint_id: str,
    head: str,
    carry: list[str],
    *,
    added: bool = False,
) -> None:
    """Update the state and the cursor after the checkpoint is written: only ``carry`` remains (not saved).

    ``added``: to a part that the checkpoint had before.
    """
    cursor = conversation.cursor
    cursor.count(checkpoint=not added)
    if state.is_active:
        state.turn_checkpoint_ids = [*state.turn_checkpoint_ids, checkpoint_id]
    state.base_commit = state.attribution_base_commit = head
    state.files_touched = carry
    state.checkpoint_count = 1 if carry else 0
    before = (state.checkpoint_transcript_start, state.token_transcript_start)
    state.checkpoint_transcript_start = conversation.scope_of(carry) if carry else cursor.position
    cursor.forget_files(state.checkpoint_transcript_start, state.unsaved_record)
    state.token_transcript_start = cursor.position
    if cursor.unread:
        _wait_for_rest(state, conversation, checkpoint_id, before)
    state.transcript_identifier_at_start = cursor.id_before(state.checkpoint_transcript_start)
    state.last_checkpoint_id = "" if carry else checkpoint_id
    state.token_usage = None
    state.prompt_attributions = []
    state.pending_prompt_attribution = None
    state.fully_condensed = state.is_ended and not state.has_work


def _wait_for_rest(
    state: State, conversation: Conversation, checkpoint_id: str, before: tuple[int, int]
) -> None:
    """The checkpoint gets the rest when it is read. If everything is read again, positions do not go back."""
    if not state.is_active:
        state.turn_checkpoint_ids = [*state.turn_checkpoint_ids, checkpoint_id]
        conversation.wait_for_rest([checkpoint_id])
    state.token_transcript_start = max(before[1], state.token_transcript_start)
    if not state.files_touched:
        state.checkpoint_transcript_start = max(before[0], state.checkpoint_transcript_start)
