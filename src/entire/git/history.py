"""Commits with their messages, many in one call; and the branches that they are on."""

from __future__ import annotations

import os

from entire.core.value import Value
from entire.git.refs import BRANCHES
from entire.git.repository import Repository

_REMOTE = "refs/remotes/origin/"
_USUAL_NAMES = ("main", "master")
_LINE = 1000  # commits of a branch to look at
_FORMAT = "--format=%H%n%P%n%an <%ae>%n%aI%n%at%n%B"


class Logged(Value):
    """A commit as `git log` tells it."""

    oid: str
    parents: tuple[str, ...]
    author: str  # name <email>
    date: str  # author's, RFC 3339 with the author's own offset
    time: int  # the same in seconds since the epoch
    message: str

    @property
    def subject(self) -> str:
        return self.message.split("\n", 1)[0]


def log(repo: Repository, *which: str, containing: str = "", limit: int = 0) -> list[Logged]:
    """Commits, newest first: ``which`` are revisions and options of `git log`.

    Only messages that hold ``containing`` literally, if given: git leaves out the others by itself, and stops
    at the limit, so that the length of the history does not matter.
    """
    command = ["log", "-z", "--no-color", "--no-patch", "--no-show-signature", "--encoding=UTF-8", _FORMAT]
    if containing:
        command += ["--fixed-strings", f"--grep={containing}"]
    if limit:
        command.append(f"--max-count={limit}")
    out = repo.run(*command, *which, "--").out.decode("utf-8", "replace")
    return [_parse(record) for record in out.split("\0") if record]


def _parse(record: str) -> Logged:
    oid, parents, author, date, time, message = record.split("\n", 5)
    return Logged(oid, tuple(parents.split()), author, date, int(time or 0), message)


def log_of_branch(repo: Repository, default_ref: str) -> list[Logged]:
    """The commits that HEAD's branch has of its own, newest first: those since it left the default branch.

    What merges brought in is not its own; but what the default branch merged of it still is. (That is what
    `git log --exclude-first-parent-only` should tell, but it fails for commits of the same second.)
    """
    line = log(repo, "--first-parent", "HEAD", limit=_LINE)
    there = set(first_parents(repo, _LINE, default_ref))
    fork = next((index for index, commit in enumerate(line) if commit.oid in there), None)
    if fork is not None:
        return line[:fork]
    return log(repo, "--first-parent", "HEAD", f"^{default_ref}", limit=_LINE)  # it left long ago


def first_parents(repo: Repository, limit: int, ref: str = "HEAD") -> list[str]:
    """The last commits of a branch's own line, newest first."""
    return repo.run("rev-list", "--first-parent", f"--max-count={limit}", ref, "--").out.decode().split()


class DefaultBranch(Value):
    name: str
    ref: str  # where it can be found here; the local branch, if there is one


def get_default_branch(repo: Repository) -> DefaultBranch | None:
    """What origin calls its default, else main or master; None if there is nothing of the kind."""
    wanted = [prefix + name for name in _USUAL_NAMES for prefix in (BRANCHES, _REMOTE)]
    found = _symrefs(repo, _REMOTE + "HEAD", *wanted)
    named = found.get(_REMOTE + "HEAD", "").removeprefix(_REMOTE)
    for name in filter(None, (named, *_USUAL_NAMES)):
        if name == named and BRANCHES + name not in found:
            found |= _symrefs(repo, BRANCHES + name, _REMOTE + name)
        for prefix in (BRANCHES, _REMOTE):
            if prefix + name in found:
                return DefaultBranch(name, prefix + name)
    return None


def _symrefs(repo: Repository, *names: str) -> dict[str, str]:
    """Those of the refs that exist, with what each points to by name."""
    out = os.fsdecode(repo.run("for-each-ref", "--format=%(refname) %(symref)", *names).out)
    rows = (line.partition(" ") for line in out.split("\n") if line)
    return {name: target for name, _, target in rows if name in names}


def worktree_branches(repo: Repository) -> dict[str, str]:
    """The branch of each worktree by its path; empty where HEAD is detached."""
    out = os.fsdecode(repo.run("worktree", "list", "--porcelain").out)
    branches: dict[str, str] = {}
    path = ""
    for line in out.split("\n"):
        key, _, value = line.partition(" ")
        if key == "worktree":
            path = os.path.realpath(value)
            branches[path] = ""
        elif key == "branch":
            branches[path] = value.removeprefix(BRANCHES)
    return branches
