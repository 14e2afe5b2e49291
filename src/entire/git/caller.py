"""The git command that called the hook we are in. Git does not tell a pre-push hook what its options were."""

from __future__ import annotations

import os

from entire.core.pattern import pattern

_DEPTH = 8  # processes between git and us: shells, a hook manager
# Short options that take no value may stand together; those of `git push` that take one are left out.
_DRY = pattern(r"--dry-run\Z|--dry?-?r?u?\Z|-[fquvd46]*n[fnquvd46]*\Z")


def is_dry_run() -> bool:
    """Whether a `git push` that called us only pretends."""
    pid = os.getppid()
    for _ in range(_DEPTH):
        process = _look(pid)
        if process is None:
            return False
        parent, words = process
        if words and os.path.basename(words[0]) in ("git", "git-push") and pretends(words[1:]):
            return True
        pid = parent
    return False


def pretends(words: list[str]) -> bool:
    """Pure: whether the words behind `git` are a push that is not meant."""
    if "push" not in words:
        return False
    options = words[words.index("push") + 1 :]
    end = options.index("--") if "--" in options else len(options)
    return any(_DRY.match(word) for word in options[:end])


def _look(pid: int) -> tuple[int, list[str]] | None:
    """The parent and the words of a process."""
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
    """The same on systems without /proc."""
    import subprocess

    try:
        done = subprocess.run(
            ["ps", "-o", "ppid=,args=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
        parent, *words = done.stdout.split()
        return int(parent), words
    except (OSError, ValueError):
        return None
