"""Commits with their messages, many in one call, and the branches that contain them."""

from __future__ import annotations

import os
import time

from entire.core import log as log_file
from entire.core.value import Value
from entire.git import process
from entire.git.errors import GitError
from entire.git.objects import walk
from entire.git.objects.subject import HasSubject
from entire.git.process import LEAN
from entire.git.refs import BRANCHES, get_current_branch_name
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_REMOTE = "refs/remotes/origin/"
_USUAL_NAMES = ("main", "master")
_LINE = 1000  # commits of a branch to consider
_OPTIONS = ("log", "-z", "--no-color", "--no-patch", "--no-show-signature", "--encoding=UTF-8")
_FORMAT = "--format=%H%n%P%n%an <%ae>%n%aI%n%at%n%B"
_NOW = ("now", "today")
_WITHOUT_NOTES = (*_OPTIONS, "--no-notes", "--ignore-missing", _FORMAT)


class LoggedCommit(Value, HasSubject):
    """A commit as printed by `git log`."""

    oid: str
    parents: tuple[str, ...]
    author: str  # name <email>
    date: str  # author date, RFC 3339 with the author's time zone
    time: int  # author date in seconds since the epoch
    message: str  # with the commit's note appended, if notes were asked for


def log(
    repo: Repository,
    *which: str,
    containing: str = "",
    limit: int = 0,
    notes: str = "",
    paths: Sequence[str] = (),
) -> list[LoggedCommit]:
    """Return commits, newest first; ``which`` are revisions and options of `git log`.

    ``notes`` is a ref of notes to append to messages. With ``containing``, only commits whose message has
    that text: git itself filters, and stops at the limit, so that the length of the history does not matter.
    With ``paths``, only commits that changed one of these.
    """
    return begin_log(repo, *which, containing=containing, limit=limit, notes=notes, paths=paths).result()


def begin_log(
    repo: Repository,
    *which: str,
    containing: str = "",
    limit: int = 0,
    notes: str = "",
    paths: Sequence[str] = (),
) -> PendingLog:
    """The same in the background."""
    command: list[str] = []
    if containing:
        command += ["--fixed-strings", f"--grep={containing}"]
    if limit:
        command.append(f"--max-count={limit}")
    return PendingLog(repo, notes, *command, *which, "--", *(f":(top,literal){path}" for path in paths))


class BriefCommit(Value):
    """A commit without its message."""

    oid: str
    author: str  # name <email>
    time: int  # author date in seconds since the epoch


def brief(
    repo: Repository, revisions: Sequence[str], options: Sequence[str], paths: Sequence[str]
) -> list[BriefCommit]:
    """Return commits, newest first; ``options`` are those of `git log` that choose commits."""
    lean = LEAN if paths else ()  # then git reads the trees of the whole history
    command = [*lean, *_OPTIONS, "--no-notes", "--format=%H%n%at%n%an <%ae>", *options, "--end-of-options"]
    out = repo.run(*command, *revisions, "--", *(f":(top){path}" for path in paths)).out
    rows = (record.split("\n", 2) for record in out.decode("utf-8", "replace").split("\0") if record)
    return [BriefCommit(oid, author.rstrip("\n"), int(time or 0)) for oid, time, author in rows]


def is_complete(repo: Repository, commit: str) -> bool:
    """Whether all ancestors of a commit exist."""
    return repo.run("rev-list", "--count", commit, "--", ok=(0, 1, 128)).code == 0


def log_of(
    repo: Repository, commits: Iterable[str], notes: str = "", *, strict: bool = False
) -> list[LoggedCommit]:
    """Return exactly these commits, without their ancestors. ``strict``: fail if notes cannot be read."""
    request = "".join(f"{commit}\n" for commit in commits).encode()
    options = ("--no-walk=unsorted", "--stdin")
    return PendingLog(repo, notes, *options, data=request, strict=strict).result() if request else []


class PendingLog:
    """A `git log` in the background.

    Without notes if they cannot be read: the next one that is written repairs them.
    """

    def __init__(
        self, repo: Repository, notes: str, *options: str, data: bytes = b"", strict: bool = False
    ) -> None:
        self._repo, self._notes, self._options, self._data = repo, notes, options, data
        self._strict = strict
        self._pending = repo.run_pending(*_with_notes(notes), *options, data=data)

    def result(self) -> list[LoggedCommit]:
        """Wait for the commits. Can be called once."""
        try:
            return _parse(self._pending.out())
        except GitError as error:
            if not self._notes or self._strict:
                raise
            found = _parse(self._repo.run(*_with_notes(""), *self._options, data=self._data).out)
            log_file.warn("notes not read", component="git", ref=self._notes, error=str(error))
        return found


