"""The options of the git command that runs this hook, which git does not pass to hooks."""

from __future__ import annotations

import os

from entire.core.pattern import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_AMEND = ("--amend", "--amen", "--ame", "--am")  # git takes unique beginnings of options
_DEPTH = 8  # processes between git and us: shells, a hook manager
# Short options of `git push` without a value: they can be combined, as in `-fn`.
_DRY = pattern(r"--dry-run\Z|--dry?-?r?u?\Z|-[fquvd46]*n[fnquvd46]*\Z")


def is_dry_run() -> bool:
    """Whether this hook was run by `git push --dry-run`."""
    return any(map(is_dry_push, _commands()))


def is_amend() -> bool | None:
    """Whether this hook was run by `git commit --amend`; None if no `git commit` is found."""
    return next((found for words in _commands() if (found := is_amending(words)) is not None), None)


def _commands() -> Iterator[list[str]]:
    """The arguments of the git commands that run this hook, the nearest one first."""
    pid = os.getppid()
    for _ in range(_DEPTH):
        process = _look(pid)
        if process is None:
            return
        pid, words = process
        if words and os.path.basename(words[0]) in ("git", "git-push", "git-commit"):
            yield [os.path.basename(words[0]).removeprefix("git-"), *words[1:]]


def is_amending(words: list[str]) -> bool | None:
    """Pure: whether the arguments of `git` are those of a commit that amends HEAD; None if of no commit."""
    if "commit" not in words:
        return None
    options = words[words.index("commit") + 1 :]
    end = options.index("--") if "--" in options else len(options)
    found = [word for word in options[:end] if word in _AMEND or word == "--no-amend"]
    return bool(found) and found[-1] in _AMEND


def is_dry_push(words: list[str]) -> bool:
    """Pure: whether the arguments of `git` are those of a dry-run push."""
    if "push" not in words:
        return False
    options = words[words.index("push") + 1 :]
    end = options.index("--") if "--" in options else len(options)
    return any(_DRY.match(word) for word in options[:end])


def _look(pid: int) -> tuple[int, list[str]] | None:
    """Return a process's parent and arguments."""
    if pid <= 1:
        return None
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            parent = int(file.read().rpartition(b")")[2].split()[1])
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return parent, os.fsdecode(file.read()).rstrip("\0").split("\0")
    except (OSError, ValueError, IndexError):
        return _ask(pid)


def _ask(pid: int) -> tuple[int, list[str]] | None:
    """The same for systems without /proc."""
    import subprocess

    try:
        done = subprocess.run(
            ["ps", "-o", "ppid=,args=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
        parent, *words = done.stdout.split()
        return int(parent), words
    except (OSError, ValueError):
        return None
