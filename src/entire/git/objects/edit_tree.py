"""Change some paths of a tree, reading and writing only the folders that contain them."""

from __future__ import annotations

from entire.core.errors import EntireError
from entire.core.pattern import HEX, made_of
from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.objects.tree import (
    EMPTY,
    EXECUTABLE_MODE,
    FILE_MODE,
    SUBMODULE_MODE,
    SYMLINK_MODE,
    TREE_MODE,
    Entry,
    Tree,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Read = Callable[[str], Tree]
    Write = Callable[[Tree, list[Entry]], str]  # a folder, and those of its entries that are new


_MODES = (FILE_MODE, EXECUTABLE_MODE, SYMLINK_MODE, SUBMODULE_MODE, TREE_MODE)


class Change(Value):
    """A path of a tree: a blob with its mode, or None to remove it."""

    path: str
    mode: str = ""
    oid: str | None = None


class _Folder:
    """A folder that is being changed: its entries, and its subfolders that are being changed."""

    def __init__(self, before: Tree = EMPTY, oid: str = "") -> None:
        self.before = before
        self.oid = oid
        self.changed: dict[str, Entry | None] = {}  # None: removed
        self.open: dict[str, _Folder] = {}

    def get(self, name: str) -> Entry | None:
        return self.changed[name] if name in self.changed else self.before.get(name)


def edit(tree: str | None, changes: Iterable[Change], read: Read, write: Write) -> str:
    """Apply changes to a tree (None: an empty one) in order; return the new tree's id.

    A file that blocks a path is replaced by a folder, and vice versa. Empty folders are removed.
    """
    root = _Folder(read(tree), tree) if tree is not None else _Folder()
    for change in changes:
        _apply(root, change, read)
    return _close(root, write) or write(EMPTY, [])


def _apply(folder: _Folder, change: Change, read: Read) -> None:
    *folders, name = parts = change.path.split("/")
    if "" in parts or "\0" in change.path:
        raise EntireError(f"invalid path in a tree: {change.path[:100]!r}")
    for part in folders:
        inner = _enter(folder, part, read, make=change.oid is not None)
        if inner is None:
            return
        folder = inner
    folder.open.pop(name, None)
    folder.changed[name] = None if change.oid is None else _entry(change.mode.lstrip("0"), change.oid)


def _entry(mode: str, oid: str) -> Entry:
    if mode not in _MODES or not made_of(oid, HEX, 40, 64):
        raise GitError("mktree", 0, f"invalid tree entry: {mode} {oid[:80]!r}")
    return Entry(mode, oid)


def _enter(folder: _Folder, name: str, read: Read, *, make: bool) -> _Folder | None:
    """Return the subfolder of that name for changing; None if it is missing and ``make`` is False."""
    if name in folder.open:
        return folder.open[name]
    there = folder.get(name)
    if there is not None and there.is_tree:
        inner = _Folder(read(there.oid), there.oid)
    elif make:
        inner = _Folder()
    else:
        return None
    folder.open[name] = inner
    return inner


def _close(folder: _Folder, write: Write) -> str:
    """Write a folder's tree and return its id; empty if the folder is empty."""
    for name, inner in folder.open.items():
        oid = _close(inner, write)
        folder.changed[name] = Entry(TREE_MODE, oid) if oid else None
    before = folder.before
    changed = {name: entry for name, entry in folder.changed.items() if before.get(name) != entry}
    if folder.oid and not changed:
        return folder.oid
    after = before.edited(changed)
    return write(after, [entry for entry in changed.values() if entry is not None]) if after else ""