def _with_notes(ref: str) -> tuple[str, ...]:
    return (*_OPTIONS, f"--notes={ref}", f"{_FORMAT}%n%N") if ref else (*_OPTIONS, "--no-notes", _FORMAT)


def new_without_notes(
    repo: Repository, tips: Iterable[str], known: Iterable[str], containing: str
) -> Iterator[LoggedCommit]:
    """Yield commits reachable from ``tips``, but not from ``known``, whose message has this text."""
    request = "".join([*(f"{oid}\n" for oid in tips), *(f"^{oid}\n" for oid in known)])
    return _stream(repo, request, "--fixed-strings", f"--grep={containing}")


def log_without_notes(repo: Repository, commits: Iterable[str]) -> Iterator[LoggedCommit]:
    """Yield these commits, without those that are missing."""
    request = "".join(f"{commit}\n" for commit in commits)
    return _stream(repo, request, "--no-walk=unsorted") if request else iter(())


def _stream(repo: Repository, request: str, *options: str) -> Iterator[LoggedCommit]:
    command = repo.arguments(*_WITHOUT_NOTES, *options, "--stdin")
    running = process.start(command, process.readable(request.encode()))
    return (_logged(record.decode("utf-8", "replace")) for record in walk.parts(running, "log", b"\0"))


def _parse(out: bytes) -> list[LoggedCommit]:
    return [_logged(record) for record in out.decode("utf-8", "replace").split("\0") if record]


def _logged(record: str) -> LoggedCommit:
    oid, parents, author, date, time, message = record.split("\n", 5)
    return LoggedCommit(
        oid, tuple(parents.split()), author, date, int(time or 0), message.rstrip("\n") + "\n"
    )


def own_commits(repo: Repository, default_ref: str, tip: str = "HEAD") -> list[str]:
    """Return the commits on HEAD's first-parent line since it left the default branch, newest first.

    Commits from merged branches do not count; commits that the default branch has merged still do. (This is
    `git log --exclude-first-parent-only`, which fails for commits of the same second.)
    """
    line = first_parents(repo, _LINE, tip)
    there = set(first_parents(repo, _LINE, default_ref))
    fork = next((index for index, oid in enumerate(line) if oid in there), None)
    if fork is not None:
        return line[:fork]
    return list(walk.walk(repo, "--first-parent", f"--max-count={_LINE}", tip, f"^{default_ref}"))


def newest(repo: Repository, tips: Iterable[str], limit: int) -> list[str]:
    """Return the last commits reachable from any of these, newest first."""
    return repo.run("rev-list", f"--max-count={limit}", *tips, "--").out.decode().split()


def first_parents(repo: Repository, limit: int, ref: str = "HEAD") -> list[str]:
    """Return the last commits of a branch's first-parent line, newest first."""
    return repo.run("rev-list", "--first-parent", f"--max-count={limit}", ref, "--").out.decode().split()


def since(repo: Repository, seconds: int, *which: str) -> list[str]:
    """Return the commits that were made since a time, newest first; ``which`` as for `git rev-list`."""
    return list(walk.walk(repo, *which, f"--since=@{max(0, seconds)}"))


def oldest_first(repo: Repository, old: str, new: str) -> list[str]:
    """Return the commits of a branch that an older version of it does not have; all, without one."""
    which = f"{old}..{new}" if old else new
    return repo.run("rev-list", "--reverse", "--topo-order", which, "--").out.decode().split()


def is_ancestor_of_head(repo: Repository, oid: str) -> bool:
    """Whether a commit is HEAD or an ancestor of it."""
    return is_ancestor(repo, oid, "HEAD")


def is_ancestor(repo: Repository, oid: str, of: str) -> bool:
    """Whether a commit is ``of`` or an ancestor of it; False if either is unknown."""
    return repo.run("merge-base", "--is-ancestor", oid, of, ok=(0, 1, 128)).code == 0


def not_in_head(repo: Repository, commits: list[str]) -> set[str]:
    """Return those of the commits that HEAD does not contain."""
    request = "".join(f"{oid}\n" for oid in [*commits, "^HEAD"]).encode()
    out = repo.run("rev-list", "--ignore-missing", "--stdin", data=request).out if commits else b""
    return set(out.decode().split()).intersection(commits)


