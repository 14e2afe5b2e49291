"""List all files of a tree in one call."""

from __future__ import annotations

import os

from entire.git.repository import Repository


def blobs(repo: Repository, tree: str) -> list[tuple[str, str]]:
    """Return the path and id of every file."""
    out = repo.run("ls-tree", "-r", "-z", "--full-tree", tree).out
    rows = (row.split(b"\t", 1) for row in out.split(b"\0") if row)
    return [(os.fsdecode(path), facts.split()[2].decode()) for facts, path in rows]
