"""Fetch shared refs into tracking refs, never over local ones (I3)."""

from __future__ import annotations

from collections.abc import Sequence

from entire.git import refs
from entire.git.fetch import FETCH, SECONDS, run_online
from entire.git.repository import Repository
from entire.remote.shared_refs import SharedRef


def fetch(
    repo: Repository, where: str, kinds: Sequence[SharedRef], *, named: bool, seconds: float = SECONDS
) -> list[SharedRef]:
    """Fetch those of the refs that the remote has, and return them. Raises GitError, TooSlow."""
    there = {ref.name for ref in _list(repo, where, kinds, seconds)}
    wanted = [kind for kind in kinds if kind.ref in there]
    if wanted:
        fetch_known(repo, where, wanted, named=named, seconds=seconds)
    return wanted


def fetch_known(
    repo: Repository, where: str, kinds: Sequence[SharedRef], *, named: bool, seconds: float = SECONDS
) -> None:
    """The same if the remote is known to have all of them."""
    specs = [f"+{kind.ref}:{kind.seen(where, named=named)}" for kind in kinds]
    run_online(repo, *FETCH, "--", where, *specs, seconds=seconds)


def _list(repo: Repository, where: str, kinds: Sequence[SharedRef], seconds: float) -> list[refs.Ref]:
    names = [kind.ref for kind in kinds]
    out = run_online(repo, "ls-remote", "--quiet", "--", where, *names, seconds=seconds).out
    rows = (line.split("\t") for line in out.decode("utf-8", "replace").splitlines() if "\t" in line)
    return [refs.Ref(name, oid) for oid, name in rows]
