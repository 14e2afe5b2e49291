"""The conversations of subagents that a checkpoint or a step has. Field names are the names in `--json`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from entire.agent import shown
from entire.agent.entries import Entry
from entire.agent.room import Room
from entire.checkpoint.committed.read import find_stored
from entire.cli.ui import output
from entire.core.paths import session_metadata_dir
from entire.core.text import count
from entire.git.objects.read import Objects

_FOLDER = "tasks"
_MOST = 50
_MOST_BYTES = 8 << 20  # of all of them together


class Subagent(NamedTuple):
    tool_use_id: str  # of the call that started it
    entries: list[Entry]
    cut: bool = False  # something of it is missing


def of_checkpoint(objects: Objects, checkpoint_id: str, agent: str, room: Room) -> list[Subagent]:
    return _read(stored_in_checkpoint(objects, checkpoint_id), agent, room)


def of_step(objects: Objects, commit: str, session_id: str, agent: str, room: Room) -> list[Subagent]:
    return _read(stored_in_step(objects, commit, session_id), agent, room)


def stored_in_checkpoint(objects: Objects, checkpoint_id: str) -> Iterator[tuple[str, bytes]]:
    """The transcripts, one at a time, each with the id of the call."""
    found = find_stored(objects, checkpoint_id)
    entry = found[1].entries.get(_FOLDER) if found is not None else None
    return _in_tree(objects, entry.oid) if entry is not None and entry.is_tree else iter(())


def stored_in_step(objects: Objects, commit: str, session_id: str) -> Iterator[tuple[str, bytes]]:
    found = objects.commit(commit)
    entry = objects.entry(found.tree, f"{session_metadata_dir(session_id)}/{_FOLDER}") if found else None
    return _in_tree(objects, entry.oid) if entry is not None and entry.is_tree else iter(())


def _in_tree(objects: Objects, tree: str) -> Iterator[tuple[str, bytes]]:
    files = [(path, blob.oid) for path, blob in objects.walk(tree) if path.endswith(".jsonl")]
    sizes = objects.sizes(oid for _, oid in files[:_MOST])
    chosen = list(within(_MOST_BYTES, files[:_MOST], sizes))
    if len(chosen) < len(files):
        some = count(len(files) - len(chosen), "conversation")
        output.write_error(
            f"{some} of subagents left out", f"at most {_MOST}, of {_MOST_BYTES >> 20} MB, are shown"
        )
    return ((path.partition("/")[0], objects.blob(oid) or b"") for path, oid in chosen)


def within(
    most: int, files: Sequence[tuple[str, str]], sizes: Mapping[str, int]
) -> Iterator[tuple[str, str]]:
    """Pure: those that fit into so many bytes together. What is missing takes none."""
    for path, oid in files:
        size = sizes.get(oid, 0)
        if size <= most:
            most -= size
            yield path, oid


def _read(stored: Iterator[tuple[str, bytes]], agent: str, room: Room) -> list[Subagent]:
    found = []
    for id, data in stored:
        cut_count = room.cut_count
        entries = shown.conversation(data, agent, room, subagent=True)
        found.append(Subagent(id, entries, room.cut_count > cut_count))
    return [one for one in found if one.entries or one.cut]
