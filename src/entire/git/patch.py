"""Which lines differ between trees: any number of pairs through one `git diff-tree --stdin -p -U0`.

The list of changed files comes first, with ids and names that cannot be misread; the patches that follow are
told apart by the ids of their two blobs alone. So no file name can make one look like another.
"""

from __future__ import annotations

from itertools import chain, islice

from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.objects.read import SUBMODULE_MODE
from entire.git.process import PIPE_BYTES, Running
from entire.git.quoted import unquote
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator, Sequence
    from typing import IO

    _Contents = dict[tuple[bytes, bytes], tuple["Hunk", ...] | str]

# Why a file's lines are not told.
BINARY = "binary"  # or larger than git is asked to compare
LARGE = "large"
SUBMODULE = "submodule"

MAX_FILE_LINES = 100_000  # of one patch
MAX_LINES = 1_000_000  # of all patches together; what comes later is left out
_MAX_FILE_BYTES = "8m"  # git takes larger files for binary ones
_MAX_ARGUMENTS = 500  # more paths than this are picked from the whole answer

_COMMAND = (
    *("-c", f"core.bigFileThreshold={_MAX_FILE_BYTES}", "-c", "core.quotePath=false"),
    *("diff-tree", "--stdin", "-r", "--raw", "--no-abbrev", "--full-index", "-p", "-U0", "-M"),
    *("--inter-hunk-context=0", "--no-color", "--no-ext-diff", "--no-textconv", "--submodule=short"),
)
# How the lines of a patch begin, up to the next one.
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
_END = b"end\n"  # git repeats a line that names no trees, and then has nothing more to say


class Hunk(Value):
    """Lines that took the place of others. Places are counted from 0; lines come without their end."""

    old_start: int
    removed: tuple[bytes, ...]
    new_start: int
    added: tuple[bytes, ...]


class FilePatch(Value):
    """One file that differs; a missing side has an id of zeros, and the name of the other."""

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
    """For each pair of trees what differs, in order; only these paths, if given (with renames among them).

    ``without`` are folders that nobody asks for: they matter where the paths are too many to tell git.
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
        raise GitError("diff-tree", code, complaint or "it does not have these trees")


def _arguments(paths: Collection[str] | None, without: Sequence[str]) -> list[str]:
    if paths is not None and len(paths) <= _MAX_ARGUMENTS:
        return ["--literal-pathspecs", *_COMMAND, "--", *paths]
    return [*_COMMAND, "--", ".", *(f":(exclude,literal){folder}" for folder in without)]


def _answers(
    running: Running, pairs: Sequence[tuple[str, str]], paths: Collection[str] | None
) -> Generator[list[FilePatch], None, bool]:
    """Whether there was an answer for all."""
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
    """As many as git takes in at once, so that it never waits for us while we wait for it."""
    size = (PIPE_BYTES - len(_END)) // len(_line(pairs[0]))
    return (pairs[at : at + size] for at in range(0, len(pairs), size))


class PatchLines:
    """The lines of the answers; one can be looked at before it is taken."""

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
        """So many lines of a hunk, without sign and end; a remark about a missing end is passed over."""
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
    """The ids of the two blobs, and the hunks or why there are none."""
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
    """Start and number of a hunk's lines on one side: ``-12,3``, ``+12`` for one line.

    Of no lines git names the place before them, of some the first, counted from 1.
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
    """A file that became a link, or the other way round: git tells of a deletion and a creation."""
    zeros = b"0" * len(old)
    gone, made = contents.get((old, zeros), ()), contents.get((zeros, new), ())
    if isinstance(gone, str) or isinstance(made, str):
        return gone if isinstance(gone, str) else made
    removed = tuple(text for hunk in gone for text in hunk.removed)
    return (Hunk(0, removed, 0, tuple(text for hunk in made for text in hunk.added)),)
