"""Merge two versions of a text, given the one that both were made from, as git does."""

from __future__ import annotations

import os

from entire.git.repository import Repository

_MOST_CONFLICTS = 127  # git exits with their number, or with 255 for what it cannot merge


def merge(repo: Repository, ours: bytes, base: bytes, theirs: bytes) -> bytes | None:
    """Return the merged text; None if the changes overlap, or if it is not text."""
    import tempfile  # most turns have nothing to merge

    with tempfile.TemporaryDirectory(prefix="entire-") as folder:
        paths = [os.path.join(folder, name) for name in ("ours", "base", "theirs")]
        for path, data in zip(paths, (ours, base, theirs), strict=True):
            with open(path, "wb") as file:
                file.write(data)
        result = repo.run("merge-file", "--stdout", "--quiet", *paths, ok=(*range(_MOST_CONFLICTS + 1), 255))
    return result.out if result.code == 0 else None
