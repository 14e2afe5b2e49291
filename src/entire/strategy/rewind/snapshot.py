"""Safety snapshots: what a rewind is about to change, byte by byte, so that `--undo` can restore it.

A snapshot is a commit with `snapshot.json` and the files. Its parents are commits that would otherwise become
unreachable: the shadow branch's tip, the old HEAD. Snapshots of rewinds are under `refs/entire/rewind/`,
those of undos under `refs/entire/undone/`. They are never pushed, and only the last few of each are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from entire.checkpoint.model import load
from entire.checkpoint.names import OWN_REFS, hash_worktree_id
from entire.core import clock, json_text
from entire.core.record import Record
from entire.core.value import Value
from entire.git import broken_refs, identity, refs
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.objects.tree import FILE_MODE
from entire.git.objects.write import Writer
from entire.git.repository import Repository

REWIND_REFS = f"{OWN_REFS}rewind/"
UNDONE_REFS = f"{OWN_REFS}undone/"
SNAPSHOT_FILE = "snapshot.json"
KEPT = 10


class SavedFile(Record):
    """One path as it was; without ``oid`` there was no file."""

    ALWAYS = frozenset({"path", "oid"})

    path: str = ""
    oid: str = ""
    mode: int = 0  # `st_mode`: type and permissions
    left: str = ""  # what replaces it: "mode oid" as git stores it, or "raw oid" byte by byte


class SavedTranscript(Record):
    ALWAYS = frozenset({"session_id", "path", "backup"})

    session_id: str = ""
    agent_type: str = ""
    path: str = ""
    backup: str = ""  # a copy of the file; empty if there was no file


class Snapshot(Record):
    """`snapshot.json`"""

    ALWAYS = frozenset({"created_at", "title", "head", "files"})
    NESTED = {"files": SavedFile, "transcripts": SavedTranscript}

    created_at: str = ""
    title: str = ""  # what was about to be done
    session_id: str = ""
    head: str = ""
    branch: str = ""  # of HEAD; empty if detached
    reset_to: str = ""  # where `--reset` moved the branch
    index: str = ""  # with `--reset`: blob of the index
    shadow_tip: str = ""
    states: dict[str, Any] = {}  # of the sessions that change, by id
    files: list[SavedFile] = []
    directories: dict[str, Any] = {}  # permissions by path
    transcripts: list[SavedTranscript] = []


class Kept(Value):
    """A stored snapshot."""

    ref: str
    commit: str
    snapshot: Snapshot


def keep(
    repo: Repository,
    snapshot: Snapshot,
    parents: Iterable[str] = (),
    blobs: Iterable[str] = (),
    *,
    prefix: str = REWIND_REFS,
) -> Kept:
    """Store a snapshot: from here on it can be restored. ``blobs``: more blobs to keep with it."""
    snapshot.created_at = clock.now_utc()
    oids = dict.fromkeys([*(file.oid for file in snapshot.files), snapshot.index, *blobs])
    changes = [Change(f"blobs/{oid}", FILE_MODE, oid) for oid in oids if oid]
    author = identity.get_git_author_from_repo(repo).identity()
    message = f"{snapshot.title}\n"
    with Writer(repo) as writer:
        data = json_text.encode(snapshot.to_json())
        changes.append(Change(SNAPSHOT_FILE, FILE_MODE, writer.blob(data)))
        commit, tree = writer.commit(changes, message, author)
        held = tuple(dict.fromkeys(filter(None, parents)))
        if held:
            commit, _ = writer.commit([], message, author, parents=held, tree=tree)
    return Kept(_add(repo, prefix, commit), commit, snapshot)


def _add(repo: Repository, prefix: str, commit: str) -> str:
    """Create the next numbered ref, and delete the oldest ones."""
    place = _place(repo, prefix)
    known = refs.listing(repo, place)
    names = [ref.name for ref in known] + [ref.name for ref in broken_refs.unreadable(repo, place)]
    last = max(map(_number, names), default=0)
    ref = f"{place}{last + 1:06d}"
    old = [refs.Update(found.name, found.oid, None) for found in known[: max(0, len(known) + 1 - KEPT)]]
    refs.update(repo, refs.Update(ref, None, commit), *old)
    return ref


def _place(repo: Repository, prefix: str) -> str:
    return f"{prefix}{hash_worktree_id(repo.worktree_id)}/"


def _number(ref: str) -> int:
    digits = ref.rpartition("/")[2]
    return int(digits) if digits.isascii() and digits.isdigit() else 0


def drop(repo: Repository, kept: Kept) -> None:
    refs.update(repo, refs.Update(kept.ref, kept.commit, None))


def last(repo: Repository, objects: Objects) -> Kept | None:
    """The snapshot that `--undo` restores."""
    return next(iter(_listed(repo, objects, REWIND_REFS)), None)


def find(repo: Repository, objects: Objects, commit: str) -> Kept | None:
    """The snapshot of this worktree with this id."""
    for prefix in (REWIND_REFS, UNDONE_REFS):
        for kept in _listed(repo, objects, prefix):
            if kept.commit == commit:
                return kept
    return None


def _listed(repo: Repository, objects: Objects, prefix: str) -> list[Kept]:
    """Newest first, without those that cannot be read (I6)."""
    found = []
    for ref in reversed(refs.listing(repo, _place(repo, prefix))):
        commit = objects.commit(ref.oid)
        snapshot = load(Snapshot, objects.file(commit.tree, SNAPSHOT_FILE)) if commit is not None else None
        if snapshot is not None:
            found.append(Kept(ref.name, ref.oid, snapshot))
    return found
