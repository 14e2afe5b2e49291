"""Fetch the missing objects of a partial clone by id, all at once.

Git would fetch them one by one as they are read. Our git commands must not (a hook must not use the network),
so commands fetch what they will show beforehand.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence

from entire.core import files
from entire.git.fetch import FETCH, SECONDS, run_online
from entire.git.repository import Repository

_ROUNDS = 4  # a fetched folder may refer to other missing objects


def fetch_missing(
    repo: Repository, trees: Iterable[str], only: Collection[str] | None = None, seconds: float = SECONDS
) -> int:
    """Fetch the objects missing below these trees, or ``only`` some of them; return how many.

    Reads just the configuration if the clone is not partial. Raises GitError, TooSlow.
    """
    remote = promisor(repo)
    folders = list(trees)
    brought = 0
    for _ in range(_ROUNDS if remote else 0):
        wanted = [oid for oid in missing_below(repo, folders) if only is None or oid in only]
        if not wanted:
            break
        request = "".join(f"{oid}\n" for oid in wanted).encode()
        negotiation = ("-c", "fetch.negotiationAlgorithm=noop")
        run_online(
            repo,
            *negotiation,
            *FETCH,
            "--filter=blob:none",
            "--stdin",
            remote,
            data=request,
            seconds=seconds,
        )
        brought += len(wanted)
    return brought


def fetch_whole_branch(repo: Repository, ref: str, into: str, seconds: float = SECONDS) -> None:
    """Fetch a branch with all of its objects: for servers that do not serve objects by id."""
    options = ("--refetch", "--no-filter")
    run_online(repo, *FETCH, *options, "--", promisor(repo), f"+{ref}:{into}", seconds=seconds)


def promisor(repo: Repository) -> str:
    """Return the remote that a partial clone fetches missing objects from; empty in a full clone."""
    if b"promisor" not in (files.read(os.path.join(repo.common_dir, "config")) or b""):
        return ""
    out = os.fsdecode(repo.run("config", "--get-regexp", r"^remote\..*\.promisor$", "true", ok=(0, 1)).out)
    first = out.split(" ")[0].strip()
    return first.removeprefix("remote.").removesuffix(".promisor")


def missing_below(repo: Repository, trees: Sequence[str]) -> list[str]:
    """Return the missing objects. (Many versions of git quit when asked for one directly.)"""
    if not trees:
        return []
    options = ("rev-list", "--objects", "--no-object-names", "--missing=print", "--stdin")
    out = repo.run(*options, data="".join(f"{tree}\n" for tree in trees).encode()).out.decode()
    return [line[1:] for line in out.split("\n") if line.startswith("?")]
