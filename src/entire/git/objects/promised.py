"""Objects that a partial clone left with its remote: asked for by name, all at once.

Git would fetch them one by one as they are read. Our git commands are told not to (a hook must not go to the
network), so what a person wants to see is brought beforehand.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence

from entire.core import files
from entire.git.fetch import FETCH, SECONDS, run_online
from entire.git.repository import Repository

_ROUNDS = 4  # a folder that was missing may hold others


def bring(
    repo: Repository, trees: Iterable[str], only: Collection[str] | None = None, seconds: float = SECONDS
) -> int:
    """Fetch what is missing below these trees, or ``only`` these of it; how many. Raises GitError, TooSlow.

    Costs a look into a file where the clone is whole.
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


def bring_branch(repo: Repository, ref: str, into: str, seconds: float = SECONDS) -> None:
    """A branch of that remote with all that it holds: for servers that give no objects by name."""
    options = ("--refetch", "--no-filter")
    run_online(repo, *FETCH, *options, "--", promisor(repo), f"+{ref}:{into}", seconds=seconds)


def promisor(repo: Repository) -> str:
    """The remote that has what is missing here; empty if nothing is."""
    if b"promisor" not in (files.read(os.path.join(repo.common_dir, "config")) or b""):
        return ""
    out = os.fsdecode(repo.run("config", "--get-regexp", r"^remote\..*\.promisor$", "true", ok=(0, 1)).out)
    first = out.split(" ")[0].strip()
    return first.removeprefix("remote.").removesuffix(".promisor")


def missing_below(repo: Repository, trees: Sequence[str]) -> list[str]:
    """What is not here. (Asked for a missing object by name, many versions of git give up.)"""
    if not trees:
        return []
    options = ("rev-list", "--objects", "--no-object-names", "--missing=print", "--stdin")
    out = repo.run(*options, data="".join(f"{tree}\n" for tree in trees).encode()).out.decode()
    return [line[1:] for line in out.split("\n") if line.startswith("?")]
