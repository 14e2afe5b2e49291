"""The trees of a step, of HEAD and of the last step, in which a rewind looks up files."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.core.value import Value
from entire.git import diff
from entire.git.objects.read import Commit, Objects
from entire.git.objects.tree import Entry
from entire.git.repository import Repository
from entire.session.state import State
from entire.strategy.turn.shadow import tip_of


class Trees(Value):
    objects: Objects
    step: Commit
    head: Commit
    last: Commit | None  # the last step of the branch
    base: Commit | None  # the commit that the step was based on, if HEAD has moved since
    moved: frozenset[str]  # files that HEAD changed since

    def target(self, path: str) -> Entry | None:
        """The file as the step has it. A file that was the same as in HEAD then is taken from HEAD now."""
        entry = self._file(self.step, path)
        followed = path in self.moved and self.base is not None and entry == self._file(self.base, path)
        return self.in_head(path) if followed else entry

    def in_head(self, path: str) -> Entry | None:
        return self._file(self.head, path)

    def in_last(self, path: str) -> Entry | None:
        return self._file(self.last, path) if self.last is not None else None

    def _file(self, commit: Commit, path: str) -> Entry | None:
        entry = self.objects.entry(commit.tree, path)
        return None if entry is None or entry.is_tree else entry


def trees_of(repo: Repository, objects: Objects, state: State, step: Commit) -> Trees:
    head = objects.commit("HEAD")
    assert head is not None
    based_on = trailers.base_commit(step.message) or state.attribution_base_commit
    base = objects.commit(based_on) if based_on and based_on != head.oid else None
    moved = diff.tree_changes(repo, base.oid, head.oid) if base is not None else []
    paths = frozenset(change.path for change in moved)
    return Trees(objects, step, head, tip_of(objects, state), base, paths)


def changed_at(repo: Repository, objects: Objects, state: State, step: Commit) -> set[str]:
    """The session's files that differ between HEAD and the step, also those that the step lacks."""
    trees = trees_of(repo, objects, state, step)
    missing = trailers.lacks(step.message)
    files = state.files_touched
    return {path for path in files if path in missing or trees.target(path) != trees.in_head(path)}
