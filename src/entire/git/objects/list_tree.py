"""List all files of a tree in one call."""

from __future__ import annotations

import os
from collections.abc import Iterator

from entire.git.objects.walk import parts
from entire.git.repository import Repository


def blobs(repo: Repository, tree: str) -> Iterator[tuple[str, str]]:
    """Yield the path and id of every file."""
    for row in parts(repo.start("ls-tree", "-r", "-z", "--full-tree", tree), "ls-tree", b"\0"):
        facts, _, path = row.partition(b"\t")
        yield os.fsdecode(path), facts.split()[2].decode()
