"""A tree: the entries of a folder.

A folder can have 100,000 of them, of which a hook needs three: so they are kept as git stores them, and each
is parsed when it is asked for.
"""

from __future__ import annotations

import os
from _collections_abc import Mapping  # `collections.abc` would load `collections`, too

from entire.core.value import Value
from entire.git.errors import GitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TREE_MODE = "40000"
SUBMODULE_MODE = "160000"
SYMLINK_MODE = "120000"
FILE_MODE = "100644"
EXECUTABLE_MODE = "100755"

_SHORT_MODE, _LONG_MODE = len(TREE_MODE), len(FILE_MODE)
_FOLDERS = (b"40000 ", b"040000 ")  # some programs write a zero in front
_MANY = 1000  # entries that are not all looked at to insert a few
_FEW = 16  # names that are searched for; with more, it pays to look at every entry


class Entry(Value):
    """An entry of a tree."""

    mode: str
    oid: str

    @property
    def is_tree(self) -> bool:
        return self.mode == TREE_MODE


if TYPE_CHECKING:
    _Entries = Mapping[str, Entry]
else:
    _Entries = Mapping


class Tree(_Entries):
    """The entries by name, as `os.fsdecode` returns it.

    A line is an entry as git stores it: mode, space, name, NUL, and the bytes of the id.
    """

    def __init__(self, lines: list[bytes], data: bytes, width: int) -> None:
        self._lines = lines  # in git's order
        self._data = data  # the same in one piece
        self._width = width  # of an id, in bytes
        self._asked = 0
        self._set: frozenset[bytes] = frozenset()
        self._by_name: dict[bytes, bytes] = {}

    @classmethod
    def parse(cls, data: bytes, width: int) -> Tree:
        """Parse what git stores. Raises ValueError if it is damaged."""
        lines = []
        position = 0
        while position < len(data):
            space = data.index(b" ", position)
            if not _SHORT_MODE <= space - position <= _LONG_MODE:
                raise ValueError("a mode is not valid")
            after = data.index(b"\0", space) + 1 + width
            lines.append(data[position:after])
            position = after
        if position != len(data):
            raise ValueError("an id is cut off")
        return cls(lines, data, width)

    def format(self) -> bytes:
        """Return what git stores."""
        return self._data

    def __getitem__(self, name: str) -> Entry:
        line = self._find(name)
        if line is None:
            raise KeyError(name)
        return _entry(line)

    def _find(self, name: str) -> bytes | None:
        """Return the line with a name. An id can contain anything, also what looks like a line."""
        try:
            middle = b" %b\0" % os.fsencode(name)
        except UnicodeEncodeError:  # no file has such a name
            return None
        self._asked += 1
        if self._asked > _FEW:
            if not self._by_name:
                self._by_name = {_name(line): line for line in self._lines}
            return self._by_name.get(middle[1:-1])
        at = self._data.find(middle)
        while at >= 0:
            for begin in (at - _LONG_MODE, at - _SHORT_MODE):
                line = self._data[max(begin, 0) : at + len(middle) + self._width]
                if line in self._known():
                    return line
            at = self._data.find(middle, at + 1)
        return None

    def _known(self) -> frozenset[bytes]:
        if not self._set:
            self._set = frozenset(self._lines)
        return self._set

    def __iter__(self) -> Iterator[str]:
        return (os.fsdecode(_name(line)) for line in self._lines)

    def items(self) -> list[tuple[str, Entry]]:  # type: ignore[override]  # not a view
        return [(os.fsdecode(_name(line)), _entry(line)) for line in self._lines]

    def values(self) -> list[Entry]:  # type: ignore[override]
        return [_entry(line) for line in self._lines]

    def __len__(self) -> int:
        return len(self._lines)

    def __eq__(self, other: object) -> bool:
        return self._data == other._data if isinstance(other, Tree) else super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]

    def differing(self, other: Tree) -> list[str]:
        """Return the names of entries that another tree lacks, or has otherwise, and of those only it has."""
        ours, theirs = self._known(), other._known()
        lines = [line for line in self._lines if line not in theirs]
        lines += [line for line in other._lines if line not in ours]
        return [os.fsdecode(name) for name in dict.fromkeys(map(_name, lines))]

    def edited(self, changes: Mapping[str, Entry | None]) -> Tree:
        """Return a tree in which these entries are set; None removes one."""
        gone = set(map(self._find, changes))
        lines = [line for line in self._lines if line not in gone]
        new = [_line(name, entry) for name, entry in changes.items() if entry is not None]
        if len(new) > _FEW or len(lines) < _MANY:
            lines = sorted((*lines, *new), key=_place)
        else:
            from bisect import insort

            for line in new:
                insort(lines, line, key=_place)
        width = len(new[0]) - new[0].index(b"\0") - 1 if new else self._width
        return Tree(lines, b"".join(lines), width)


EMPTY = Tree([], b"", 0)


def _line(name: str, entry: Entry) -> bytes:
    return b"%b %b\0%b" % (entry.mode.encode(), os.fsencode(name), bytes.fromhex(entry.oid))


def _name(line: bytes) -> bytes:
    return line[line.index(b" ") + 1 : line.index(b"\0")]


def _entry(line: bytes) -> Entry:
    mode, _, rest = line.partition(b" ")
    if not mode.isdigit():
        raise GitError("cat-file", 0, "a tree is damaged")
    return Entry(mode.decode().lstrip("0"), rest[rest.index(b"\0") + 1 :].hex())


def _place(line: bytes) -> bytes:
    """Return what git sorts by: as if the names of folders ended with a slash."""
    return _name(line) + (b"/" if line.startswith(_FOLDERS) else b"")
