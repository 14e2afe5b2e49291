"""Read refs, and move them only from the value that the new one was computed from (I3)."""

from __future__ import annotations

import os

from entire.core import files
from entire.core.errors import EntireError
from entire.core.paths import nameable
from entire.core.pattern import HEX_ANY_CASE, made_of
from entire.core.value import Value
from entire.git.errors import GitError, RefChanged
from entire.git.repository import Repository

BRANCHES = "refs/heads/"
MOVE = ("update-ref", "--no-deref", "--stdin")
_REFTABLE_HEAD = b"ref: refs/heads/.invalid"  # HEAD's content if refs are stored as reftable


class Update(Value):
    """A ref's move. ``old`` is its expected value (None: it must not exist); ``new`` None deletes it."""

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
    """Move all of these refs or none. Raises RefChanged if one does not have its expected value."""
    if not updates:
        return
    for update in updates:
        if not nameable(update.ref) or " " in update.ref or "\n" in update.ref:
            raise EntireError(f"invalid ref name: {update.ref[:60]!r}")
    from entire.git.ref_updates import Recorded, remove_left  # here: hooks that move no ref do without it

    lines = os.fsencode("".join(update.line() for update in updates))
    error: GitError | None = None
    with Recorded(repo, {update.ref: update.new or "" for update in updates}) as record:
        error = _try(repo, lines)
        if error is not None and record.remove_left() + remove_left(repo):
            error = _try(repo, lines)
    if error is not None:
        names = ", ".join(update.ref for update in updates)
        raise RefChanged(f"could not move {names}: {error.detail.strip()[:300]}") from error


def is_packing(repo: Repository) -> bool:
    """Whether refs cannot be deleted now: another git command packs them, or was killed while it did."""
    from entire.git.ref_updates import packed_lock_path

    return os.path.lexists(packed_lock_path(repo))


def _try(repo: Repository, lines: bytes) -> GitError | None:
    try:
        repo.run(*MOVE, data=lines)
    except GitError as error:
        return error
    return None


class Ref(Value):
    name: str
    oid: str


def listing(repo: Repository, *patterns: str) -> list[Ref]:
    """Return all refs below these prefixes, sorted by name."""
    if not patterns:
        return []
    out = os.fsdecode(repo.run("for-each-ref", "--format=%(refname) %(objectname)", *patterns).out)
    return [Ref(*line.rsplit(" ", 1)) for line in out.split("\n") if line]


def values(repo: Repository, *names: str) -> dict[str, str]:
    """Return the objects of those of these refs that exist. Starts git only for what files do not say."""
    from entire.git.objects.direct import Direct  # here: hooks that ask for no ref do without it

    direct = Direct(repo)
    found = {name: direct.find(name) for name in names}
    unknown = [name for name, oid in found.items() if oid is None]
    listed = {ref.name: ref.oid for ref in listing(repo, *unknown)}
    known = ((name, listed.get(name) if oid is None else oid) for name, oid in found.items())
    return {name: oid for name, oid in known if oid}


def resolve(repo: Repository, name: str) -> str | None:
    """Resolve a name to a commit; None if it does not exist."""
    result = repo.run(
        "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}", ok=(0, 1, 128)
    )
    return result.out.decode().strip() or None


def commits_starting(repo: Repository, prefix: str) -> list[str]:
    """Return the commits whose ids start with an ambiguous prefix."""
    if not made_of(prefix, HEX_ANY_CASE, 4, 64):
        return []
    ids = repo.run("rev-parse", f"--disambiguate={prefix}", ok=(0, 128)).out
    kinds = repo.run("cat-file", "--batch-check", data=ids).out.decode().splitlines()
    return [line.split()[0] for line in kinds if line.split()[1:2] == ["commit"]]


def get_current_branch_name(repo: Repository) -> str:
    """Return the branch that HEAD is on; empty if detached."""
    head = files.read(os.path.join(repo.git_dir, "HEAD")) or b""
    if not head.startswith(b"ref: refs/heads/") or head.startswith(_REFTABLE_HEAD):
        head = repo.run("symbolic-ref", "--quiet", "HEAD", ok=(0, 1)).out
    return os.fsdecode(head).strip().removeprefix("ref: ").removeprefix(BRANCHES)
