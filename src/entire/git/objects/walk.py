"""Commits in the order in which git lists them, as they come: whoever has seen enough stops."""

from __future__ import annotations

import os
from collections.abc import Iterator

from entire.git.errors import GitError
from entire.git.process import Running
from entire.git.repository import Repository

_BLOCK = 64 * 1024


def walk(repo: Repository, *which: str) -> Iterator[str]:
    """The commits that lead to these, newest first; ``which`` are revisions and options of `git rev-list`."""
    for line in parts(repo.start("rev-list", *which, "--"), "rev-list", b"\n"):
        yield line.decode()


def tips(repo: Repository, *which: str) -> list[str]:
    """The commits that these refs point to, newest first, each once."""
    return list(dict.fromkeys(walk(repo, "--no-walk", *which)))


def parts(running: Running, name: str, end: bytes) -> Iterator[bytes]:
    """What a git command prints, part by part; one need not take all. Raises GitError when it fails."""
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
