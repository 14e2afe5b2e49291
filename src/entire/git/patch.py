"""The lines that differ between trees: any number of pairs through one `git diff-tree --stdin -p -U0`.

Git first lists the changed files, with ids and NUL-terminated names. The patches that follow are matched to
them by the ids of their two blobs alone, so that no file name can make one patch look like another.
"""

from __future__ import annotations

from itertools import chain, islice

from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.objects.tree import SUBMODULE_MODE
from entire.git.process import PIPE_BYTES, Running
from entire.git.quoted import unquote
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator, Sequence
    from typing import IO

    _Contents = dict[tuple[bytes, bytes], tuple["Hunk", ...] | str]

# Why a file has no hunks.
BINARY = "binary"  # or too large to compare
LARGE = "large"
SUBMODULE = "submodule"

MAX_FILE_LINES = 100_000  # of one patch
MAX_LINES = 1_000_000  # of all patches together; the rest is left out
_MAX_FILE_BYTES = "8m"  # git treats larger files as binary
_MAX_ARGUMENTS = 500  # with more paths than this, we filter git's output ourselves

_COMMAND = (
    *("-c", f"core.bigFileThreshold={_MAX_FILE_BYTES}", "-c", "core.quotePath=false"),
    *("diff-tree", "--stdin", "-r", "--raw", "--no-abbrev", "--full-index", "-p", "-U0", "-M"),
    *("--inter-hunk-context=0", "--no-color", "--no-ext-diff", "--no-textconv", "--submodule=short"),
)
# What lines of a patch's header start with.
_PARTS = (
    *(
        b"old mode ",
        b"new mode ",
        b"deleted file ",
        b"new file ",
        b"similarity ",
        b"dissimilarity ",
        b"rename ",
    ),
    *(b"index ", b"--- ", b"+++ ", b"@@ ", b"Binary files "),
)
_END = b"end\n"  # git echoes a line that names no trees, so we know that it is done


class Hunk(Value):
    """Lines that replace others. Positions count from 0; lines have no line ending."""

    old_start: int
    removed: tuple[bytes, ...]
    new_start: int
    added: tuple[bytes, ...]


class FilePatch(Value):
    """A file that differs; a missing side has an all-zero id and the other side's name."""

    status: str  # A, M, D, R or T
    old_path: str
    new_path: str
    old_oid: str
    new_oid: str
    hunks: tuple[Hunk, ...] = ()
    left_out: str = ""  # why there are no hunks


def patches(
    repo: Repository,
    pairs: Sequence[tuple[str, str]],
    paths: Collection[str] | None = None,
    without: Sequence[str] = (),
) -> Iterator[list[FilePatch]]:
    """Yield what differs for each pair of trees, in order; only in these paths, if given, and their renames.

    ``without`` are folders to exclude, which helps when the paths are too many to pass to git.
    """
    if not pairs or (paths is not None and not paths):
        yield from ([] for _ in pairs)
        return
    running = repo.start(*_arguments(paths, without))
    complete = False
    try:
        complete = yield from _answers(running, pairs, paths)
    finally:
        code, complaint = running.finish()
    if not complete:
        raise GitError("diff-tree", code, complaint or "trees are missing")


def _arguments(paths: Collection[str] | None, without: Sequence[str]) -> list[str]:
    if paths is not None and len(paths) <= _MAX_ARGUMENTS:
        return ["--literal-pathspecs", *_COMMAND, "--", *paths]
    return [*_COMMAND, "--", ".", *(f":(exclude,literal){folder}" for folder in without)]


def _answers(
    running: Running, pairs: Sequence[tuple[str, str]], paths: Collection[str] | None
) -> Generator[list[FilePatch], None, bool]:
    """Yield the answers; return whether every pair got one."""
    lines = PatchLines(running.stdout)
    for window in _windows(pairs):
        try:
            running.stdin.write(b"".join(map(_line, window)) + _END)
            running.stdin.flush()
        except BrokenPipeError:
            return False
        for pair in window:
            if lines.take() != _line(pair):
                return False
            found = _read_pair(lines)
            yield [one for one in found if paths is None or one.new_path in paths or one.old_path in paths]
        if lines.take() != _END:
            return False
    return True


