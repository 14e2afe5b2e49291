"""Patch ids: commits with the same one make the same change."""

from __future__ import annotations

from collections.abc import Iterable

from entire.git.repository import Repository

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


def patch_ids(repo: Repository, commits: Iterable[str]) -> dict[str, str]:
    """Return the patch id of each commit; merges and empty commits have none."""
    request = "".join(f"{commit}\n" for commit in commits).encode()
    if not request:
        return {}
    rows = _ids(repo, repo.run(*_DIFF, "--stdin", data=request).out)
    return {commit: patch for patch, commit in rows}


def patch_id_between(repo: Repository, old: str, new: str) -> str:
    """Return the patch id of the difference between two commits; empty if they are the same."""
    rows = _ids(repo, repo.run(*_DIFF, "--end-of-options", old, new).out)
    return rows[0][0] if rows else ""


def _ids(repo: Repository, patches: bytes) -> list[list[str]]:
    out = repo.run("patch-id", "--stable", data=patches).out.decode()
    return [line.split() for line in out.splitlines()]
