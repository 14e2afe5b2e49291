"""Writing blobs, trees and commits through one `git fast-import`.

Nothing but objects is written: refs are moved afterwards, by `refs.update`, when all is there (I2, I3).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import TracebackType

from entire.core import files
from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.process import Running
from entire.git.repository import Repository

# A scratch name within the stream; it is reset before the end, so that no such ref ever exists.
_SCRATCH = "refs/entire/import"


class Change(Value):
    """One path of a new tree: a blob with its mode, or None to remove what is there."""

    path: str
    mode: str = ""
    oid: str | None = None


class Importer:
    """An open stream of objects to write."""

    def __init__(self, repo: Repository) -> None:
        self._repo = repo
        self._process: Running | None = None
        self._marks = 0
        self._commits: dict[str, str] = {}  # commits of this stream, which git finds by mark only

    def __enter__(self) -> Importer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the stream: only then are the objects where other processes see them."""
        if self._process is None:
            return
        if error is None:
            self._send(b"done\n")
        # Without "done" git takes the stream as broken.
        code, detail = self._end()
        if error is None and code != 0:
            raise GitError("fast-import", code, detail)

    def blob(self, data: bytes) -> str:
        """Write a blob and return its id."""
        self._marks += 1
        self._send(b"blob\nmark :%d\ndata %d\n%b\n" % (self._marks, len(data), data))
        return self._ask(b"get-mark :%d\n" % self._marks).decode()

    def commit(
        self,
        changes: list[Change],
        message: str,
        identity: str,
        *,
        parents: tuple[str, ...] = (),
        tree: str | None = None,
        notes: Mapping[str, str] = {},
        author: str = "",
    ) -> tuple[str, str]:
        """Write a commit and return its id and its tree's.

        The tree is the first parent's (or ``tree``, or the empty one) with ``changes`` applied.
        ``identity`` is the committer, and the author if no other is told: ``Name <email> seconds offset``.
        ``notes`` are for a notes ref: blobs by the commits that they speak of.
        """
        self._marks += 1
        text = message.encode("utf-8", "surrogateescape")
        author = author or identity
        head = f"commit {_SCRATCH}\nmark :{self._marks}\nauthor {author}\ncommitter {identity}\n"
        self._send(b"reset %b\n\n" % _SCRATCH.encode())
        self._send(head.encode("utf-8", "surrogateescape") + b"data %d\n%b\n" % (len(text), text))
        for index, parent in enumerate(parents):
            self._send(f"{'merge' if index else 'from'} {self._commits.get(parent, parent)}\n".encode())
        if tree is not None:
            self._send(f'M 040000 {tree} ""\n'.encode())
        for change in changes:
            self._send(_line(change))
        for commit, note in notes.items():
            self._send(f"N {note} {commit}\n".encode())
        self._send(b"\n")
        oid = self._ask(b"get-mark :%d\n" % self._marks).decode()
        self._commits[oid] = f":{self._marks}"
        listing = self._ask(b'ls :%d ""\n' % self._marks).split()
        self._send(b"reset %b\n\n" % _SCRATCH.encode())
        return oid, listing[2].decode()

    def _send(self, data: bytes) -> None:
        if self._process is None:
            self._process = self._repo.start("fast-import", "--quiet", "--done")
        try:
            self._process.stdin.write(data)
        except BrokenPipeError:
            self._fail()

    def _ask(self, data: bytes) -> bytes:
        self._send(data)
        assert self._process is not None
        try:
            self._process.stdin.flush()
        except BrokenPipeError:
            self._fail()
        answer = self._process.stdout.readline()
        if not answer.endswith(b"\n"):
            self._fail()
        return answer.rstrip(b"\n")

    def _fail(self) -> None:
        raise GitError("fast-import", *self._end())

    def _end(self) -> tuple[int, str]:
        """Wait for git; a report of a crash that it leaves in the git directory is of use to nobody."""
        assert self._process is not None
        report = os.path.join(self._repo.git_dir, f"fast_import_crash_{self._process.pid}")
        code, detail = self._process.finish()
        self._process = None
        if code != 0:
            files.remove(report)
        return code, detail


def _line(change: Change) -> bytes:
    path = quote(change.path)
    if change.oid is None:
        return b"D %b\n" % path
    mode = "040000" if change.mode == "40000" else change.mode
    return f"M {mode} {change.oid} ".encode() + path + b"\n"


def quote(path: str) -> bytes:
    """A path as fast-import and `--stdin-paths` read it: quoted the C way where it must be."""
    raw = os.fsencode(path)
    if not raw.startswith((b'"', b" ")) and b"\n" not in raw and not raw.endswith((b" ", b"\r")):
        return raw
    escaped = raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"%b"' % escaped
