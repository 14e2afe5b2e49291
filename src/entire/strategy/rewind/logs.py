"""Rewind to a linked commit: restore the conversations of its checkpoint and, with `--reset`, the branch."""

from __future__ import annotations

from entire.checkpoint.contents import fetch_contents
from entire.core import files, log
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import refs
from entire.git.identity import Author
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.strategy.restore import apply as restore
from entire.strategy.restore.apply import UNCHANGED, LeftOut, Restorable, Restored
from entire.strategy.resume.branch import foreign_authors
from entire.strategy.rewind import reset as rewind_reset
from entire.strategy.rewind import snapshot as rewind_snapshot
from entire.strategy.rewind.points import Point
from entire.strategy.rewind.reset import Resetting
from entire.strategy.rewind.snapshot import SavedTranscript, Snapshot


class Restoring(Value):
    """What a rewind to a linked commit does."""

    restorables: list[Restorable]
    left_out: list[LeftOut]
    resetting: Resetting | None
    authors: list[Author] = []  # who recorded them, if not the user


def preview(repo: Repository, store: Store, objects: Objects, point: Point, *, reset: bool) -> Restoring:
    """Plan the rewind. Raises EntireError if it is not possible. ``objects`` must stay open until `apply`."""
    fetch_contents(repo, objects, point.checkpoint_ids)
    found = restore.survey(repo, objects, point.checkpoint_ids)
    resetting = rewind_reset.preview(repo, store, point) if reset else None
    if not found.restorables and resetting is None:
        reason = found.left_out[0].reason if found.left_out else "its checkpoint is not in this repository"
        raise EntireError(f"cannot restore a conversation of {point.id[:7]}: {reason}")
    authors = foreign_authors(repo, objects, point.checkpoint_ids)
    return Restoring(found.restorables, found.left_out, resetting, authors)


def apply(repo: Repository, store: Store, point: Point, restoring: Restoring) -> list[Restored]:
    """Save a snapshot, then restore. Raises EntireError if something changed since the preview."""
    snapshot = Snapshot(
        title=f"Conversation of {point.id[:7]} {point.message}",
        head=refs.resolve(repo, "HEAD") or "",
        branch=refs.get_current_branch_name(repo),
    )
    with store.lock():
        _save_transcripts(store, snapshot, restoring.restorables)
        try:
            _save_snapshot(repo, point, restoring, snapshot)
        except EntireError:
            for saved in snapshot.transcripts:
                files.remove(saved.backup)
            raise
        restored = restore.apply(restoring.restorables)
        for one in restored:
            if one.backup:
                files.remove(one.backup)  # the snapshot has a copy
    log.info("conversations restored", commit=point.id, sessions=len(restored))
    return [_with_backup(one, snapshot) for one in restored]


def _save_snapshot(repo: Repository, point: Point, restoring: Restoring, snapshot: Snapshot) -> None:
    """Write the snapshot: from here on the rewind can be undone. With `--reset`, also move the branch."""
    if restoring.resetting is not None:
        rewind_reset.apply(repo, point, restoring.resetting, snapshot)
    else:
        rewind_snapshot.keep(repo, snapshot)


def _save_transcripts(store: Store, snapshot: Snapshot, restorables: list[Restorable]) -> None:
    for one in restorables:
        if one.status == UNCHANGED:
            continue
        local = files.read(one.path)
        backup = restore.keep_copy(one.path, local) if local is not None else ""
        snapshot.transcripts.append(
            SavedTranscript(
                session_id=one.session_id, agent_type=one.agent_type, path=one.path, backup=backup
            )
        )
        state = store.load(one.session_id)
        if state is not None:
            snapshot.states[one.session_id] = state.to_json()


def _with_backup(one: Restored, snapshot: Snapshot) -> Restored:
    backups = (saved.backup for saved in snapshot.transcripts if saved.path == one.path)
    return one.replace(backup=next(backups, ""))
