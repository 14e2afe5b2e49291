"""Compare a session's files with a set of changes: facts for linking and for condensing."""

from __future__ import annotations

import os

from entire.checkpoint import trailers
from entire.core import clock
from entire.core.value import Value
from entire.git import reflog
from entire.git.diff import FileChange, commit_changes
from entire.git.objects.read import Commit, Objects
from entire.git.repository import Repository
from entire.session import capture as captures
from entire.session import places
from entire.session.capture import Capture, TaskCapture
from entire.session.state import State, is_working
from entire.session.store import Store
from entire.strategy.commits.merged import committed_work
from entire.strategy.commits.overlap import could_be_renamed, overlapping, renamed
from entire.strategy.links import seen
from entire.strategy.turn.shadow import tip_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_MOST_STEPS = 100  # to look for a version of a file that was deleted
_RENAMED_BYTES = 8 * 1024 * 1024  # to read, to find files that were renamed and edited


class Work(Value):
    """A session's files compared with a commit's changes."""

    state: State
    touched: list[str]  # by the session, including an open turn
    shadow: dict[str, str]  # blob id by path on the shadow branch
    shadow_tip: str  # commit id; empty without a branch
    overlap: list[str]  # files that the changes contain as the session's work
    renamed: dict[str, str]  # contained under another name: old path → new
    unsaved: list[str] = []  # changes made in an open turn: no step has them yet


def gather(
    repo: Repository,
    objects: Objects,
    store: Store,
    state: State,
    changes: Mapping[str, FileChange],
    decided: Collection[str] = (),
    *,
    at_terminal: bool,
    locked: bool = True,
) -> Work:
    """Gather the facts of one session. Costs only a few tree reads unless the session is active.

    ``decided``: files that the commit was linked for. ``locked``: the lock is held, so that what is read of a
    transcript can be kept.
    """
    touched = list(state.files_touched)
    tasks = captures.open_tasks(repo, state.session_id)
    found: list[str] = []
    if state.is_active or tasks:  # subagents can continue in the background after the turn
        known = set(touched)
        capture = captures.load(repo, state.session_id) or (tasks[0] if tasks else None)
        found = _changed_in_turn(repo, store, state, capture, changes, at_terminal, locked)
        found = _without_replaced(repo, objects, store, state, changes, found, locked)
        touched += [path for path in found if path not in known]
    tip = tip_of(objects, state)
    shadow = _on_branch(objects, tip, touched)
    gone = _gone(repo, objects, touched, changes)
    left = _last_versions(objects, tip, [path for path in state.files_touched if path not in shadow])
    moved = renamed(gone, changes, left | shadow)
    moved |= _renamed_and_edited(repo, objects, gone, changes, left | shadow, moved)
    new = [path for path in decided if path in changes and path not in {*touched, *moved.values()}]
    if new:
        touched, found = touched + new, found + new
        shadow |= _on_branch(objects, tip, new)

    def alike(change: FileChange, kept: str) -> bool:
        from entire.strategy.links.made_from import is_made_from

        committed, ours = objects.blob(change.new_oid), objects.blob(kept)
        return committed is not None and ours is not None and is_made_from(committed, ours)

    lost = [path for path in touched if path not in shadow and _is_lost(objects, state, tip, path)]
    overlap = overlapping(touched, changes, left | shadow, alike=alike, by_name={*found, *decided, *lost})
    return Work(
        state, touched, shadow, tip.oid if tip is not None else "", [*overlap, *moved.values()], moved, found
    )


def _gone(
    repo: Repository, objects: Objects, touched: list[str], changes: Mapping[str, FileChange]
) -> list[str]:
    """The files that may have another name in the commit: neither the work tree nor the commit has them."""
    found = [path for path in touched if not os.path.lexists(repo.path(path))]
    kept = [path for path in found if path not in changes or changes[path].status != "D"]
    head = objects.commit("HEAD") if kept else None
    stay = {path for path in kept if head is not None and objects.entry(head.tree, path) is not None}
    return [path for path in found if path not in stay]


def _on_branch(objects: Objects, tip: Commit | None, paths: list[str]) -> dict[str, str]:
    """The blob ids of files on the shadow branch."""
    if tip is None:
        return {}
    return {path: entry.oid for path in paths if (entry := objects.entry(tip.tree, path)) is not None}


def _last_versions(objects: Objects, tip: Commit | None, paths: list[str]) -> dict[str, str]:
    """The blob ids of files that the branch's tip no longer has, as the last step that has them left them."""
    if tip is None or not paths:
        return {}
    from itertools import islice

    from entire.checkpoint.temporary.read import first_parents

    found: dict[str, str] = {}
    for commit in islice(first_parents(objects, tip.oid), _MOST_STEPS):
        found = _on_branch(objects, commit, paths) | found
        if len(found) == len(paths):
            break
    return found


