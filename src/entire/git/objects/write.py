"""Write blobs, trees and commits.

Only objects are written: `refs.update` moves refs afterwards, when everything is there (I2, I3). A dozen
objects become loose ones, without a git process; many become a pack.
"""

from __future__ import annotations

from entire.core.errors import EntireError
from entire.git.errors import GitError
from entire.git.objects import loose
from entire.git.objects.edit_tree import Change, edit
from entire.git.objects.read import Commit, Objects, empty_tree, is_promised
from entire.git.objects.tree import SUBMODULE_MODE, Entry, Tree
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from entire.git.objects.pack import Pack
    from entire.git.process import PendingGit

_FEW = 100  # objects that may become loose ones: git's own limit for unpacking what it received

_IDENTITY_END = "> "


class Writer:
    """Objects that are written together. Ids are known at once; all objects exist at the end."""

    def __init__(self, repo: Repository, objects: Objects | None = None) -> None:
        self._repo = repo
        self._objects = objects or Objects(repo)
        self._own = objects is None
        self._folder = loose.objects_dir(repo)
        self._written: set[str] = set()
        self._given: set[str] = set()  # existing objects that a new tree refers to
        self._looked_for: set[str] = set()  # of these, those that are being checked
        self._trees: dict[str, Tree] = {}  # written here
        self._commits: dict[str, str] = {}  # written here, with their trees
        self._looking: list[PendingGit] = []
        self._single = 0
        self._pack: Pack | None = None

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._own:
            self._objects.close()
        try:
            if error is None and self._pack is not None:
                self._pack.finish()
            if error is None:
                self._check_given()
        finally:
            if self._pack is not None:
                self._pack.close()

    def blob(self, data: bytes) -> str:
        """Write a blob and return its id."""
        return self._add("blob", data)

    def look_for(self, oids: Iterable[str]) -> None:
        """Start to check that existing objects are there, before a tree refers to them."""
        self._given.update(oids)
        self._look_for_given()

    def tree(self, tree: str | None, changes: Iterable[Change]) -> str:
        """Write a tree (None: the empty one) with ``changes`` applied, and return its id."""
        new = edit(tree, changes, self._read_tree, self._write_tree)
        self._look_for_given()
        return new

    def commit(
        self,
        changes: Iterable[Change],
        message: str,
        identity: str,
        *,
        parents: tuple[str, ...] = (),
        tree: str | None = None,
        author: str = "",
    ) -> tuple[str, str]:
        """Write a commit and return its id and its tree's.

        The tree is the first parent's (or ``tree``, or the empty one) with ``changes`` applied.
        ``identity`` is the committer, and the author unless given: ``Name <email> seconds offset``.
        """
        if tree is None and parents:
            tree = self._tree_of(parents[0])
        tree = self.tree(tree, changes)
        if any(_IDENTITY_END not in name or "\n" in name for name in (identity, author or identity)):
            raise EntireError(f"invalid identity: {identity[:100]!r}")
        head = [f"tree {tree}", *(f"parent {parent}" for parent in parents)]
        head += [f"author {author or identity}", f"committer {identity}"]
        text = "\n".join([*head, "", message]).encode("utf-8", "surrogateescape")
        oid = self._add("commit", text)
        self._commits[oid] = tree
        return oid, tree

    def _tree_of(self, commit: str) -> str:
        if commit in self._commits:
            return self._commits[commit]
        found: Commit | None = self._objects.commit(commit)
        if found is None:
            raise GitError("cat-file", 0, f"no such commit: {commit}")
        return found.tree

    def _read_tree(self, oid: str) -> Tree:
        """Read a tree. One that cannot be read must not count as empty: its files would be lost."""
        found = self._trees.get(oid) or self._objects.tree(oid)
        if not found and oid != empty_tree(oid):
            raise GitError("cat-file", 0, f"no such tree: {oid}")
        return found

    def _write_tree(self, tree: Tree, new: list[Entry]) -> str:
        self._given |= {entry.oid for entry in new if entry.mode != SUBMODULE_MODE} - self._written
        oid = self._add("tree", tree.format())
        self._trees[oid] = tree
        return oid

    def _look_for_given(self) -> None:
        """Start to check that the existing objects are there; `__exit__` waits for the result."""
        new = self._given - self._looked_for
        doubtful = sorted(oid for oid in new if not loose.freshen(self._folder, oid))
        self._looked_for |= new
        self._given.clear()
        if doubtful:
            request = "".join(f"{oid}\n" for oid in doubtful).encode()
            self._looking.append(self._repo.run_pending("cat-file", "--batch-check=", data=request))

    def _check_given(self) -> None:
        """Fail if an existing object was pruned meanwhile: the new tree would be broken."""
        for looking in self._looking:
            try:
                answers = looking.out().decode().splitlines()
            except GitError as error:
                if not is_promised(error):
                    raise
                continue  # missing in a partial clone, but the remote has it
            missing = [answer.split()[0] for answer in answers if answer]
            if missing:
                raise GitError("cat-file", 0, f"missing objects: {', '.join(missing)}")

    def _add(self, kind: str, data: bytes) -> str:
        oid = loose.object_id(self._repo, kind, data)
        self._written.add(oid)
        if self._single < _FEW:
            self._single += loose.write(self._folder, oid, kind, data)
            return oid
        if self._pack is None:
            from entire.git.objects.pack import Pack

            self._pack = Pack(self._repo, self._folder)
        self._pack.add(oid, kind, data)
        return oid
