"""Change some paths of a tree, reading and writing only the folders that contain them."""

from __future__ import annotations

import os

from entire.core.errors import EntireError
from entire.core.pattern import HEX, made_of
from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.objects.read import EXECUTABLE_MODE, FILE_MODE, SUBMODULE_MODE, SYMLINK_MODE, TREE_MODE, Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Read = Callable[[str], dict[str, Entry]]
    Write = Callable[[dict[str, Entry], dict[str, Entry]], str]  # a folder's new and old entries


_MODES = (FILE_MODE, EXECUTABLE_MODE, SYMLINK_MODE, SUBMODULE_MODE, TREE_MODE)


class Change(Value):
    """A path of a tree: a blob with its mode, or None to remove it."""

    path: str
    mode: str = ""
    oid: str | None = None


class _Folder:
    """A folder that is being changed: its entries, and its subfolders that are being changed."""

    def __init__(self, before: dict[str, Entry], oid: str = "") -> None:
        self.before = before
        self.oid = oid
        self.entries = dict(before)
        self.open: dict[str, _Folder] = {}


def edit(tree: str | None, changes: Iterable[Change], read: Read, write: Write) -> str:
    """Apply changes to a tree (None: an empty one) in order; return the new tree's id.

    A file that blocks a path is replaced by a folder, and vice versa. Empty folders are removed.
    """
    root = _Folder(read(tree), tree) if tree is not None else _Folder({})
    for change in changes:
        _apply(root, change, read)
    return _close(root, write) or write({}, {})


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
    if change.oid is None:
        folder.entries.pop(name, None)
    else:
        folder.entries[name] = _entry(change.mode.lstrip("0"), change.oid)


def _entry(mode: str, oid: str) -> Entry:
    if mode not in _MODES or not made_of(oid, HEX, 40, 64):
        raise GitError("mktree", 0, f"invalid tree entry: {mode} {oid[:80]!r}")
    return Entry(mode, oid)


def _enter(folder: _Folder, name: str, read: Read, *, make: bool) -> _Folder | None:
    """Return the subfolder of that name for changing; None if it is missing and ``make`` is False."""
    if name in folder.open:
        return folder.open[name]
    there = folder.entries.get(name)
    if there is not None and there.is_tree:
        inner = _Folder(read(there.oid), there.oid)
    elif make:
        inner = _Folder({})
    else:
        return None
    folder.open[name] = inner
    return inner


def _close(folder: _Folder, write: Write) -> str:
    """Write a folder's tree and return its id; empty if the folder is empty."""
    entries = folder.entries
    for name, inner in folder.open.items():
        oid = _close(inner, write)
        if oid:
            entries[name] = Entry(TREE_MODE, oid)
        else:
            entries.pop(name, None)
    if folder.oid and entries == folder.before:
        return folder.oid
    return write(entries, folder.before) if entries else ""


def format_tree(entries: dict[str, Entry]) -> bytes:
    """Format entries as git stores them: sorted as if the names of folders ended with a slash."""
    named = [(os.fsencode(name), entry) for name, entry in entries.items()]
    named.sort(key=lambda item: item[0] + b"/" if item[1].is_tree else item[0])
    lines = ((entry.mode.encode(), name, bytes.fromhex(entry.oid)) for name, entry in named)
    return b"".join(b"%b %b\0%b" % line for line in lines)
