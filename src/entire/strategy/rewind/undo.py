"""Undo a rewind: restore its snapshot. What the undo replaces is saved in a snapshot too."""

from __future__ import annotations

from entire.core import log
from entire.core.value import Value
from entire.git import refs
from entire.git.objects.read import Objects
from entire.git.objects.tree import Entry
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree import content, reset
from entire.git.worktree.work_files import is_safe
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.rewind import files as rewind_files
from entire.strategy.rewind import reset as rewind_reset
from entire.strategy.rewind import snapshot as rewind_snapshot
from entire.strategy.rewind import undo_session
from entire.strategy.rewind.plan import Item, Plan
from entire.strategy.rewind.snapshot import REWIND_REFS, UNDONE_REFS, Kept, SavedFile, Snapshot
from entire.strategy.rewind.undo_session import restorable_state
from entire.strategy.turn.shadow import tip_of


class Undoing(Value):
    """What an undo does, or did."""

    snapshot: Snapshot
    plan: Plan
    conversation: bool  # whether conversations are restored too: the session was not committed or moved since
    kept: str = ""  # the snapshot of what it replaced
    failed: list[str] = []  # files that could not be restored


def preview(repo: Repository, store: Store, found: Kept) -> Undoing:
    with store.lock():
        return _undoing(repo, store, found.snapshot, Snapshot())


def undo(repo: Repository, store: Store, found: Kept) -> Undoing:
    """Restore a snapshot. Raises EntireError if that is no longer possible."""
    snapshot = found.snapshot
    with store.lock(), Objects(repo) as objects:
        rewind_reset.check_undo(repo, snapshot)
        now = Snapshot(title=f"Before undoing: {snapshot.title}", head=refs.resolve(repo, "HEAD") or "")
        undoing = _undoing(repo, store, snapshot, now)
        state = restorable_state(store, snapshot)
        kept = _keep(repo, objects, store, found, now, state)
        failed = rewind_files.restore_files(repo, objects, _only(snapshot, undoing.plan))
        rewind_reset.undo(repo, objects, snapshot)
        if state is not None:
            undo_session.restore_session(repo, objects, store, snapshot, state)
        elif not snapshot.session_id:
            undo_session.restore_conversations(repo, store, snapshot)
        if not failed:  # otherwise nothing else has these files, and it can be tried again
            if state is not None or not snapshot.session_id:
                undo_session.remove_backups(store, snapshot)
            rewind_snapshot.drop(repo, found)
        log.info("rewind undone", session_id=snapshot.session_id, kept_as=kept.ref)
        return undoing.replace(kept=kept.commit, failed=failed)


def _undoing(repo: Repository, store: Store, snapshot: Snapshot, now: Snapshot) -> Undoing:
    """Plan the undo. Fills ``now`` with the files as they are."""
    before = {file.path: file for file in snapshot.files if is_safe(file.path)}
    rewind_files.save_files(repo, now, {path: f"raw {file.oid}" for path, file in before.items()})
    changed = [file for file in now.files if (file.oid, file.mode) != _saved(before[file.path])]
    present = _present(repo, [file.path for file in changed if file.oid])
    items = [
        Item(
            file.path,
            Entry("", before[file.path].oid) if before[file.path].oid else None,
            bool(file.oid) and before[file.path].left not in (present.get(file.path), f"raw {file.oid}"),
        )
        for file in sorted(changed, key=lambda file: file.path)
    ]
    plan = Plan([i for i in items if i.entry is not None], [i for i in items if i.entry is None], [])
    whole = not snapshot.session_id or restorable_state(store, snapshot) is not None
    return Undoing(snapshot, plan, whole)


def _saved(file: SavedFile) -> tuple[str, int]:
    return file.oid, file.mode


def _present(repo: Repository, paths: list[str]) -> dict[str, str]:
    """The present files, as git would store them."""
    with Writer(repo) as writer:
        changes = content.snapshot(repo, writer, paths, {})
    return {change.path: f"{change.mode} {change.oid}" for change in changes if change.oid is not None}


def _only(snapshot: Snapshot, plan: Plan) -> Snapshot:
    """The part of a snapshot that differs from the work tree."""
    wanted = set(plan.paths)
    return Snapshot(
        files=[file for file in snapshot.files if file.path in wanted], directories=snapshot.directories
    )


def _keep(
    repo: Repository, objects: Objects, store: Store, found: Kept, now: Snapshot, state: State | None
) -> Kept:
    """Save what the undo replaces in a snapshot: in `undone/`, or in `rewind/` if it redoes a rewind."""
    snapshot = found.snapshot
    now.branch, now.reset_to = refs.get_current_branch_name(repo), snapshot.head if snapshot.reset_to else ""
    now.index = reset.store_index(repo) if snapshot.reset_to else ""
    if state is not None:
        tip = tip_of(objects, state)
        now.session_id, now.states = state.session_id, {state.session_id: state.to_json()}
        now.shadow_tip = tip.oid if tip is not None else ""
    if state is not None or not snapshot.session_id:
        now.transcripts = undo_session.copy_transcripts(store, snapshot)
    prefix = UNDONE_REFS if found.ref.startswith(REWIND_REFS) else REWIND_REFS
    staged = rewind_reset.staged(repo) if snapshot.reset_to else []
    return rewind_snapshot.keep(repo, now, [now.shadow_tip, now.head], staged, prefix=prefix)
