"""`git status`, parsed."""

from __future__ import annotations

import os
import time

from entire.core.lock import Lock
from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.repository import Repository


class Changed(Value):
    """A path that differs from HEAD, in the index or in the work tree."""

    path: str
    kind: str  # "modified", "deleted" or "untracked"
    mode: str = ""  # of the file in the work tree, as git would store it; empty if git does not report it
    submodule: bool = False
    staged: bool = False  # the index differs from HEAD
    unmerged: bool = False


class Status(Value):
    head: str  # commit id; empty before the first commit
    branch: str  # empty if HEAD is detached
    changed: list[Changed]
    ignored: list[str] = []  # if git was asked for them; folders of which everything is ignored end with `/`
    index_file: tuple[int, ...] = ()  # the signature of the one that git read

    @property
    def untracked(self) -> list[str]:
        return [entry.path for entry in self.changed if entry.kind == "untracked"]


# Counting how far a branch is ahead of its upstream would take longer the longer the history is (I5).
_COMMAND = (
    *("status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all", "--no-renames"),
    *("--no-ahead-behind", "--ignore-submodules=dirty"),
)

_IGNORED = "--ignored=matching"  # does not look into folders that are ignored


class PendingStatus:
    """A status that git computes in the background; on a large tree it is most of a hook's time."""

    def __init__(self, repo: Repository, *, ignored: bool = False) -> None:
        self._repo = repo
        self._began = time.time()
        self._index_file = index_signature(repo)
        self._command = (*_COMMAND, _IGNORED) if ignored else _COMMAND
        self._pending = repo.run_pending(*self._command)

    def up_to_date(self, lock: Lock) -> Status:
        """The result when the lock is held. Can be called once.

        If another process had the lock since git began, it may have saved what git did not see: then git
        looks again.
        """
        found = self.result()
        return read(self._repo).replace(ignored=found.ignored) if lock.was_held_since(self._began) else found

    def result(self) -> Status:
        """Wait for the result. Can be called once."""
        try:
            out = self._pending.out()
        except GitError:
            off = _filters_off(self._repo)  # git fails if a required filter does
            if not off:
                raise
            out = self._repo.run(*off, *self._command).out
        return parse(os.fsdecode(out)).replace(index_file=self._index_file)


def index_signature(repo: Repository) -> tuple[int, ...]:
    """Return what differs between two versions of the index file."""
    try:
        info = os.stat(os.path.join(repo.git_dir, "index"))
    except OSError:
        return ()
    return info.st_ino, info.st_size, info.st_mtime_ns


def _filters_off(repo: Repository) -> list[str]:
    """Return the options that disable all filters. Their files then differ from HEAD."""
    pattern = r"^filter\..*\.(clean|process|required)$"
    names = os.fsdecode(repo.run("config", "-z", "--name-only", "--get-regexp", pattern, ok=(0, 1)).out)
    keys = [name for name in names.split("\0") if name and "=" not in name]
    return [word for key in dict.fromkeys(keys) for word in ("-c", f"{key}={_off(key)}")]


def _off(key: str) -> str:
    return "false" if key.endswith(".required") else ""


def read(repo: Repository) -> Status:
    """Return what differs from HEAD, without ignored files and changes within submodules."""
    return PendingStatus(repo).result()


def parse(text: str) -> Status:
    head = branch = ""
    changed = []
    ignored = []
    for record in text.split("\0"):
        kind = record[:2]
        if record.startswith("# branch.oid "):
            head = "" if record.endswith("(initial)") else record.rsplit(" ", 1)[1]
        elif record.startswith("# branch.head "):
            name = record[len("# branch.head ") :]
            branch = "" if name == "(detached)" else name
        elif kind == "? ":
            if not record.endswith("/"):  # another repository: git does not look into it
                changed.append(Changed(record[2:], "untracked"))
        elif kind == "! ":
            ignored.append(record[2:])
        elif kind == "1 ":
            changed.append(_ordinary(record))
        elif kind == "u ":
            # Unmerged: take what is in the work tree.
            fields = record.split(" ", 10)
            gone = fields[6] == "000000"
            kind, mode = ("deleted", "") if gone else ("modified", fields[6])
            changed.append(Changed(fields[10], kind, mode, unmerged=True))
    return Status(head, branch, changed, ignored)


def _ordinary(record: str) -> Changed:
    _, states, submodule, _, _, mode, _, _, path = record.split(" ", 8)
    # Added to the index and deleted from the work tree ("AD"): neither HEAD nor the disk has it.
    gone = mode == "000000" or "D" in states
    kind = "deleted" if gone else "modified"
    return Changed(path, kind, "" if gone else mode, submodule[0] == "S", states[0] != ".")
