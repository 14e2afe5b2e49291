"""`git status`, parsed."""

from __future__ import annotations

import os

from entire.core.value import Value
from entire.git.repository import Repository


class Changed(Value):
    """A path that differs from HEAD, in the index or in the work tree."""

    path: str
    kind: str  # "modified", "deleted" or "untracked"
    mode: str = ""  # of the work tree, as git would store it; empty where git does not say
    submodule: bool = False


class Status(Value):
    head: str  # commit id, empty when there is none yet
    branch: str  # empty when HEAD is detached
    changed: list[Changed]

    @property
    def untracked(self) -> list[str]:
        return [entry.path for entry in self.changed if entry.kind == "untracked"]


# Counting how far ahead of its upstream a branch is would cost the length of the history (I5).
_COMMAND = (
    *("status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all", "--no-renames"),
    *("--no-ahead-behind", "--ignore-submodules=dirty"),
)


class Reading:
    """A status that git works out while we do something else; on a large tree it is most of a hook's time."""

    def __init__(self, repo: Repository) -> None:
        self._later = repo.later(*_COMMAND)

    def result(self) -> Status:
        """Wait for it; to be called once."""
        return parse(os.fsdecode(self._later.out()))


def read(repo: Repository) -> Status:
    """What differs from HEAD: one git call. Ignored files are not listed, nor dirt within submodules."""
    return Reading(repo).result()


def parse(text: str) -> Status:
    head = branch = ""
    changed = []
    for record in text.split("\0"):
        kind = record[:2]
        if record.startswith("# branch.oid "):
            head = "" if record.endswith("(initial)") else record.rsplit(" ", 1)[1]
        elif record.startswith("# branch.head "):
            name = record[len("# branch.head ") :]
            branch = "" if name == "(detached)" else name
        elif kind == "? ":
            changed.append(Changed(record[2:], "untracked"))
        elif kind == "1 ":
            changed.append(_ordinary(record))
        elif kind == "u ":
            # Unmerged: whatever lies in the work tree.
            fields = record.split(" ", 10)
            gone = fields[6] == "000000"
            changed.append(Changed(fields[10], *(("deleted", "") if gone else ("modified", fields[6]))))
    return Status(head, branch, changed)


def _ordinary(record: str) -> Changed:
    _, states, submodule, _, _, mode, _, _, path = record.split(" ", 8)
    # Staged and then removed from the work tree ("AD") was never there as far as HEAD and disk go.
    gone = mode == "000000" or "D" in states
    return Changed(path, "deleted" if gone else "modified", "" if gone else mode, submodule[0] == "S")
