"""Files that a sparse checkout leaves out of the work tree."""

from __future__ import annotations

import os

from entire.git.repository import open_repository


def read(root: str, path: str) -> bytes | None:
    """Read a tracked file from the index; None if it is not tracked, or the checkout is not sparse."""
    repo = open_repository(root)
    if not os.path.lexists(os.path.join(repo.git_dir, "info", "sparse-checkout")):
        return None
    return repo.run("cat-file", "blob", f":{path}", ok=(0, 128)).out or None
