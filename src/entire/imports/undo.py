"""Undo imports: the links, then the checkpoints.

A commit removes what was imported from each ref, and only that. If the ref has then what it had before, and
nothing of it was pushed, it goes back to where it was.
"""

from __future__ import annotations

from collections.abc import Collection

from entire.checkpoint.committed import slots
from entire.checkpoint.committed.delete import delete_checkpoints, delete_sessions
from entire.checkpoint.model import IMPORTED
from entire.checkpoint.names import CHECKPOINTS_REF, NOTES_REF
from entire.checkpoint.relinked import drop_links
from entire.core.value import Value
from entire.git import history, identity, refs
from entire.git.objects.read import Objects, empty_tree
from entire.git.repository import Repository
from entire.imports import journal
from entire.imports.journal import Journal
from entire.session.store import Store

_MESSAGE = "Remove imported checkpoints\n"


class Undone(Value):
    commits: list[str]  # that are no longer linked
    checkpoints: list[str]  # that are gone
    kept: list[str]  # that have other sessions, and stay with them


def undo(repo: Repository, objects: Objects, *, dry_run: bool = False) -> Undone:
    """Remove what was imported here. After a kill, the next call does the rest."""
    with Store(repo).lock():
        found = journal.load(repo)
        ids = found.checkpoint_ids
        shares = {id: share for id in ids if (share := _share(objects, id, found.sessions_of(id)))}
        kept = sorted(id for id, share in shares.items() if not share.is_all)
        gone = sorted(id for id, share in shares.items() if share.is_all)
        author = identity.get_git_author_from_repo(repo)
        unlinked = drop_links(repo, objects, ids - set(kept), author, dry_run=True)
        if dry_run or not ids:
            return Undone(unlinked, gone, kept)
        drop_links(repo, objects, ids - set(kept), author)
        delete_sessions(repo, objects, {id: shares[id].sessions for id in kept}, author, _MESSAGE)
        delete_checkpoints(repo, objects, gone, author, _MESSAGE)
        for ref in (NOTES_REF, CHECKPOINTS_REF):
            _go_back(repo, objects, found, ref)
        journal.forget(repo)
    return Undone(unlinked, gone, kept)


class _Share(Value):
    """What was imported here of a checkpoint."""

    sessions: list[str]
    is_all: bool  # nothing else is in it


def _share(objects: Objects, id: str, imported: Collection[str]) -> _Share | None:
    """What is still there of the sessions that were imported; None if the checkpoint is gone."""
    tip = objects.commit(CHECKPOINTS_REF)
    found = slots.find(objects, tip.tree, id) if tip is not None else None
    if found is None:
        return None
    present = [slot for number, slot in enumerate(found.slots) if str(number) in found.entries]
    own = [
        slot.session_id
        for slot in present
        if slot is not None and slot.kind == IMPORTED and slot.session_id in imported
    ]
    return _Share(own, len(own) == len(present))


def _go_back(repo: Repository, objects: Objects, found: Journal, ref: str) -> None:
    """Move a ref back to where it was before the first import, if that changes nothing but its history.

    Not if another ref has what came since: then it was pushed, and would come back.
    """
    tip = objects.commit(ref)
    before = str(found.runs[0].before.get(ref, "")) if found.runs else ""
    if tip is None or tip.oid == before:
        return
    old = objects.commit(before) if before else None
    if tip.tree != (old.tree if old is not None else empty_tree(tip.oid)) or bool(old) != bool(before):
        return
    if before and not history.is_ancestor(repo, before, tip.oid):
        return
    since = history.oldest_first(repo, before, tip.oid)
    if since and not history.is_on_other_refs(repo, since[0], ref):
        refs.update(repo, refs.Update(ref, tip.oid, before or None))
