"""Walk commits in the order of `git rev-list`; the caller can stop at any time."""

from __future__ import annotations

import os

from entire.git.errors import GitError
from entire.git.process import Running
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_BLOCK = 64 * 1024


def walk(repo: Repository, *which: str) -> Iterator[str]:
    """Yield commits, newest first; ``which`` are revisions and options of `git rev-list`."""
    for line in parts(repo.start("rev-list", *which, "--"), "rev-list", b"\n"):
        yield line.decode()


def tips(repo: Repository, *which: str) -> list[str]:
    """Return the commits that these refs point to, newest first, without duplicates."""
    return list(dict.fromkeys(walk(repo, "--no-walk", *which)))


def parts(running: Running, name: str, end: bytes) -> Iterator[bytes]:
    """Yield the parts of a git command's output; the caller can stop early. Raises GitError."""
    ended = False
    try:
        rest = b""
        while block := os.read(running.stdout.fileno(), _BLOCK):
            *whole, rest = (rest + block).split(end)
            yield from whole
        if rest:
            yield rest
        ended = True
    finally:
        code, detail = running.finish()
        if ended and code:
            raise GitError(name, code, detail)