def _line(pair: tuple[str, str]) -> bytes:
    return f"{pair[0]} {pair[1]}\n".encode()


def _windows(pairs: Sequence[tuple[str, str]]) -> Iterator[Sequence[tuple[str, str]]]:
    """Split pairs into portions that fit into a pipe, so that git and we never wait for each other."""
    size = (PIPE_BYTES - len(_END)) // len(_line(pairs[0]))
    return (pairs[at : at + size] for at in range(0, len(pairs), size))


class PatchLines:
    """The lines of git's output, with one line of lookahead."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source = source
        self._next: bytes | None = None
        self.left = MAX_LINES

    def peek(self) -> bytes:
        if self._next is None:
            self._next = self._source.readline()
        return self._next

    def take(self) -> bytes:
        line, self._next = self.peek(), None
        return line

    def block(self, count: int, *, keep: bool) -> tuple[bytes, ...]:
        """Take ``count`` lines of a hunk, without sign and line ending; skip "No newline at end of file"."""
        if count == 0:
            return ()
        taken = chain((self.take(),), islice(self._source, count - 1))
        found = tuple(line[1:-1] for line in taken if keep)
        if self.peek().startswith(b"\\"):
            self.take()
        return found


def _read_pair(lines: PatchLines) -> list[FilePatch]:
    files = []
    while lines.peek().startswith(b":"):
        files.append(lines.take())
    if files and lines.peek() == b"\n":
        lines.take()
    contents: _Contents = {}
    while lines.peek().startswith(b"diff --git "):
        lines.take()
        ids, content = read_patch(lines)
        contents[ids] = content
    return [_file_patch(line, contents) for line in files]


def read_patch(lines: PatchLines) -> tuple[tuple[bytes, bytes], tuple[Hunk, ...] | str]:
    """Return the ids of the two blobs, and the hunks or the reason why there are none."""
    ids = (b"", b"")
    hunks: list[Hunk] = []
    why, size = "", 0
    while lines.peek().startswith(_PARTS):
        line = lines.take()
        if line.startswith(b"index "):
            old, _, new = line.split()[1].partition(b"..")
            ids = (old, new)
        elif line.startswith(b"Binary files "):
            why = BINARY
        elif line.startswith(b"@@ "):
            (old_start, removed), (new_start, added) = map(_span, line.split()[1:3])
            size += removed + added
            lines.left -= removed + added
            if size > MAX_FILE_LINES or lines.left < 0:
                why = LARGE
            gone, come = (lines.block(count, keep=not why) for count in (removed, added))
            hunks.append(Hunk(old_start, gone, new_start, come))
    return ids, why or tuple(hunks)


def _span(text: bytes) -> tuple[int, int]:
    """Parse one side of a hunk header, ``-12,3`` or ``+12`` for one line, into start and length.

    Git gives the first line, counted from 1; for an empty side, the line before it.
    """
    start, _, count = text[1:].partition(b",")
    number = int(count or 1)
    return int(start) - bool(number), number


def _file_patch(line: bytes, contents: _Contents) -> FilePatch:
    head, *names = line[1:-1].split(b"\t")
    old_mode, new_mode, old, new, status = head.split(b" ")
    path, new_path = unquote(names[0]), unquote(names[-1])
    kind = status[:1].decode()
    found = _type_changed(old, new, contents) if kind == "T" else contents.get((old, new), ())
    why = found if isinstance(found, str) else ""
    if SUBMODULE_MODE.encode() in (old_mode, new_mode):
        why = SUBMODULE
    hunks = () if isinstance(found, str) or why else found
    return FilePatch(kind, path, new_path, old.decode(), new.decode(), hunks, why)


def _type_changed(old: bytes, new: bytes, contents: _Contents) -> tuple[Hunk, ...] | str:
    """Join the deletion and the creation that git prints when a file becomes a link, or the reverse."""
    zeros = b"0" * len(old)
    gone, made = contents.get((old, zeros), ()), contents.get((zeros, new), ())
    if isinstance(gone, str) or isinstance(made, str):
        return gone if isinstance(gone, str) else made
    removed = tuple(text for hunk in gone for text in hunk.removed)
    return (Hunk(0, removed, 0, tuple(text for hunk in made for text in hunk.added)),)
