"""Read any number of objects: loose ones from their files, all others through one `git cat-file --batch`."""

from __future__ import annotations

import os

from entire.core import clock
from entire.core.paths import nameable
from entire.core.pattern import DIGITS, made_of
from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.objects.direct import Direct
from entire.git.objects.subject import HasSubject
from entire.git.objects.tree import EMPTY, TREE_MODE, Entry, Tree
from entire.git.process import PIPE_BYTES, Running
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from types import TracebackType
    from typing import NoReturn

_MAX_NAME = 800  # bytes
# Git maps packs into memory, by default completely, and that counts as our memory. Blobs below the threshold
# are unpacked as a whole before they are sent.
_SMALL_WINDOWS = (
    *("-c", "core.packedGitWindowSize=1m"),
    *("-c", "core.packedGitLimit=32m"),
    *("-c", "core.bigFileThreshold=8m"),
)
READ = (*_SMALL_WINDOWS, "cat-file", "--batch")
_EMPTY_TREES = {  # by the length of ids: SHA-1 and SHA-256
    40: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    64: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
}


_LEFT_BEHIND = "promisor remote"
_CORRUPT = ("is corrupt", "unable to stream")  # the latter of blobs that git sends in blocks

# A branch that was fetched can contain anything. An object that is larger counts as missing (I6).
LARGEST = 64 * 1024 * 1024
SMALL = 4 * 1024 * 1024  # of what is parsed, which takes a multiple of its size
BLOCK = 1024 * 1024
left_out: dict[str, int] = {}  # the sizes of such objects, by id: commands mention them


class TooLarge(Exception):
    """Only raised inside this module."""


class Object(Value):
    oid: str
    kind: str
    data: bytes


class Commit(Value, HasSubject):
    oid: str
    tree: str
    parents: tuple[str, ...]
    author: str  # name <email> seconds offset
    committer: str
    message: str

    @property
    def time(self) -> int:
        """Author time in seconds since the epoch."""
        return int(_date(self.author)[0])

    @property
    def committed(self) -> int:
        """Committer time. An amended commit keeps its author time."""
        return int(_date(self.committer)[0])

    @property
    def offset(self) -> str:
        """Author's UTC offset, ``+1100``."""
        return _date(self.author)[1]


def _date(person: str) -> tuple[str, str]:
    seconds, _, offset = person.rpartition("> ")[2].partition(" ")
    valid = made_of(seconds.removeprefix("-"), DIGITS, 1, 18) and offset[:1] in ("+", "-")
    return (seconds, offset) if valid and made_of(offset[1:], DIGITS, 4, 4) else ("0", "+0000")


