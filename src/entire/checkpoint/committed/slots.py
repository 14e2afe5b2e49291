"""A committed checkpoint on the branch: a summary, and a numbered slot per session."""

from __future__ import annotations

from entire.checkpoint.ids import checkpoint_path
from entire.checkpoint.model import CheckpointSummary, CommittedMetadata, SessionFilePaths, load
from entire.core.paths import CONTENT_HASH_FILE, CONTEXT_FILE, METADATA_FILE, PROMPT_FILE, TRANSCRIPT_FILE
from entire.core.pattern import DIGITS, made_of
from entire.core.value import Value
from entire.git.objects.read import LARGEST, Objects
from entire.git.objects.tree import Entry
from entire.transcript import usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_SESSIONS = 200  # of a checkpoint that are read; the others keep their numbers


class Stored(Value):
    """A checkpoint to be changed in place and written back.

    ``slots`` and ``summary.sessions`` have the same length. A slot with missing or broken metadata is None:
    it keeps its number, which no other session ever gets.
    """

    path: str
    tree: str  # empty for a new checkpoint
    entries: Mapping[str, Entry]
    summary: CheckpointSummary
    slots: list[CommittedMetadata | None]

    def index_of(self, session_id: str) -> int | None:
        for index, slot in enumerate(self.slots):
            if slot is not None and slot.session_id == session_id:
                return index
        return None

    def slot_entries(self, objects: Objects, index: int, largest: int = LARGEST) -> Mapping[str, Entry]:
        """Return a session's current files."""
        entry = self.entries.get(str(index))
        return objects.tree(entry.oid, largest) if entry is not None and entry.is_tree else {}

    def slot_path(self, index: int) -> str:
        return f"{self.path}/{index}"


def new(checkpoint_id: str) -> Stored:
    summary = CheckpointSummary(checkpoint_id=checkpoint_id)
    return Stored(checkpoint_path(checkpoint_id), "", {}, summary, [])


def find(objects: Objects, root: str, checkpoint_id: str, largest: int = LARGEST) -> Stored | None:
    """Find a checkpoint below the root tree of a branch."""
    path = checkpoint_path(checkpoint_id)
    entry = objects.entry(root, path, largest)
    return read(objects, path, entry.oid, largest) if entry is not None and entry.is_tree else None


def read(objects: Objects, path: str, tree: str, largest: int = LARGEST) -> Stored:
    """Read the checkpoint in a tree, which is at ``path`` on its branch.

    Folders larger than ``largest`` count as empty. Commands that only read need no large ones.
    A broken or incomplete summary is completed from the numbered directories, which may have gaps.
    """
    entries = objects.tree(tree, largest)
    summary = load(CheckpointSummary, objects.file(tree, METADATA_FILE, largest=largest))
    if summary is None:
        summary = CheckpointSummary(checkpoint_id=path.replace("/", ""))
    listed = dict(zip(_numbers(path, summary.sessions), summary.sessions, strict=True))
    present = [int(name) for name, entry in entries.items() if entry.is_tree and _is_number(name)]
    summary.sessions = []
    for index in range(max((*listed, *present), default=-1) + 1):
        found = entries.get(str(index)) if index not in listed and index < MOST_SESSIONS else None
        names = list(objects.tree(found.oid, largest)) if found is not None and found.is_tree else []
        summary.sessions.append(listed.get(index) or file_paths(f"{path}/{index}", names))
    slots = [
        load(CommittedMetadata, objects.file(tree, f"{index}/{METADATA_FILE}", largest=largest))
        for index in range(min(len(summary.sessions), MOST_SESSIONS))
    ]
    slots += [None] * (len(summary.sessions) - len(slots))
    return Stored(path, tree, entries, summary, slots)


def _is_number(name: str) -> bool:
    return made_of(name, DIGITS, 1, 3) and str(int(name)) == name


def _numbers(path: str, sessions: list[SessionFilePaths]) -> list[int]:
    """The number of each listed session: that of its folder, or else its place in the list."""
    names = [one.metadata.removeprefix(f"/{path}/").partition("/")[0] for one in sessions]
    if all(map(_is_number, names)) and len(set(names)) == len(names):
        return [int(name) for name in names]
    return list(range(len(sessions)))


def file_paths(slot_path: str, names: list[str]) -> SessionFilePaths:
    """Return the paths of a slot's files; empty for those that do not exist."""

    def path(name: str) -> str:
        return f"/{slot_path}/{name}" if name in names else ""

    return SessionFilePaths(
        metadata=f"/{slot_path}/{METADATA_FILE}",
        transcript=path(TRANSCRIPT_FILE),
        context=path(CONTEXT_FILE),
        content_hash=path(CONTENT_HASH_FILE),
        prompt=path(PROMPT_FILE),
    )


def aggregate(summary: CheckpointSummary, slots: list[CommittedMetadata | None]) -> None:
    """Recompute the summary's totals; unreadable slots count for nothing."""
    readable = [slot for slot in slots if slot is not None]
    summary.checkpoints_count = sum(slot.checkpoints_count for slot in readable)
    summary.files_touched = sorted({path for slot in readable for path in slot.files_touched})
    summary.token_usage = None
    for slot in readable:
        summary.token_usage = usage.add(summary.token_usage, slot.token_usage)
