"""A person amends a linked commit: its checkpoint learns who wrote the lines that are new.

Sessions whose work is amended write the record when they are condensed; then nothing is left to do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entire.attribution import lines_file
from entire.attribution.carried import carry
from entire.attribution.owner import AMENDED, NOBODY, PERSON, FileLines, Owner
from entire.attribution.recorded import read
from entire.attribution.replay import attribute
from entire.attribution.totals import calculate_attribution
from entire.checkpoint.committed.read import stored_sessions
from entire.checkpoint.committed.update import UpdateCommittedOptions, update_committed
from entire.checkpoint.errors import CheckpointNotFound
from entire.core import log
from entire.core.errors import EntireError
from entire.git import diff, identity
from entire.git.objects.read import Commit, Objects, empty_tree
from entire.git.repository import Repository
from entire.session.state import is_working
from entire.session.store import Store


def record_amended(repo: Repository, objects: Objects, before: str, after: str, ids: Sequence[str]) -> None:
    """Update what the checkpoints of a commit know about lines, if it was amended."""
    old, new = objects.commit(before), objects.commit(after)
    if old is None or new is None or old.parents != new.parents or old.tree == new.tree:
        return
    try:
        for checkpoint_id in ids:
            _record(repo, objects, old, new, checkpoint_id)
    except (EntireError, CheckpointNotFound) as error:
        log.warn("amended lines not attributed", component="attribution", error=error.message)


def _record(repo: Repository, objects: Objects, old: Commit, new: Commit, checkpoint_id: str) -> None:
    recorded = read(objects, checkpoint_id)
    files = [file for lines in recorded.documents[:1] for file in lines.files] if recorded is not None else []
    changes = {change.path: change for change in diff.commit_changes(repo, new.oid)}
    if not files or _fits(files, {path: change.new_oid for path, change in changes.items()}):
        return
    parent = objects.commit(new.parents[0]) if new.parents else None
    base = parent.tree if parent is not None else empty_tree(new.tree)
    known = carry(repo, objects, old.tree, files)
    paths = {*changes, *(file.path for file in files)}
    found = attribute(repo, old.tree, [], base, new.tree, paths, _who(repo), known)
    lines, totals = lines_file.encode(found.lines), calculate_attribution(found)
    updates = [
        UpdateCommittedOptions(checkpoint_id, session_id, lines=lines, initial_attribution=totals)
        for session_id in sorted(stored_sessions(objects, checkpoint_id))
    ]
    update_committed(repo, objects, updates, identity.get_git_author_from_repo(repo))


def _fits(files: Sequence[FileLines], blobs: Mapping[str, str]) -> bool:
    """Whether the record is about the amended commit already."""
    return all(blobs.get(file.path) == file.blob for file in files)


def _who(repo: Repository) -> Owner:
    """Who amends: a person, unless an agent is working here."""
    working = any(
        state.is_active and is_working(state) for state in Store(repo).in_worktree(repo.worktree_id)
    )
    return NOBODY.replace(why=AMENDED) if working else PERSON
