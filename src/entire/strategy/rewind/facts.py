"""Gather the facts of every file that a rewind may change. The caller holds the lock."""

from __future__ import annotations

import os

from entire.agent import registry
from entire.checkpoint import trailers
from entire.core.paths import is_infrastructure
from entire.git import diff
from entire.git.objects.read import Commit, Objects
from entire.git.objects.tree import SUBMODULE_MODE, Entry
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree import content, status
from entire.git.worktree.ignored import ignored
from entire.git.worktree.reset import unmerged
from entire.git.worktree.status import Status
from entire.git.worktree.work_files import is_safe
from entire.session import capture as captures
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.rewind.files import blockers
from entire.strategy.rewind.plan import FileFact, Plan, decide
from entire.strategy.rewind.since import Since, since
from entire.strategy.rewind.trees import Trees, trees_of
from entire.strategy.turn.conversation import Conversation
from entire.strategy.turn.save import touched_files, turn_facts
from entire.strategy.turn.settle import claimed_by_others

UNSAFE = "unsafe path"
UNREADABLE = "cannot be read"
NOT_STORED = "not in this step: it could not be stored"
TOO_LARGE = "too large to store"
LOST = "its content is missing in git"
CONFLICT = "has conflicts"
_UNKNOWN = Entry("", "")  # exists, but was not read: equal to nothing
_LARGE = Entry("", TOO_LARGE)  # the same


def plan(repo: Repository, objects: Objects, store: Store, state: State, step: Commit) -> Plan:
    """Plan a rewind of the session to one of its steps."""
    now = status.read(repo)
    trees = trees_of(repo, objects, state, step)
    paths = _candidates(repo, trees, now)
    history = since(repo, objects, state, step)
    touched = {*state.files_touched, *touched_now(repo, store, state, now)}
    others = _others(repo, store, state)
    present = _present(repo, trees, now, paths, touched)
    before = {path for path in state.untracked_files_at_start if trees.in_head(path) is None}
    doubtful = [p for p in paths if p in touched and p in present and trees.in_head(p) is None]
    hidden, conflicts = ignored(repo, doubtful), unmerged(repo)
    targets = _targets(trees, history, present, paths, touched)
    problems, known = _unknown(objects, targets, step), touched | {*filter(trees.in_head, paths)}
    large = {path for path in known if present.get(path) == _LARGE}
    facts = [
        FileFact(
            path,
            _comparable(repo, targets[path], present.get(path)),
            present.get(path),
            trees.in_head(path),
            trees.in_last(path),
            path in touched,
            others.get(path, ""),
            path in before,
            path in hidden,
            (TOO_LARGE if path in large else problems.get(path, ""))
            or _problem(path, present.get(path), path in known, path in conflicts),
        )
        for path in paths
    ]
    restored = [fact.path for fact in facts if fact.target is not None and not fact.problem]
    return decide(facts, {path: found for path in restored if (found := blockers(repo, path))})


def _candidates(repo: Repository, trees: Trees, now: Status) -> list[str]:
    """Files that differ between HEAD and the step, or HEAD and the work tree. No other file can change."""
    found = {change.path for change in diff.tree_changes(repo, trees.head.oid, trees.step.oid)}
    found |= {entry.path for entry in now.changed}
    protected = _protected_dirs()
    return sorted(
        path
        for path in found
        if not is_infrastructure(path)
        and not f"{path}/".startswith(protected)
        and not path.endswith("/")  # a nested repository
        and not _is_submodule(trees, path)
    )


def _protected_dirs() -> tuple[str, ...]:
    """Agents' own folders, as what the paths of their files begin with."""
    return tuple(f"{folder}/" for agent in registry.every() for folder in agent.PROTECTED_DIRS)


def _is_submodule(trees: Trees, path: str) -> bool:
    sides = (trees.target(path), trees.in_head(path))
    return any(entry is not None and entry.mode == SUBMODULE_MODE for entry in sides)