def _renamed_and_edited(
    repo: Repository,
    objects: Objects,
    gone: list[str],
    changes: Mapping[str, FileChange],
    shadow: Mapping[str, str],
    found: Mapping[str, str],
) -> dict[str, str]:
    """Files that were committed under another name and changed: old path → new. Rarely reads anything."""
    old, new = could_be_renamed(gone, changes, shadow, found)
    if not old or not new:
        return {}
    from entire.git.worktree import stash
    from entire.strategy.links.made_from import LARGEST, match_renames, own_words

    away = stash.stashed(repo, objects, [(path, shadow[path]) for path in old])  # gone, but not renamed
    old = [path for path in old if path not in away]

    oids = [shadow[path] for path in old] + [changes[path].new_oid for path in new]
    small, total = [], 0
    for oid, size in objects.sizes(oids).items():
        total += size
        if size <= LARGEST and total <= _RENAMED_BYTES:
            small.append(oid)
    words = {blob.oid: own_words(blob.data) for blob in objects.read_many(small) if blob is not None}
    return match_renames(
        {path: words[shadow[path]] for path in old if shadow[path] in words},
        {path: words[oid] for path in new if (oid := changes[path].new_oid) in words},
    )


def works_in(repo: Repository, objects: Objects, store: Store, commit: Commit) -> list[Work]:
    """The sessions whose work, as far as no checkpoint has it, is in a commit that they can have seen."""
    changes: Mapping[str, FileChange] = {each.path: each for each in commit_changes(repo, commit.oid)}
    changes = committed_work(objects, commit, changes)
    found = []
    for state in store.in_worktree(repo.worktree_id):
        begun = clock.timestamp(state.started_at)
        if begun is None or begun <= commit.time + 1:
            found.append(gather(repo, objects, store, state, changes, at_terminal=True, locked=False))
    return [work for work in found if work.overlap]


def _is_lost(objects: Objects, state: State, tip: Commit | None, path: str) -> bool:
    """Whether the version of a file that the session left is unknown: lost, or never stored."""
    if tip is None:
        return bool(state.checkpoint_count)
    if path in trailers.lacks(tip.message):
        return True
    return not objects.tree(tip.tree) or not _folder_readable(objects, tip, path)


def _folder_readable(objects: Objects, tip: Commit, path: str) -> bool:
    """Whether the trees on the way to a path exist. Git stores no empty folders."""
    parts = path.split("/")
    above = ("/".join(parts[:depth]) for depth in range(1, len(parts)))
    entries = (objects.entry(tip.tree, folder) for folder in above)
    return all(objects.tree(entry.oid) for entry in entries if entry is not None and entry.is_tree)


def _changed_in_turn(
    repo: Repository,
    store: Store,
    state: State,
    capture: Capture | TaskCapture | None,
    changes: Mapping[str, FileChange],
    at_terminal: bool,
    locked: bool,
) -> list[str]:
    """The changes that the agent made in its open turn.

    A commit without a terminal was made by the agent: everything that was not dirty before its turn is its
    work, including what a shell command wrote. If no hook saw the turn begin, that is what was written since
    the turn before. At a terminal, a person commits while the agent works (or the
    agent is gone, or works in another worktree): then only files that the transcript names count.
    """
    from entire.strategy.turn.settle import claimed_by_others, files_of_turn, goes_on

    if state.stopped_at and capture is not None and places.is_home(state) and not goes_on(state):
        return _changed_before_stop(repo, store, state, capture, changes, locked)
    if at_terminal or not is_working(state) or not places.is_home(state):
        return [path for path in files_of_turn(repo, store, state, locked=locked) if path in changes]
    if capture is None:
        paths = captures.written_since(repo, state.last_interaction_time, list(changes))
    else:
        foreign = isinstance(capture, Capture) and capture.foreign
        named = files_of_turn(repo, store, state, locked=locked) if foreign else []
        paths = captures.changed_since(repo, capture, list(changes), named)
    others = claimed_by_others(repo, store, state, locked=locked)
    if others.isdisjoint(paths):
        return paths
    named = files_of_turn(repo, store, state, locked=locked)
    return [path for path in paths if path not in others or path in named]


def _without_replaced(
    repo: Repository,
    objects: Objects,
    store: Store,
    state: State,
    changes: Mapping[str, FileChange],
    found: list[str],
    locked: bool,
) -> list[str]:
    """Without the files that are another session's work, which was committed, and is committed again."""
    if not found or not any(seen.reset_before(repo, commit)[0] for commit in ("", reflog.tip(repo))):
        return found
    from entire.strategy.links.replaced import of_others
    from entire.strategy.turn.settle import files_of_turn

    theirs = of_others(repo, objects, state.session_id, {path: changes[path] for path in found})
    named = files_of_turn(repo, store, state, locked=locked) if theirs else ()
    return [path for path in found if path not in theirs or path in named]


def _changed_before_stop(
    repo: Repository,
    store: Store,
    state: State,
    capture: Capture | TaskCapture,
    changes: Mapping[str, FileChange],
    locked: bool,
) -> list[str]:
    """The changes of a turn that ended, but could not be saved: what was written later is not the agent's."""
    from entire.strategy.turn.settle import claimed_by_others, written_in_turn

    named, ran_commands = written_in_turn(repo, store, state, locked=locked)
    if not ran_commands:
        return [path for path in named if path in changes]
    later = captures.written_since(repo, state.stopped_at, list(changes))
    others = claimed_by_others(repo, store, state, locked=locked)
    unnamed = set(captures.changed_since(repo, capture, list(changes), named)).difference(others, later)
    return [path for path in changes if path in named or path in unnamed]