class Objects:
    """An open reader. A name can be anything that git resolves (`HEAD`, `refs/heads/x`, `<oid>`)."""

    def __init__(self, repo: Repository) -> None:
        self._repo = repo
        self._direct = Direct(repo)
        self._process: Running | None = None
        self._checker: Running | None = None  # asks for sizes first, once an object was too large
        self._trees: dict[str, Tree] = {}
        self.unread_trees: set[str] = set()  # too large
        self.too_large: dict[str, int] = {}  # the sizes of such objects, by id

    def __enter__(self) -> Objects:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def begin(self) -> Objects:
        """Start git now if it will be needed, so that it is ready at the first read."""
        if early(self._repo):
            self._start()
        return self

    def _start(self) -> None:
        if self._process is None:
            self._process = self._repo.start(*READ)

    def close(self) -> None:
        for running in filter(None, (self._process, self._checker)):
            running.finish()
        self._process = self._checker = None

    def read(self, name: str, limit: int = LARGEST) -> Object | None:
        """Return an object; None if it does not exist, or is larger than ``limit``."""
        oid = self._direct.find(name)
        if oid == "":
            return None
        found = self._direct.read(oid, limit) if oid is not None else None
        if oid is not None and found is not None:
            return Object(oid, *found)
        return next(iter(self.read_many([oid or name], limit)))

    def read_many(self, names: Iterable[str], limit: int = LARGEST) -> Iterator[Object | None]:
        """Yield objects in the order of their names."""
        window: list[bytes] = []
        size = 0
        for name in names:
            line = _line(name)
            if size + len(line) > PIPE_BYTES:  # otherwise git and we could wait for each other
                yield from self._exchange(window, limit)
                window, size = [], 0
            window.append(line)
            size += len(line)
        yield from self._exchange(window, limit)

    def _exchange(self, lines: list[bytes], limit: int) -> list[Object | None]:
        with clock.Spent("git"):
            return self._answers(lines, limit)

    def _answers(self, lines: list[bytes], limit: int) -> list[Object | None]:
        answers: list[Object | None] = []
        while len(answers) < len(lines):
            try:
                answers.extend(self._ask(lines[len(answers) :], limit))
            except GitError as error:
                if not is_promised(error) and not _is_corrupt(error):
                    raise
                answers.append(None)  # git quits at a missing object of a partial clone, and at a corrupt one
            except TooLarge:
                answers.append(None)
        return answers

    def _ask(self, lines: list[bytes], limit: int) -> Iterator[Object | None]:
        for line in self._send(lines, limit):
            yield self._answer(limit) if line else None

    def _send(self, lines: list[bytes], limit: int) -> list[bytes]:
        """Send the requests, and return them; those that git will not answer are empty."""
        if self._checker is not None:
            lines = self._small(self._checker, lines, limit)
        if any(lines):
            self._start()
            assert self._process is not None
            try:
                self._process.stdin.write(b"".join(lines))
                self._process.stdin.flush()
            except BrokenPipeError:
                self._fail()
        return lines

    def _small(self, checker: Running, lines: list[bytes], limit: int) -> list[bytes]:
        """Leave out the names of objects that are too large."""
        asked = [line for line in lines if line]
        checker.stdin.write(b"".join(asked))
        checker.stdin.flush()
        small = {}
        for line in asked:
            header = checker.stdout.readline().split()
            size = int(header[2]) if len(header) == 3 and header[2].isdigit() else 0
            small[line] = size <= limit
            if size > limit:
                self.leave_out(header[0].decode(), size)
        return [line if small.get(line) else b"" for line in lines]

    def _answer(self, limit: int) -> Object | None:
        header = self._header(limit)
        if header is None:
            return None
        assert self._process is not None
        oid, kind, size = header
        data = self._process.stdout.read(size)
        if len(data) < size or not self._process.stdout.read(1):
            self._fail()
        return Object(oid, kind, data)

    def _header(self, limit: int) -> tuple[str, str, int] | None:
        """Read an object's id, kind and size; None if it does not exist."""
        assert self._process is not None
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            self._fail()
        header = line.split()
        if len(header) != 3 or not header[2].isdigit():
            return None  # "<name> missing", "<name> ambiguous"
        size = int(header[2])
        if size > limit:
            self._stop_at(header[0].decode(), size)
        return header[0].decode(), header[1].decode(), size

    def blocks(self, oid: str, limit: int = LARGEST) -> Generator[bytes]:
        """Yield a blob in blocks, so that it is never in memory as a whole. The caller can stop early.

        Yields nothing if it does not exist or is larger than ``limit``, and only a part if it is corrupt.
        """
        left = 0
        try:
            header = self._header(limit) if self._send([_line(oid)], limit)[0] else None
            left = header[2] + 1 if header is not None else 0  # a newline follows
            while header is not None and header[1] == "blob" and left:
                assert self._process is not None
                block = self._process.stdout.read(min(left, BLOCK))
                if not block:
                    self._fail()
                left -= len(block)
                yield block if left else block[:-1]
        except TooLarge:
            pass
        except GitError as error:
            if not is_promised(error) and not _is_corrupt(error):
                raise
        finally:
            if left and self._process is not None:
                self._end()

    def _stop_at(self, oid: str, size: int) -> NoReturn:
        """Git is about to send an object that is too large: end it. From now on, ask for sizes first."""
        self.leave_out(oid, size)
        self._end()
        if self._checker is None:
            self._checker = self._repo.start(*_SMALL_WINDOWS, "cat-file", "--batch-check")
        raise TooLarge

    def leave_out(self, oid: str, size: int) -> None:
        """Note that an object is too large to read."""
        left_out[oid] = self.too_large[oid] = size

    def _end(self) -> None:
        """End git, which is about to send what nobody wants."""
        assert self._process is not None
        os.kill(self._process.pid, 9)
        self._process.finish()
        self._process = None

    def _fail(self) -> NoReturn:
        """Raise the error of a git process that died, which does not mean that the object is missing."""
        assert self._process is not None
        code, detail = self._process.finish()
        self._process = None
        raise GitError("cat-file", code, detail)

    def sizes(self, oids: Iterable[str]) -> dict[str, int]:
        """Return the sizes of the objects that exist, without reading them."""
        request = "".join(f"{oid}\n" for oid in dict.fromkeys(oids)).encode()
        if not request:
            return {}
        out = self._repo.run("cat-file", "--batch-check=%(objectname) %(objectsize)", data=request).out
        words = (line.split() for line in out.decode().splitlines())
        return {oid: int(size) for oid, size in words if size.isdigit()}

    def commit(self, name: str) -> Commit | None:
        found = self.read(name)
        return parse_commit(found) if found is not None and found.kind == "commit" else None

    def blob(self, oid: str, limit: int = LARGEST) -> bytes | None:
        found = self.read(oid, limit)
        return found.data if found is not None and found.kind == "blob" else None

    def tree(self, oid: str, largest: int = LARGEST) -> Tree:
        """Return a tree's entries by name; empty if it does not exist, or is larger than ``largest``."""
        if oid not in self._trees:
            found = self.read(oid, largest)
            if found is None and oid in left_out:
                self.unread_trees.add(oid)
                return EMPTY
            self._trees[oid] = parse_tree(found) if found is not None and found.kind == "tree" else EMPTY
        return self._trees[oid]

    def entry(self, tree: str, path: str, largest: int = LARGEST) -> Entry | None:
        """Return the entry at ``path`` below a tree, reading only the trees that lead to it."""
        found: Entry | None = Entry(TREE_MODE, tree)
        for name in path.split("/"):
            if found is None or not found.is_tree:
                return None
            found = self.tree(found.oid, largest).get(name)
        return found

    def file(self, tree: str, path: str, limit: int = SMALL, largest: int = LARGEST) -> bytes | None:
        """Return the content of a file below a tree; None also if it is larger than ``limit``."""
        entry = self.entry(tree, path, largest)
        return None if entry is None or entry.is_tree else self.blob(entry.oid, limit)

    def walk(self, tree: str, prefix: str = "") -> Iterator[tuple[str, Entry]]:
        """Yield every file below a tree, in git's order. Others' trees can be deeper than Python's stack."""
        folders = [(prefix, iter(self.tree(tree).items()))]
        while folders:
            prefix, entries = folders[-1]
            for name, entry in entries:
                if entry.is_tree:
                    folders.append((f"{prefix}{name}/", iter(self.tree(entry.oid).items())))
                    break
                yield prefix + name, entry
            else:
                folders.pop()


