"""Objects that a partial clone left with its remote: asked for by name, all at once.

Git would fetch them one by one as they are read. Our git commands are told not to (a hook must not go to the
network), so what a person wants to see is brought beforehand.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from entire.core import files
from entire.git.fetch import FETCH, SECONDS, run_online
from entire.git.repository import Repository

_ROUNDS = 4  # a folder that was missing may hold others


def bring(
    repo: Repository, trees: Iterable[str] = (), blobs: Iterable[str] = (), seconds: float = SECONDS
) -> int:
    """Fetch what is missing below these trees, and of these blobs; how many. Raises GitError, TooSlow.

    Costs a look into a file where the clone is whole.
    """
    remote = promisor(repo)
    folders, files_wanted = list(trees), list(blobs)
    brought = 0
    for _ in range(_ROUNDS if remote else 0):
        missing = [*_missing_below(repo, folders), *_missing(repo, files_wanted)]
        if not missing:
            break
        request = "".join(f"{oid}\n" for oid in missing).encode()
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
        brought += len(missing)
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


def _missing(repo: Repository, oids: list[str]) -> list[str]:
    request = "".join(f"{oid}\n" for oid in dict.fromkeys(oids)).encode()
    out = repo.run("cat-file", "--batch-check", data=request).out.decode() if request else ""
    return [line.split()[0] for line in out.splitlines() if line.endswith(" missing")]


def _missing_below(repo: Repository, trees: list[str]) -> list[str]:
    if not trees:
        return []
    options = ("rev-list", "--objects", "--no-object-names", "--missing=print", "--stdin")
    out = repo.run(*options, data="".join(f"{tree}\n" for tree in trees).encode()).out.decode()
    return [line[1:] for line in out.split("\n") if line.startswith("?")]
