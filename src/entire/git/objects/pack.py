"""Write many objects into one pack, instead of flooding the repository with loose ones."""

from __future__ import annotations

import os
import sys
import zlib

from entire.core.hashing import hasher
from entire.git import process
from entire.git.errors import GitError
from entire.git.repository import Repository

_KINDS = {"commit": 1, "tree": 2, "blob": 3}
_HEAD = 12  # bytes
_BLOCK = 1 << 20


class Pack:
    """A pack that is being written; its objects become visible with `finish`."""

    def __init__(self, repo: Repository, folder: str) -> None:
        self._repo = repo
        self._names: set[str] = set()
        path = os.path.join(folder, f"tmp_pack_{os.urandom(6).hex()}")
        self._file = open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b")
        os.unlink(path)
        self._file.write(bytes(_HEAD))

    def add(self, oid: str, kind: str, data: bytes) -> None:
        if oid in self._names:
            return
        self._names.add(oid)
        self._file.write(_head(_KINDS[kind], len(data)) + zlib.compress(data))

    def finish(self) -> None:
        """Pass the pack to git, which checks it, names it and writes its index."""
        sys.audit("entire.write", "pack")
        self._file.seek(0)
        self._file.write(b"PACK" + (2).to_bytes(4, "big") + len(self._names).to_bytes(4, "big"))
        self._file.write(self._digest())
        self._file.flush()
        os.lseek(self._file.fileno(), 0, os.SEEK_SET)
        running = process.start(self._repo.arguments("index-pack", "--stdin"), os.dup(self._file.fileno()))
        running.stdout.read()
        code, detail = running.finish()
        if code != 0:
            raise GitError("index-pack", code, detail)

    def close(self) -> None:
        self._file.close()

    def _digest(self) -> bytes:
        """Return the checksum of the file, leaving its position at the end."""
        digest = hasher(self._repo.object_format, self._file.seek(0, os.SEEK_END))
        self._file.seek(0)
        while block := self._file.read(_BLOCK):
            digest.update(block)
        return digest.digest()


def _head(kind: int, size: int) -> bytes:
    """Encode an object's type and size: four bits of the size, then seven per byte, lowest first."""
    head = []
    byte, size = kind << 4 | size & 15, size >> 4
    while size:
        head.append(byte | 128)
        byte, size = size & 127, size >> 7
    return bytes([*head, byte])
