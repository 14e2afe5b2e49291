"""Run `git blame`: which commit each line of a file comes from, across renames."""

from __future__ import annotations

import re
from collections.abc import Sequence

from entire.core.errors import EntireError, UsageError
from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.quoted import unquote
from entire.git.repository import Repository

_HEAD = re.compile(rb"([0-9a-f]{40,64}) (\d+) (\d+)")
_TOO_SHORT = re.compile(r"has only \d+ lines?")
_BAD_RANGE = ("-L ", "usage: ")
_UNKNOWN = ("no such path", "no such ref: HEAD", "cannot lstat", "cannot stat")


class Blamed(Value):
    """A line, and its position in the commit that added it."""

    line: int  # counted from 1
    text: bytes  # without the line ending
    commit: str  # empty if not committed yet
    original_path: str
    original_line: int


def blame(repo: Repository, path: str, *lines: str, commit: str = "") -> list[Blamed]:
    """Blame the lines of a file in the work tree or in a commit, all or those of `-L` ranges.

    A line stays with its commit when only its whitespace changes. Raises EntireError.
    """
    command = ["-c", "core.quotePath=false", "blame", "--porcelain", "--no-textconv", "-w"]
    command += [f"-L{part}" for part in lines if part]
    try:
        return parse(repo.run(*command, *([commit] if commit else []), "--", path).out)
    except GitError as error:
        raise _explain(path, commit, lines, error) from error


def _explain(path: str, commit: str, lines: Sequence[str], error: GitError) -> EntireError:
    """Translate git's most common complaints; pass on the others."""
    short = _TOO_SHORT.search(error.detail)
    if short:
        return EntireError(f"{path} {short[0]}")
    if any(words in error.detail.lower() for words in map(str.lower, _UNKNOWN)):
        where = commit[:7] or "HEAD"
        return EntireError(f"no such file in {where}: {path}", "only committed files have a history")
    if lines and any(words in error.detail for words in _BAD_RANGE):
        return UsageError(
            f"no such lines in {path}: {', '.join(lines)}", "for example 40,60, or /^def login/,+20"
        )
    return error


def parse(out: bytes) -> list[Blamed]:
    """Parse `--porcelain`. It prints a commit's facts once, at its first line; we need the file name only."""
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


class Kept(Value):
    """A line of a commit, and the last of its descendants that still has it."""

    line: int  # in the commit, counted from 1
    last: str
    path: str  # there
    place: int  # the line's number there
    next: str  # the commit that removed it; empty if none did, or if it removed the whole file
    next_path: str


def reverse(repo: Repository, path: str, lines: Sequence[str], first: str, last: str) -> list[Kept]:
    """Follow lines of a file from one commit to a later one, across renames. Raises GitError."""
    command = ["-c", "core.quotePath=false", "blame", "--reverse", "--porcelain", "--no-textconv", "-w", "-M"]
    command += [f"-L{part}" for part in lines]
    out = repo.run(*command, f"{first}..{last}", "--", path).out
    found: list[Kept] = []
    facts: dict[str, tuple[str, str, str]] = {}  # of each commit: path, the next commit, its path
    commit, place, line = "", 0, 0
    name, after = "", ("", "")
    for row in out.split(b"\n"):
        if row.startswith(b"\t"):
            if name:
                facts[commit] = (name, *after)
            there, follower, moved = facts[commit]
            found.append(Kept(line, commit, there, place, follower, moved))
        elif row.startswith(b"filename "):
            name = unquote(row[len(b"filename ") :])
        elif row.startswith(b"previous "):
            oid, _, previous = row[len(b"previous ") :].partition(b" ")
            after = (oid.decode(), unquote(previous))
        elif (head := _HEAD.match(row)) is not None:
            commit, place, line = head[1].decode(), int(head[2]), int(head[3])
            name, after = "", ("", "")
    return found