def early(repo: Repository) -> tuple[tuple[str, ...], ...]:
    """Return the command to start early, if git will be needed to read what hooks read, as far as we know."""
    return () if Direct(repo).has_head() else (READ,)


def is_promised(error: GitError) -> bool:
    """Whether git failed at a missing object of a partial clone."""
    return _LEFT_BEHIND in error.detail


def _is_corrupt(error: GitError) -> bool:
    return any(words in error.detail for words in _CORRUPT)


def empty_tree(like: str) -> str:
    """Return the id of the empty tree, in the same format as another id."""
    return _EMPTY_TREES[len(like)]


def _line(name: str) -> bytes:
    """Return the request for a name; empty if the name is invalid."""
    if not name or not nameable(name) or "\n" in name or name.endswith("\r"):
        return b""
    line = os.fsencode(name) + b"\n"
    return line if len(line) <= _MAX_NAME else b""


def parse_tree(found: Object) -> Tree:
    """Return a tree's entries by name. Raises GitError if it is damaged."""
    try:
        return Tree.parse(found.data, len(found.oid) // 2)
    except ValueError:
        raise GitError("cat-file", 0, f"the tree {found.oid} is damaged") from None


def parse_commit(found: Object) -> Commit:
    head, _, message = found.data.partition(b"\n\n")
    fields: dict[str, str] = {}
    parents = []
    for line in head.split(b"\n"):
        key, _, value = line.decode("utf-8", "replace").partition(" ")
        if key == "parent":
            parents.append(value)
        elif key:  # continuation lines of signatures start with a space
            fields.setdefault(key, value)
    return Commit(
        found.oid,
        fields.get("tree", ""),
        tuple(parents),
        fields.get("author", "") or " <> 0 +0000",
        fields.get("committer", "") or " <> 0 +0000",
        message.decode("utf-8", "surrogateescape"),
    )
