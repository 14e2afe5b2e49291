"""A tree with some paths changed: only the folders on the way are read and written."""

from __future__ import annotations

import os

from entire.core.errors import EntireError
from entire.core.letters import HEX, made_of
from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.objects.read import EXECUTABLE_MODE, FILE_MODE, SUBMODULE_MODE, SYMLINK_MODE, TREE_MODE, Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Read = Callable[[str], dict[str, Entry]]
    Write = Callable[[dict[str, Entry], dict[str, Entry]], str]  # what is in a folder, and was


_MODES = (FILE_MODE, EXECUTABLE_MODE, SYMLINK_MODE, SUBMODULE_MODE, TREE_MODE)


class Change(Value):
    """One path of a new tree: a blob with its mode, or None to remove what is there."""

    path: str
    mode: str = ""
    oid: str | None = None


class _Folder:
    """A folder that is being changed: its entries, and folders in it that are."""

    def __init__(self, before: dict[str, Entry], oid: str = "") -> None:
        self.before = before
        self.oid = oid
        self.entries = dict(before)
        self.open: dict[str, _Folder] = {}


def edit(tree: str | None, changes: Iterable[Change], read: Read, write: Write) -> str:
    """The tree (None: the empty one) with the changes made, one after the other.

    What stands in the way of a path gives way to it, and folders that are empty then are not kept.
    """
    root = _Folder(read(tree), tree) if tree is not None else _Folder({})
    for change in changes:
        _apply(root, change, read)
    return _close(root, write) or write({}, {})


def _apply(folder: _Folder, change: Change, read: Read) -> None:
    *folders, name = parts = change.path.split("/")
    if "" in parts or "\0" in change.path:
        raise EntireError(f"not a path that a tree can hold: {change.path[:100]!r}")
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
        raise GitError("mktree", 0, f"not an entry of a tree: {mode} {oid[:80]!r}")
    return Entry(mode, oid)


def _enter(folder: _Folder, name: str, read: Read, *, make: bool) -> _Folder | None:
    """The folder of that name, opened; None if there is none and none is to be made."""
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
    """The id of the folder's tree, empty if nothing is left in it."""
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
    """Entries as git stores them: in order, where folders count as if their names ended with a slash."""
    named = [(os.fsencode(name), entry) for name, entry in entries.items()]
    named.sort(key=lambda item: item[0] + b"/" if item[1].is_tree else item[0])
    lines = ((entry.mode.encode(), name, bytes.fromhex(entry.oid)) for name, entry in named)
    return b"".join(b"%b %b\0%b" % line for line in lines)
