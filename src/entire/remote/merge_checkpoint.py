"""Merge a checkpoint that differs between two clones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entire.checkpoint.committed import slots as committed_slots
from entire.checkpoint.committed.slots import Stored
from entire.checkpoint.model import CheckpointSummary, CommittedMetadata
from entire.checkpoint.segments import is_part_name
from entire.core import json_text
from entire.core.paths import METADATA_FILE
from entire.core.value import Value
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.objects.tree import FILE_MODE, Entry
from entire.git.objects.write import Writer
from entire.remote.join import Version, join, join_extra
from entire.remote.union import union_of


class Conflict(Value):
    ours: Stored
    theirs: Stored


def merge_checkpoints(objects: Objects, writer: Writer, conflicts: Sequence[Conflict]) -> list[Change]:
    """Return the changes to our side. Runs git once for the sizes of all transcripts."""
    sides = [stored for conflict in conflicts for stored in conflict]
    slots = [files for stored in sides for files in _slots(objects, stored)]
    parts = (entry.oid for files in slots for name, entry in files.items() if is_part_name(name))
    sizes = objects.sizes(parts)
    return [change for conflict in conflicts for change in _merge_one(objects, writer, conflict, sizes)]


def _slots(objects: Objects, stored: Stored) -> list[Mapping[str, Entry]]:
    return [stored.slot_entries(objects, index) for index in range(len(stored.slots))]


def _merge_one(
    objects: Objects, writer: Writer, conflict: Conflict, sizes: Mapping[str, int]
) -> list[Change]:
    ours, theirs = conflict
    changes = union_of(objects, _others(ours, conflict), _others(theirs, conflict), f"{ours.path}/")
    if not ours.slots and not theirs.slots:
        return changes
    joined = join(_versions(objects, ours, sizes), _versions(objects, theirs, sizes))
    before = _slots(objects, ours)
    for index, version in enumerate(joined):
        there = before[index] if index < len(before) else {}
        changes += _slot_changes(writer, ours.slot_path(index), version, there)
    changes += [Change(ours.slot_path(index)) for index in range(len(joined), len(before))]
    summary = _summary(conflict, joined)
    blob = writer.blob(json_text.encode(summary.to_json()))
    return [*changes, Change(f"{ours.path}/{METADATA_FILE}", FILE_MODE, blob)]


def _others(stored: Stored, conflict: Conflict) -> dict[str, Entry]:
    """Return a checkpoint's files outside of its sessions (all files if it has no numbered sessions)."""
    sessions = {str(index) for index in range(len(stored.slots))}
    if any(side.slots for side in conflict):
        sessions.add(METADATA_FILE)
    return {name: entry for name, entry in stored.entries.items() if name not in sessions}


def _versions(objects: Objects, stored: Stored, sizes: Mapping[str, int]) -> list[Version]:
    return [
        Version(
            metadata,
            files,
            sum(sizes.get(entry.oid, 0) for name, entry in files.items() if is_part_name(name)),
        )
        for metadata, files in zip(stored.slots, _slots(objects, stored), strict=True)
        if files
    ]


def _slot_changes(writer: Writer, path: str, version: Version, before: Mapping[str, Entry]) -> list[Change]:
    files = dict(version.files)
    if version.joined and version.metadata is not None:
        text = json_text.encode(version.metadata.to_json())
        files[METADATA_FILE] = Entry(FILE_MODE, writer.blob(text))
    if files == before:
        return []
    return [Change(path), *(Change(f"{path}/{name}", entry.mode, entry.oid) for name, entry in files.items())]


def _summary(conflict: Conflict, joined: Sequence[Version]) -> CheckpointSummary:
    """Recompute the totals; take other values from the latest session."""
    slots = [version.metadata for version in joined]
    latest = next((slot for slot in reversed(slots) if slot is not None), CommittedMetadata())
    path = conflict.ours.path
    summary = CheckpointSummary(
        cli_version=latest.cli_version,
        checkpoint_id=path.replace("/", ""),
        strategy=latest.strategy,
        branch=latest.branch,
        sessions=[
            committed_slots.file_paths(f"{path}/{index}", list(version.files))
            for index, version in enumerate(joined)
        ],
    )
    summary.extra = join_extra(conflict.ours.summary.extra, conflict.theirs.summary.extra)
    committed_slots.aggregate(summary, slots)
    return summary
