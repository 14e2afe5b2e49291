"""A person amends a linked commit: its checkpoint learns who wrote the lines that are new.

Sessions whose work is amended write the record when they are condensed; then nothing is left to do.
"""

from __future__ import annotations

from entire.attribution.carried import carry, merged, without
from entire.attribution.lines_file import encode
from entire.attribution.owner import AMENDED, NOBODY, PERSON, FileLines, Lines, Owner
from entire.attribution.recorded import read
from entire.attribution.replay import Replayed, attribute
from entire.attribution.totals import calculate_attribution
from entire.checkpoint.committed.read import stored_sessions
from entire.checkpoint.committed.update import UpdateCommittedOptions, update_committed
from entire.checkpoint.errors import CheckpointNotFound
from entire.checkpoint.model import InitialAttribution
from entire.core import log
from entire.core.errors import EntireError
from entire.git import diff, identity
from entire.git.objects.compare_trees import changed_paths
from entire.git.objects.read import Commit, Objects, empty_tree
from entire.git.repository import Repository
from entire.session.state import is_working
from entire.session.store import Store
from entire.strategy.turn.shadow import tip_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def record_amended(
    repo: Repository, objects: Objects, before: str, after: str, ids: Sequence[str], last: str = ""
) -> None:
    """Update what the checkpoints of a commit know about lines, if it was amended.

    If others were squashed into it, ``ids`` are the checkpoints of all, and ``last`` is the last one of them
    that has some: what sessions did up to there is known.
    """
    old, new = objects.commit(before), objects.commit(after)
    if old is None or new is None or old.parents != new.parents or old.tree == new.tree:
        return
    try:
        _record(repo, objects, old, new, ids, objects.commit(last) or old)
    except (EntireError, CheckpointNotFound) as error:
        log.warn("amended lines not attributed", component="attribution", error=error.message)


def _record(
    repo: Repository, objects: Objects, old: Commit, new: Commit, ids: Sequence[str], last: Commit
) -> None:
    """Each checkpoint keeps the lines that it knows; the new ones are added to the latest."""
    changed = set(changed_paths(objects, old.tree, new.tree))
    stored = {one: read(objects, one) for one in ids}
    known_by = {one: found.documents for one, found in stored.items() if found is not None}
    chosen = {one: _latest(objects, new.tree, changed, known_by[one]) for one in known_by if known_by[one]}
    records = {one: lines for one, lines in chosen.items() if lines.files}
    if not records:
        return
    written = [one for one, lines in records.items() if _is_about(objects, new.tree, changed, lines.files)]
    latest = (written or list(records))[-1]
    documents: dict[str, tuple[Lines, InitialAttribution | None]] = {
        one: (lines.replace(files=tuple(carry(repo, objects, new.tree, lines.files))), None)
        for one, lines in records.items()
        if one != latest
    }
    others = [file for lines, _ in documents.values() for file in lines.files]
    if written:
        documents[latest] = (without(records[latest], others), None)
    else:
        known = carry(repo, objects, last.tree, (file for lines in records.values() for file in lines.files))
        replayed = _replay(repo, objects, last, new, merged(known))
        replayed = replayed.replace(lines=without(replayed.lines, others))
        documents[latest] = (replayed.lines, calculate_attribution(replayed))
    updates = [
        UpdateCommittedOptions(checkpoint_id, session_id, lines=encode(lines), initial_attribution=totals)
        for checkpoint_id, (lines, totals) in documents.items()
        if any(lines != known for known in known_by[checkpoint_id])
        for session_id in sorted(stored_sessions(objects, checkpoint_id))
    ]
    update_committed(repo, objects, updates, identity.get_git_author_from_repo(repo))


def _replay(
    repo: Repository, objects: Objects, old: Commit, new: Commit, known: Sequence[FileLines]
) -> Replayed:
    parent = objects.commit(new.parents[0]) if new.parents else None
    base = parent.tree if parent is not None else empty_tree(new.tree)
    paths = {change.path for change in diff.commit_changes(repo, new.oid)}
    paths |= {file.path for file in known}
    who = _who(repo, objects, old, set(changed_paths(objects, old.tree, new.tree)))
    return attribute(repo, old.tree, [], base, new.tree, paths, who, known)


def _latest(objects: Objects, tree: str, changed: Collection[str], documents: Sequence[Lines]) -> Lines:
    """The record of the session that the amended commit condensed; else the latest.

    Other sessions of the checkpoint still have what they knew before.
    """
    about = (lines for lines in documents if _is_about(objects, tree, changed, lines.files))
    return next(about, documents[0])


def _is_about(objects: Objects, tree: str, changed: Collection[str], files: Sequence[FileLines]) -> bool:
    """Whether the record is about the amended commit already: it has a changed file as it is now."""
    entries = ((file, objects.entry(tree, file.path)) for file in files if file.path in changed)
    return any(entry is not None and entry.oid == file.blob for file, entry in entries)


def _who(repo: Repository, objects: Objects, old: Commit, changed: Collection[str]) -> Owner:
    """Who amends: a person, unless an agent is working here, or steps have other changes of these files."""
    for state in Store(repo).in_worktree(repo.worktree_id):
        tip = tip_of(objects, state) if state.has_steps_here else None
        ahead = tip is not None and any(
            objects.entry(tip.tree, path) != objects.entry(old.tree, path) for path in changed
        )
        if ahead or (state.is_active and is_working(state)):
            return NOBODY.replace(why=AMENDED)
    return PERSON