def touched_now(repo: Repository, store: Store, state: State, now: Status) -> list[str]:
    """Files that the session changed in an open turn or in the background: no step has them yet."""
    if not state.is_active and not captures.open_tasks(repo, state.session_id):
        return []
    conversation = Conversation(repo, store, state)
    conversation.read()
    capture = captures.load(repo, state.session_id)
    return touched_files(turn_facts(repo, capture, now, conversation, claimed_by_others(repo, store, state)))


def _others(repo: Repository, store: Store, state: State) -> dict[str, str]:
    """Files of this worktree's other sessions: path → session id."""
    states = [other for other in store.in_worktree(repo.worktree_id) if other.session_id != state.session_id]
    found = {path: other.session_id for other in states for path in other.files_touched}
    if any(other.is_active for other in states):
        active = next(other.session_id for other in states if other.is_active)
        found = dict.fromkeys(claimed_by_others(repo, store, state), active) | found
    return found


def _present(
    repo: Repository, trees: Trees, now: Status, paths: list[str], touched: set[str]
) -> dict[str, Entry]:
    """The files of the work tree, as git would store them.

    Unchanged files are taken from HEAD. Large files are not read: no snapshot keeps a copy of them.
    """
    differs = {entry.path for entry in now.changed}
    present: dict[str, Entry] = {}
    wanted: list[str] = []
    for path in paths:
        in_head = trees.in_head(path)
        if path not in differs and in_head is not None:
            present[path] = in_head
        elif content.is_large(repo, path, "named_file" if in_head or path in touched else "file"):
            present[path] = _LARGE
        elif is_safe(path):
            wanted.append(path)
    modes = {entry.path: entry.mode for entry in now.changed if entry.mode}
    with Writer(repo) as writer:
        changes = {change.path: change for change in content.snapshot(repo, writer, wanted, modes)}
    for path in wanted:
        change = changes.get(path)
        if change is not None and change.oid is not None:
            present[path] = Entry(change.mode, change.oid)
        elif change is None and not os.path.isdir(repo.path(path)):
            present[path] = _UNKNOWN  # no permission, or not a file that git can store
    return present


def _comparable(repo: Repository, target: Entry | None, present: Entry | None) -> Entry | None:
    """The target, with the present file's executable bit if the repository ignores it (core.fileMode)."""
    if target is None or present is None or repo.file_mode or target.oid != present.oid:
        return target
    return present if target.mode[:3] == present.mode[:3] else target


def _targets(
    trees: Trees, history: Since, present: dict[str, Entry], paths: list[str], touched: set[str]
) -> dict[str, Entry | None]:
    """The files as the point has them. Those made since then: as they were before the session changed them.

    One of these that leaves no room for a file of the point stays as it is.
    """
    targets = {path: trees.target(path) for path in paths}
    there = [path for path, entry in targets.items() if entry is not None]
    for path in paths:
        if targets[path] is None and path in touched and trees.in_head(path) is None:
            entry = history.before_own_change(path)
            clash = any(path.startswith(f"{one}/") or one.startswith(f"{path}/") for one in there)
            targets[path] = present.get(path) if entry is not None and clash else entry
    return targets


def _unknown(objects: Objects, targets: dict[str, Entry | None], step: Commit) -> dict[str, str]:
    """Why the content of some files in a step is unknown: a rewind must not replace what is there."""
    wanted = {path: entry for path, entry in targets.items() if entry is not None}
    there = objects.sizes(entry.oid for entry in wanted.values())
    lost = [path for path, entry in wanted.items() if entry.oid not in there]
    return dict.fromkeys(lost, LOST) | dict.fromkeys(trailers.lacks(step.message), NOT_STORED)


def _problem(path: str, present: Entry | None, known: bool, conflict: bool) -> str:
    if not is_safe(path):
        return UNSAFE
    if conflict:
        return CONFLICT
    return UNREADABLE if present == _UNKNOWN and known else ""
