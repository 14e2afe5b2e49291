"""Which commit each line of a file comes from: `git blame`, which follows renames."""

from __future__ import annotations

import re

from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.quoted import unquote
from entire.git.repository import Repository

_HEAD = re.compile(rb"([0-9a-f]{40,64}) (\d+) (\d+)")
_TOO_SHORT = re.compile(r"has only \d+ lines?")
_UNKNOWN = ("no such path", "no such ref: HEAD", "cannot lstat", "cannot stat")


class Blamed(Value):
    """A line, and where it was when its commit brought it in."""

    line: int  # counted from 1
    text: bytes  # without its end
    commit: str  # empty where it is not committed yet
    original_path: str
    original_line: int


def blame(repo: Repository, path: str, lines: str = "") -> list[Blamed]:
    """The lines of a file in the work tree, all or those that `-L` would take. Raises EntireError."""
    command = ["-c", "core.quotePath=false", "blame", "--porcelain", "--no-textconv"]
    if lines:
        command.append(f"-L{lines}")
    try:
        return parse(repo.run(*command, "--", path).out)
    except GitError as error:
        raise _told(path, error) from error


def _told(path: str, error: GitError) -> EntireError:
    """Git's complaint, in our words where it is a usual one."""
    short = _TOO_SHORT.search(error.detail)
    if short:
        return EntireError(f"{path} {short[0]}")
    if any(words in error.detail.lower() for words in map(str.lower, _UNKNOWN)):
        return EntireError(f"git has no file {path} here", "only what was committed has a history")
    return error


def parse(out: bytes) -> list[Blamed]:
    """Commits tell their facts once, where they first appear; of those only the file's name matters."""
    found: list[Blamed] = []
    paths: dict[str, str] = {}
    commit, original, line = "", 0, 0
    for row in out.split(b"\n"):
        if row.startswith(b"\t"):
            known = commit.strip("0") and commit
            found.append(Blamed(line, row[1:], known, paths.get(commit, ""), original))
        elif row.startswith(b"filename "):
            paths[commit] = unquote(row[len(b"filename ") :])
        elif (head := _HEAD.match(row)) is not None:
            commit, original, line = head[1].decode(), int(head[2]), int(head[3])
    return found