def changed_since(repo: Repository, old: str, new: str) -> set[str] | None:
    """Return the files that commits changed since an ancestor; None if it is not one."""
    if not is_ancestor(repo, old, new):
        return None
    command = ("log", "-m", "--name-only", "--no-renames", "-z", "--format=", f"{old}..{new}", "--")
    names = os.fsdecode(repo.run(*command).out).split("\0")
    return {name.lstrip("\n") for name in names if name}


def after(repo: Repository, commits: list[str], tips: list[str]) -> dict[str, set[str]]:
    """Return which of the tips are descendants of each of these commits: one line of history, newest first.

    Costs one process, and what the tips have that the oldest of the commits does not.
    """
    if not commits or not tips:
        return {}
    request = "".join(f"{oid}\n" for oid in [*tips, f"^{commits[-1]}"]).encode()
    command = ["rev-list", "--topo-order", "--reverse", "--parents", "--ignore-missing", "--stdin"]
    bits = {oid: 1 << at for at, oid in enumerate(commits)}
    reached: dict[str, int] = {}  # the commits that each one descends from, as bits
    for line in repo.run(*command, data=request).out.decode().splitlines():
        oid, *parents = line.split()
        reached[oid] = 0
        for parent in parents:
            reached[oid] |= reached.get(parent, 0) | bits.get(parent, 0)
    return {oid: {tip for tip in tips if reached.get(tip, 0) & bit} for oid, bit in bits.items()}


class DefaultBranch(Value):
    name: str
    ref: str  # the local branch, or else origin's


def get_default_branch(repo: Repository) -> DefaultBranch | None:
    """Return origin's default branch, or else the configured one, main or master; None if none exists."""
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
    """Return the refs that exist, each with its symbolic target."""
    out = os.fsdecode(repo.run("for-each-ref", "--format=%(refname) %(symref)", *names).out)
    rows = (line.partition(" ") for line in out.split("\n") if line)
    return {name: target for name, _, target in rows if name in names}


def worktree_branches(repo: Repository) -> dict[str, str]:
    """Return the branch of each worktree by path; empty if HEAD is detached."""
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


def is_on_other_refs(repo: Repository, commit: str, ref: str) -> bool:
    """Whether a ref other than ``ref`` contains a commit, so that deleting ``ref`` does not lose it."""
    command = ["rev-list", "--max-count=1", commit, "--not", f"--exclude={ref}", "--all", "--"]
    return not repo.run(*command).out.strip()


def is_on_a_branch(repo: Repository, commit: str) -> bool:
    """Whether a branch or tag contains a commit; ours do not count."""
    which = ("--exclude=entire/*", "--branches", "--exclude=*/entire/*", "--remotes", "--tags")
    return not repo.run("rev-list", "--max-count=1", commit, "--not", *which, "--").out.strip()


def only_here(repo: Repository, limit: int) -> set[str]:
    """Return the newest commits of HEAD that no other branch or tag has, and those that they follow."""
    here = get_current_branch_name(repo)
    own = ["--exclude=entire/*", *([f"--exclude={_escaped(here)}"] if here else [])]
    out = repo.run(
        *("rev-list", "--boundary", f"--max-count={limit}", "HEAD", "--not"),
        *(*own, "--branches", "--remotes", "--tags"),
    ).out
    return {line.removeprefix("-") for line in out.decode().split()}


def _escaped(name: str) -> str:
    """A branch as a pattern that matches nothing else."""
    return "".join(f"\\{letter}" if letter in "*?[\\" else letter for letter in name)


def merge_base(repo: Repository, one: str, other: str) -> str:
    """Return the merge base of two commits; empty if they have none."""
    out = repo.run("merge-base", "--end-of-options", one, other, ok=(0, 1, 128)).out
    return out.decode().strip()


def is_connected(repo: Repository, one: str, other: str) -> bool:
    """Whether two commits share any history."""
    return repo.run("merge-base", "--end-of-options", one, other, ok=(0, 1)).code == 0


def parse_date(repo: Repository, text: str) -> float | None:
    """Parse a date as git does (`2 weeks ago`). Returns seconds since the epoch; None if it is not a date."""
    if "\n" in text or "\0" in text or not text.strip():
        return None
    before = int(time.time())
    out = repo.run("rev-parse", f"--since={text}").out.decode("ascii", "replace").strip()
    seconds = out.removeprefix("--max-age=")
    if seconds == out or not seconds.isdigit():
        return None
    # Git takes what it does not know for the present.
    known = int(seconds) < before - 1 or int(seconds) > time.time() + 1 or _means_now(text)
    return float(seconds) if known else None


def _means_now(text: str) -> bool:
    return text.strip().lower() in _NOW or any(character.isdigit() for character in text)
