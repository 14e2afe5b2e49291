"""Commits with their messages, many in one call; and the branches that they are on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from entire.core.value import Value
from entire.git import process
from entire.git.notes import NOTES_REF
from entire.git.objects import walk
from entire.git.refs import BRANCHES
from entire.git.repository import Repository

_REMOTE = "refs/remotes/origin/"
_USUAL_NAMES = ("main", "master")
_LINE = 1000  # commits of a branch to look at
_OPTIONS = ("log", "-z", "--no-color", "--no-patch", "--no-show-signature", "--encoding=UTF-8")
_FORMAT = "--format=%H%n%P%n%an <%ae>%n%aI%n%at%n%B"
_LOG = (*_OPTIONS, f"--notes={NOTES_REF}", f"{_FORMAT}%n%N")
_WITHOUT_NOTES = (*_OPTIONS, "--no-notes", "--ignore-missing", _FORMAT)


class Logged(Value):
    """A commit as `git log` tells it."""

    oid: str
    parents: tuple[str, ...]
    author: str  # name <email>
    date: str  # author's, RFC 3339 with the author's own offset
    time: int  # the same in seconds since the epoch
    message: str  # with what our notes add to it, unless they were left out

    @property
    def subject(self) -> str:
        return self.message.split("\n", 1)[0]


def log(repo: Repository, *which: str, containing: str = "", limit: int = 0) -> list[Logged]:
    """Commits, newest first: ``which`` are revisions and options of `git log`.

    Only messages that hold ``containing`` literally, if given: git leaves out the others by itself, and stops
    at the limit, so that the length of the history does not matter.
    """
    command = [*_LOG]
    if containing:
        command += ["--fixed-strings", f"--grep={containing}"]
    if limit:
        command.append(f"--max-count={limit}")
    return _parse(repo.run(*command, *which, "--").out)


def log_of(repo: Repository, commits: Iterable[str]) -> list[Logged]:
    """These commits, and no others."""
    request = "".join(f"{commit}\n" for commit in commits).encode()
    return _parse(repo.run(*_LOG, "--no-walk=unsorted", "--stdin", data=request).out) if request else []


def new_without_notes(
    repo: Repository, tips: Iterable[str], known: Iterable[str], containing: str
) -> Iterator[Logged]:
    """Commits that lead to ``tips`` and to none of ``known``, as they come; messages must hold this."""
    request = "".join([*(f"{oid}\n" for oid in tips), *(f"^{oid}\n" for oid in known)])
    return _stream(repo, request, "--fixed-strings", f"--grep={containing}")


def log_without_notes(repo: Repository, commits: Iterable[str]) -> Iterator[Logged]:
    """These commits, those that are here."""
    request = "".join(f"{commit}\n" for commit in commits)
    return _stream(repo, request, "--no-walk=unsorted") if request else iter(())


def _stream(repo: Repository, request: str, *options: str) -> Iterator[Logged]:
    command = repo.arguments(*_WITHOUT_NOTES, *options, "--stdin")
    running = process.start(command, process.readable(request.encode()))
    return (_logged(record.decode("utf-8", "replace")) for record in walk.parts(running, "log", b"\0"))


def _parse(out: bytes) -> list[Logged]:
    return [_logged(record) for record in out.decode("utf-8", "replace").split("\0") if record]


def _logged(record: str) -> Logged:
    oid, parents, author, date, time, message = record.split("\n", 5)
    return Logged(oid, tuple(parents.split()), author, date, int(time or 0), message.rstrip("\n") + "\n")


def own_commits(repo: Repository, default_ref: str) -> list[str]:
    """The commits that HEAD's branch has of its own, newest first: those since it left the default branch.

    What merges brought in is not its own; but what the default branch merged of it still is. (That is what
    `git log --exclude-first-parent-only` should tell, but it fails for commits of the same second.)
    """
    line = first_parents(repo, _LINE)
    there = set(first_parents(repo, _LINE, default_ref))
    fork = next((index for index, oid in enumerate(line) if oid in there), None)
    if fork is not None:
        return line[:fork]
    return list(walk.walk(repo, "--first-parent", f"--max-count={_LINE}", "HEAD", f"^{default_ref}"))


def newest(repo: Repository, tips: Iterable[str], limit: int) -> list[str]:
    """The last commits that lead to any of these, newest first."""
    return repo.run("rev-list", f"--max-count={limit}", *tips, "--").out.decode().split()


def first_parents(repo: Repository, limit: int, ref: str = "HEAD") -> list[str]:
    """The last commits of a branch's own line, newest first."""
    return repo.run("rev-list", "--first-parent", f"--max-count={limit}", ref, "--").out.decode().split()


def leads_to_head(repo: Repository, oid: str) -> bool:
    """Whether a commit is HEAD, or comes before it."""
    return is_ancestor(repo, oid, "HEAD")


def is_ancestor(repo: Repository, oid: str, of: str) -> bool:
    """Whether a commit is another, or comes before it; not if either is unknown."""
    return repo.run("merge-base", "--is-ancestor", oid, of, ok=(0, 1, 128)).code == 0


class DefaultBranch(Value):
    name: str
    ref: str  # where it can be found here; the local branch, if there is one


def get_default_branch(repo: Repository) -> DefaultBranch | None:
    """What origin calls its default, else a new repository's, main or master; None if there is none."""
    wanted = [prefix + name for name in _USUAL_NAMES for prefix in (BRANCHES, _REMOTE)]
    found = _symrefs(repo, _REMOTE + "HEAD", *wanted)
    named = found.get(_REMOTE + "HEAD", "").removeprefix(_REMOTE)
    if not named:
        named = os.fsdecode(repo.run("config", "--get", "init.defaultBranch", ok=(0, 1)).out).strip()
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


def is_elsewhere(repo: Repository, commit: str, ref: str) -> bool:
    """Whether other refs than ``ref`` hold a commit: nothing is lost with it then."""
    command = ["rev-list", "--max-count=1", commit, "--not", f"--exclude={ref}", "--all", "--"]
    return not repo.run(*command).out.strip()


def merge_base(repo: Repository, one: str, other: str) -> str:
    """The commit that two have in common; empty if there is none."""
    out = repo.run("merge-base", "--end-of-options", one, other, ok=(0, 1, 128)).out
    return out.decode().strip()


def is_connected(repo: Repository, one: str, other: str) -> bool:
    """Whether two commits have any history in common."""
    return repo.run("merge-base", "--end-of-options", one, other, ok=(0, 1)).code == 0
