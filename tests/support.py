"""What all test folders share."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

A = TypeVar("A")
B = TypeVar("B")

SOAK = bool(os.environ.get("ENTIRE_SOAK"))  # `make soak`

# Variables of the caller that tests must not see.
FOREIGN = ("GIT_", "ENTIRE_", "CLAUDE", "ANTHROPIC", "COPILOT", "FACTORY", "CURSOR")

GIT_CONFIG = """\
[user]
	name = Test Person
	email = person@example.com
[init]
	defaultBranch = main
[protocol "file"]
	allow = always
"""

# File names that break careless programs.
ODD_NAMES = [
    b"new\nline",
    b"tab\there",
    b'quo"te',
    b"back\\slash",
    b" leading and trailing ",
    b"caf\xe9 no utf-8",
    "größe 日本".encode(),
    b"-dash",
    b"*",
    b":(top)x",
    b"return\r",
    b"\x01\x7f",
]


def pairs(rows: Sequence[A], columns: Sequence[B], count: int) -> list[tuple[A, B]]:
    """Each of the rows with so many of the columns, in turn. `make soak` plays each with all of them."""
    count = len(columns) if SOAK else count
    return [(row, columns[(at + n) % len(columns)]) for at, row in enumerate(rows) for n in range(count)]


def at_home(home: Path) -> dict[str, str]:
    """The variables that lead programs to a home, where git's configuration is `.gitconfig`."""
    return {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "GIT_CONFIG_GLOBAL": str(home / ".gitconfig"),
        "GIT_CONFIG_NOSYSTEM": "1",
    }


def git(cwd: Path, *args: str, data: bytes = b"") -> bytes:
    """Run git as a person would; the test fails if git does."""
    done = subprocess.run(["git", *args], cwd=cwd, input=data, capture_output=True, check=False)
    assert done.returncode == 0, f"git {' '.join(args)}: {done.stderr.decode()}"
    return done.stdout


def without_models(usage: dict[str, Any]) -> dict[str, Any]:
    """The numbers of `token_usage`, without those by model of subagents."""
    below = usage.get("subagent_tokens")
    inner = {"subagent_tokens": without_models(below)} if below else {}
    return {name: value for name, value in usage.items() if name != "models"} | inner


class Repo:
    """A work tree to play in, driven by the real git."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def init(cls, path: Path, *options: str) -> Repo:
        path.mkdir(parents=True, exist_ok=True)
        git(path, "init", "--quiet", *options)
        return cls(path)

    def git(self, *args: str, data: bytes = b"") -> str:
        """What git prints, without the last newline; bytes that are no UTF-8 as `os.fsdecode` does."""
        return os.fsdecode(git(self.path, *args, data=data)).removesuffix("\n")

    def write(self, path: str | bytes, content: str | bytes = "") -> Path:
        file = self.path / os.fsdecode(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def commit(self, message: str) -> str:
        """Commit everything that is in the work tree; returns the commit's id."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", f"--message={message}")
        return self.head

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")
