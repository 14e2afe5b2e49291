"""Delete checkpoints, or sessions of them, from the tip of the branch.

Its history keeps them until it is rewritten.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from entire.checkpoint.branch import advance
from entire.checkpoint.committed import slots
from entire.checkpoint.committed.slots import Stored
from entire.checkpoint.ids import checkpoint_path, is_checkpoint_id
from entire.checkpoint.names import CHECKPOINTS_REF
from entire.core import json_text
from entire.core.paths import METADATA_FILE
from entire.git.identity import Author
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Commit, Objects
from entire.git.objects.tree import FILE_MODE
from entire.git.objects.write import Writer
from entire.git.repository import Repository


def delete_orphaned_checkpoints(
    repo: Repository, objects: Objects, checkpoint_ids: Sequence[str], author: Author
) -> list[str]:
    """Delete these checkpoints in one commit; return those that existed."""
    return delete_checkpoints(repo, objects, checkpoint_ids, author)


def delete_checkpoints(
    repo: Repository, objects: Objects, checkpoint_ids: Sequence[str], author: Author, message: str = ""
) -> list[str]:
    """The same with another message."""
    removed: list[str] = []

    def build(tip: Commit | None) -> str | None:
        nonlocal removed
        removed = [id for id in checkpoint_ids if tip is not None and _is_there(objects, tip, id)]
        if tip is None or not removed:
            return None
        changes = [Change(checkpoint_path(id)) for id in removed]
        text = message or f"Cleanup: removed {len(removed)} orphaned checkpoints"
        with Writer(repo, objects) as writer:
            return writer.commit(changes, text, author.identity(), parents=(tip.oid,))[0]

    advance(repo, objects, CHECKPOINTS_REF, build)
    return removed


def _is_there(objects: Objects, tip: Commit, checkpoint_id: str) -> bool:
    return (
        is_checkpoint_id(checkpoint_id)
        and objects.entry(tip.tree, checkpoint_path(checkpoint_id)) is not None
    )


def delete_sessions(
    repo: Repository, objects: Objects, sessions: Mapping[str, Collection[str]], author: Author, message: str
) -> None:
    """Delete these sessions, by checkpoint, in one commit. The others stay, numbered as after a merge."""

    def build(tip: Commit | None) -> str | None:
        if tip is None:
            return None
        found = {id: slots.find(objects, tip.tree, id) for id in sessions}
        with Writer(repo, objects) as writer:
            changes = [
                change
                for id, stored in found.items()
                if stored is not None
                for change in _without(objects, writer, stored, sessions[id])
            ]
            if not changes:
                return None
            return writer.commit(changes, message, author.identity(), parents=(tip.oid,))[0]

    advance(repo, objects, CHECKPOINTS_REF, build)


def _without(objects: Objects, writer: Writer, stored: Stored, gone: Collection[str]) -> list[Change]:
    """Return the changes that take sessions out of a checkpoint. Those that cannot be read stay."""
    numbers = [
        number
        for number, slot in enumerate(stored.slots)
        if str(number) in stored.entries and (slot is None or slot.session_id not in gone)
    ]
    if len(numbers) == len(stored.slots):
        return []
    changes = [Change(stored.slot_path(number)) for number in range(len(stored.slots))]
    for place, number in enumerate(numbers):
        entry = stored.entries[str(number)]
        changes.append(Change(stored.slot_path(place), entry.mode, entry.oid))
    summary = stored.summary
    summary.sessions = [
        slots.file_paths(stored.slot_path(place), list(stored.slot_entries(objects, number)))
        for place, number in enumerate(numbers)
    ]
    slots.aggregate(summary, [stored.slots[number] for number in numbers])
    blob = writer.blob(json_text.encode(summary.to_json()))
    return [*changes, Change(f"{stored.path}/{METADATA_FILE}", FILE_MODE, blob)]
