"""Read refs and loose objects from their files: a twentieth of the time of asking git.

What the last hooks and commits wrote is loose, and hooks read little else. Anything that is not as simple as
that is left to git: packed objects, refs in a reftable or with a symbolic value, replaced objects, damage.
"""

from __future__ import annotations

import os
import zlib

from entire.core import files
from entire.core.pattern import ALPHANUMERIC, HEX, made_of
from entire.git.objects.loose import objects_dir
from entire.git.repository import Repository

_LARGEST = 64 << 20  # bytes of an object
_BEGINNING = 16 << 10  # bytes that are unpacked before the size is known: all of most objects
_LONGEST_SIZE = 12  # digits
_MOST_MISSES = 8  # then most objects are packed, and looking for them takes time, too
_MOST_PACKED = 1 << 20  # bytes of packed refs that are searched here
_SYMBOLIC = "ref: "
_BRANCHES = "refs/heads/"
_SHARED = (_BRANCHES, "refs/remotes/", "refs/notes/", "refs/entire/")  # by all worktrees
_IN_NAMES = ALPHANUMERIC + "/._-"  # of refs; anything else may mean more to git
_HEAD = "HEAD"
_WIDTHS = {"sha1": 40, "sha256": 64}


class Direct:
    def __init__(self, repo: Repository) -> None:
        self._repo = repo
        self._width = _WIDTHS[repo.object_format]
        self._objects = objects_dir(repo)
        self._possible: bool | None = None
        self._misses = 0  # more than hits

    def find(self, name: str) -> str | None:
        """Resolve a name to an object id: empty if it does not exist, None if it takes git to know."""
        if self._is_id(name):
            return name
        simple = name == _HEAD or (
            name.startswith(_SHARED) and not name.strip(_IN_NAMES) and ".." not in name
        )
        return self._resolve(name) if simple and self._is_possible() else None

    def has_head(self) -> bool:
        """Whether the commit at HEAD is loose: then what hooks read usually is, too."""
        oid = self.find(_HEAD)
        return bool(oid) and os.path.exists(self._path(oid or ""))

    def _resolve(self, name: str) -> str | None:
        folder = self._repo.git_dir if name == _HEAD else self._repo.common_dir
        try:
            data = files.read(os.path.join(folder, name), 4096)
        except OSError:
            return None
        if data is None:
            return self._packed(name) if name != _HEAD else None
        value = os.fsdecode(data).strip()
        if value.startswith(_SYMBOLIC + _BRANCHES) and name == _HEAD:
            return self.find(value.removeprefix(_SYMBOLIC))
        is_value = self._is_id(value) and value.strip("0")  # an empty file is left by a crash of the machine
        return value if is_value else None

    def _packed(self, name: str) -> str | None:
        """Look among the packed refs; the file is read again each time, as another process may pack a ref."""
        packed = self._packed_refs()
        if packed is None:
            return None
        at = packed.find(b" %b\n" % os.fsencode(name))
        if at < 0:
            return ""
        value = packed[max(0, at - self._width) : at].decode("ascii", "replace")
        return value if self._is_id(value) else None

    def _packed_refs(self) -> bytes | None:
        try:
            return files.read(os.path.join(self._repo.common_dir, "packed-refs"), _MOST_PACKED) or b""
        except OSError:
            return None

    def read(self, oid: str, limit: int) -> tuple[str, bytes] | None:
        """Return kind and content of a loose object; None if git must be asked."""
        if self._misses > _MOST_MISSES or not self._is_possible():
            return None
        self._misses += 1
        limit = min(limit, _LARGEST)  # callers may set none
        try:
            data = files.read(self._path(oid), limit)
            found = _unpacked(data, limit) if data else None
        except (OSError, zlib.error):
            return None
        if found is None:
            return None
        self._misses -= 2
        return found

    def _path(self, oid: str) -> str:
        return f"{self._objects}/{oid[:2]}/{oid[2:]}"

    def _is_id(self, name: str) -> bool:
        return made_of(name, HEX, self._width, self._width)

    def _is_possible(self) -> bool:
        """Whether refs are files, and no object stands for another. Looked up once."""
        if self._possible is None:
            common = self._repo.common_dir
            special = any(os.path.exists(os.path.join(common, name)) for name in ("reftable", "refs/replace"))
            packed = None if special else self._packed_refs()
            self._possible = packed is not None and b" refs/replace/" not in packed
        return self._possible


def _unpacked(data: bytes, limit: int) -> tuple[str, bytes] | None:
    """Kind and content; None if it is damaged or too large, which its beginning says."""
    inflater = zlib.decompressobj()
    head, _, content = inflater.decompress(data, _BEGINNING).partition(b"\0")
    kind, _, size = head.partition(b" ")
    if len(size) > _LONGEST_SIZE or not size.isdigit() or int(size) > limit:
        return None
    if inflater.unconsumed_tail:
        content += inflater.decompress(inflater.unconsumed_tail, int(size) - len(content) + 64)
    if not inflater.eof or size != b"%d" % len(content):
        return None
    return kind.decode("ascii", "replace"), content
