"""Complete committed checkpoints: with the rest of a turn, and with summaries."""

from __future__ import annotations

from entire.checkpoint import wording
from entire.checkpoint.branch import advance
from entire.checkpoint.committed import slots as committed_slots
from entire.checkpoint.committed.edit import Edit
from entire.checkpoint.committed.slots import Stored
from entire.checkpoint.errors import CheckpointNotFound
from entire.checkpoint.ids import is_checkpoint_id
from entire.checkpoint.model import InitialAttribution, Summary
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.checkpoint.segments import Transcript
from entire.core.value import Value
from entire.git.identity import Author
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.transcript.usage import TokenUsage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class UpdateCommittedOptions(Value):
    """New values for a session's part of a checkpoint; empty values leave it unchanged."""

    checkpoint_id: str
    session_id: str
    transcript: Transcript | None = None
    prompts: Sequence[str] = ()
    token_usage: TokenUsage | None = None
    model: str = ""  # if the checkpoint has none
    lines: bytes = b""  # `lines.json`
    initial_attribution: InitialAttribution | None = None


class UpdateCommittedResult(Value):
    commit_hash: str  # the branch's tip
    transcript_oids: list[tuple[str, ...]]  # per update, the blobs of its transcript's segments
    missing: list[UpdateCommittedOptions]  # not found, and not created


def update_committed(
    repo: Repository, objects: Objects, updates: Sequence[UpdateCommittedOptions], author: Author
) -> UpdateCommittedResult:
    """Finalise the given sessions of the given checkpoints, all in one commit.

    Missing ones are returned. Raises CheckpointNotFound if all are missing.
    """
    result = UpdateCommittedResult("", [], [])
    if not updates:
        return result

    def build(tip: Commit | None) -> str | None:
        nonlocal result
        base = tip or objects.commit(ORIGIN_CHECKPOINTS_REF)
        result = _import(repo, objects, updates, author, base)
        return None if tip is not None and result.commit_hash == tip.oid else result.commit_hash

    advance(repo, objects, CHECKPOINTS_REF, build)
    return result


def _import(
    repo: Repository,
    objects: Objects,
    updates: Sequence[UpdateCommittedOptions],
    author: Author,
    base: Commit | None,
) -> UpdateCommittedResult:
    stored = {update.checkpoint_id: _find(objects, base, update.checkpoint_id) for update in updates}
    slots = [_index(stored[update.checkpoint_id], update.session_id) for update in updates]
    missing = [update for update, slot in zip(updates, slots, strict=True) if slot is None]
    if base is None or len(missing) == len(updates):
        raise _not_found(updates[0].checkpoint_id, updates[0].session_id)
    with Writer(repo, objects) as writer:
        edits: dict[str, Edit] = {}
        oids: list[tuple[str, ...]] = []
        for update, slot in zip(updates, slots, strict=True):
            found = stored[update.checkpoint_id]
            if slot is None or found is None:
                oids.append(())
                continue
            edit = edits.setdefault(update.checkpoint_id, Edit(objects, writer, found))
            oids.append(_apply(edit, slot, update))
        for edit in edits.values():
            edit.put_summary()
        changes = [change for edit in edits.values() for change in edit.changes]
        message = f"Finalize transcript for Checkpoint: {', '.join(edits)}"
        commit, tree = writer.commit(changes, message, author.identity(), parents=(base.oid,))
    return UpdateCommittedResult(base.oid if tree == base.tree else commit, oids, missing)


def _find(objects: Objects, base: Commit | None, checkpoint_id: str) -> Stored | None:
    if base is None or not is_checkpoint_id(checkpoint_id):
        return None
    return committed_slots.find(objects, base.tree, checkpoint_id)


def _index(stored: Stored | None, session_id: str) -> int | None:
    return None if stored is None else stored.index_of(session_id)


def _not_found(checkpoint_id: str, session_id: str = "") -> CheckpointNotFound:
    what = f"session {session_id} of checkpoint" if session_id else "checkpoint"
    return CheckpointNotFound(f"{what} {checkpoint_id} was not found")


def _apply(edit: Edit, index: int, update: UpdateCommittedOptions) -> tuple[str, ...]:
    oids: tuple[str, ...] = ()
    if update.transcript is not None and any(update.transcript.parts):
        oids = edit.put_transcript(index, update.transcript)
    if update.prompts:
        edit.put_prompts(index, list(update.prompts))
    if update.lines:
        edit.put_lines(index, update.lines)
    metadata = edit.stored.slots[index]
    if metadata is not None and update.initial_attribution is not None:
        metadata.initial_attribution = update.initial_attribution
        edit.put_metadata(index)
    if metadata is not None and update.model and not metadata.model:
        metadata.model = update.model
        edit.put_metadata(index)
    if metadata is not None and update.token_usage not in (None, metadata.token_usage):
        metadata.token_usage = update.token_usage
        edit.put_metadata(index)
    return oids


def update_summary(
    repo: Repository, objects: Objects, checkpoint_id: str, summary: Summary, author: Author
) -> str:
    """Set the summary of a checkpoint's latest session; return the branch's tip.

    Raises CheckpointNotFound.
    """
    redacted = wording.redact_summary(summary)

    def build(tip: Commit | None) -> str:
        base = tip or objects.commit(ORIGIN_CHECKPOINTS_REF)
        stored = _find(objects, base, checkpoint_id)
        index = _latest(stored) if stored is not None else None
        if base is None or stored is None or index is None:
            raise _not_found(checkpoint_id)
        metadata = stored.slots[index]
        assert metadata is not None
        metadata.summary = redacted
        message = f"Update summary for checkpoint {checkpoint_id} (session: {metadata.session_id})"
        with Writer(repo, objects) as writer:
            edit = Edit(objects, writer, stored)
            edit.put_metadata(index)
            commit, _ = writer.commit(edit.changes, message, author.identity(), parents=(base.oid,))
        return commit

    return advance(repo, objects, CHECKPOINTS_REF, build) or ""


def _latest(stored: Stored) -> int | None:
    """Return the number of the last readable slot."""
    readable = [index for index, slot in enumerate(stored.slots) if slot is not None]
    return readable[-1] if readable else None
