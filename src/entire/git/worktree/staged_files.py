"""File contents outside of the work tree: as git would check them out, and byte for byte."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from entire.core.errors import EntireError
from entire.core.text import quoted
from entire.git.objects.read import Objects
from entire.git.objects.tree import Entry
from entire.git.quoted import quote
from entire.git.repository import Repository
from entire.git.worktree import staging

_ATTRIBUTES = ".gitattributes"


@contextmanager
def checked_out(repo: Repository, objects: Objects, tree: str, files: dict[str, Entry]) -> Iterator[str]:
    """Check out files into a temporary directory and yield it; filters use the attributes of ``tree``.

    It is in the git directory: the work tree is not touched. Raises EntireError if git cannot create a file
    or rejects its path.
    """
    scratch = os.path.join(repo.git_dir, f"entire-rewind-{os.urandom(6).hex()}")
    place, index = os.path.join(scratch, "files"), os.path.join(scratch, "index")
    os.makedirs(place, 0o700)
    try:
        if files:
            entries = _attributes(objects, tree, files) | files
            _check_out(repo.replace(worktree=place), index, entries)
            missing = [path for path in files if not os.path.lexists(os.path.join(place, path))]
            if missing:
                raise EntireError(f"git could not check out {quoted(missing[0], 200)}", "nothing was changed")
        yield place
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _check_out(there: Repository, index: str, entries: dict[str, Entry]) -> None:
    staging.set_entries(there, entries, index)
    there.run(*staging.PLAIN, "checkout-index", "--all", "--force", "--quiet", index_file=index)


def _attributes(objects: Objects, tree: str, files: Iterable[str]) -> dict[str, Entry]:
    """Return the tree's .gitattributes files that apply to these paths."""
    folders = {""}
    for path in files:
        while (path := os.path.dirname(path)) not in folders:
            folders.add(path)
    names = (os.path.join(folder, _ATTRIBUTES) for folder in folders)
    found = {name: objects.entry(tree, name) for name in names}
    return {name: entry for name, entry in found.items() if entry is not None and not entry.is_tree}


def store_raw(repo: Repository, paths: list[str]) -> dict[str, str]:
    """Store regular files byte for byte, without filters; return their blob ids. Raises GitError."""
    if not paths:
        return {}
    request = b"".join(quote(path) + b"\n" for path in paths)
    out = repo.run("hash-object", "-w", "--no-filters", "--stdin-paths", data=request).out
    return dict(zip(paths, out.decode().split(), strict=True))
