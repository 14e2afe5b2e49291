"""Refs: read through git, moved only by comparing with the value they were computed from (I3)."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.errors import EntireError
from entire.core.letters import HEX_ANY_CASE, made_of
from entire.core.paths import nameable
from entire.core.value import Value
from entire.git.errors import GitError, RefChanged
from entire.git.repository import Repository

BRANCHES = "refs/heads/"
_REFTABLE_HEAD = b"ref: refs/heads/.invalid"  # what stands there where refs are kept in another way


class Update(Value):
    """One ref's move. ``old`` is what it must hold now (None: it must not exist), ``new`` None deletes it."""

    ref: str
    old: str | None
    new: str | None

    def line(self) -> str:
        if self.new is None:
            return f"delete {self.ref} {self.old}\n"
        if self.old is None:
            return f"create {self.ref} {self.new}\n"
        return f"update {self.ref} {self.new} {self.old}\n"


def update(repo: Repository, *updates: Update) -> None:
    """Move all these refs or none. Raises RefChanged when one is not where it was expected."""
    if not updates:
        return
    for update in updates:
        if not nameable(update.ref) or " " in update.ref or "\n" in update.ref:
            raise EntireError(f"not a name for a ref: {update.ref[:60]!r}")
    lines = os.fsencode("".join(update.line() for update in updates))
    try:
        repo.run("update-ref", "--no-deref", "--stdin", data=lines)
    except GitError as error:
        names = ", ".join(update.ref for update in updates)
        raise RefChanged(f"could not move {names}: {error.detail.strip()[:300]}") from error


class Ref(Value):
    name: str
    oid: str


def listing(repo: Repository, *patterns: str) -> list[Ref]:
    """All refs below the given prefixes, sorted by name."""
    if not patterns:
        return []
    out = os.fsdecode(repo.run("for-each-ref", "--format=%(refname) %(objectname)", *patterns).out)
    return [Ref(*line.rsplit(" ", 1)) for line in out.split("\n") if line]


def resolve(repo: Repository, name: str) -> str | None:
    """The commit that a name stands for."""
    result = repo.run(
        "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}", ok=(0, 1, 128)
    )
    return result.out.decode().strip() or None


def commits_starting(repo: Repository, prefix: str) -> list[str]:
    """The commits whose id starts so, where that is not enough to tell which."""
    if not made_of(prefix, HEX_ANY_CASE, 4, 64):
        return []
    ids = repo.run("rev-parse", f"--disambiguate={prefix}", ok=(0, 128)).out
    kinds = repo.run("cat-file", "--batch-check", data=ids).out.decode().splitlines()
    return [line.split()[0] for line in kinds if line.split()[1:2] == ["commit"]]


def get_current_branch_name(repo: Repository) -> str:
    """The branch that HEAD is on, empty when detached."""
    head = files.read(os.path.join(repo.git_dir, "HEAD")) or b""
    if not head.startswith(b"ref: refs/heads/") or head.startswith(_REFTABLE_HEAD):
        head = repo.run("symbolic-ref", "--quiet", "HEAD", ok=(0, 1)).out
    return os.fsdecode(head).strip().removeprefix("ref: ").removeprefix(BRANCHES)
