"""Patch ids: commits with the same one make the same change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from entire.git.repository import Repository

_AT_ONCE = 500
_DIFF = (
    "diff-tree",
    "-p",
    "--root",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--full-index",
    "--binary",
)


def patch_ids(
    repo: Repository, commits: Iterable[str], progress: Callable[[str, int], None] = lambda what, number: None
) -> dict[str, str]:
    """Return the patch id of each commit; merges and empty commits have none."""
    found: dict[str, str] = {}
    left = iter(commits)
    done = 0
    while some := list(islice(left, _AT_ONCE)):  # the patches of a long history do not fit into memory
        request = "".join(f"{commit}\n" for commit in some).encode()
        found |= {
            commit: patch for patch, commit in _ids(repo, repo.run(*_DIFF, "--stdin", data=request).out)
        }
        done += len(some)
        progress("commits", done)
    return found


def patch_id_between(repo: Repository, old: str, new: str) -> str:
    """Return the patch id of the difference between two commits; empty if they are the same."""
    rows = _ids(repo, repo.run(*_DIFF, "--end-of-options", old, new).out)
    return rows[0][0] if rows else ""


def _ids(repo: Repository, patches: bytes) -> list[list[str]]:
    out = repo.run("patch-id", "--stable", data=patches).out.decode()
    return [line.split() for line in out.splitlines()]
