"""Entries of the index: read and set them without touching the work tree."""

from __future__ import annotations

import os

from entire.core import files
from entire.git.objects.tree import Entry
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_GONE = {"sha1": "0" * 40, "sha256": "0" * 64}  # by the format of ids
# The user's settings for the real index do not suit a temporary one.
_PLAIN = ("core.splitIndex=false", "core.fsmonitor=false", "core.sparseCheckout=false", "index.sparse=false")
PLAIN = tuple(word for setting in _PLAIN for word in ("-c", setting))  # options of git


def entries(repo: Repository, paths: Sequence[str]) -> dict[str, Entry]:
    """Return the index entries of these files; those without conflicts, as git lists them."""
    return PendingEntries(repo, paths).result()


class PendingEntries:
    """Index entries, which git lists in the background."""

    def __init__(self, repo: Repository, paths: Sequence[str]) -> None:
        command = ("--literal-pathspecs", "ls-files", "--stage", "-z", "--", *paths)
        self._pending = repo.run_pending(*command) if paths else None

    def result(self) -> dict[str, Entry]:
        """Wait for them. Can be called once."""
        found = {}
        for record in os.fsdecode(self._pending.out() if self._pending else b"").split("\0"):
            head, _, path = record.partition("\t")
            if path:
                mode, oid, stage = head.split(" ")
                if stage == "0":
                    found[path] = Entry(mode, oid)
        return found


def set_entries(repo: Repository, wanted: Mapping[str, Entry | None], index_file: str | None = None) -> None:
    """Set entries of the index; None removes one. Raises GitError if another process has the index locked."""
    if not wanted:
        return
    gone_first = sorted(wanted.items(), key=lambda item: item[1] is not None)  # a file replaces a folder
    gone = _GONE[repo.object_format]
    lines = (
        f"{entry.mode} {entry.oid}\t{path}\0" if entry is not None else f"0 {gone}\t{path}\0"
        for path, entry in gone_first
    )
    plain = PLAIN if index_file else ()
    data = os.fsencode("".join(lines))
    repo.run(*plain, "update-index", "-z", "--index-info", data=data, index_file=index_file)


def intend_to_add(repo: Repository, paths: Sequence[str]) -> None:
    """Note files as new ones, without their content, as `git add --intent-to-add` does."""
    there = [path for path in paths if os.path.lexists(repo.path(path))]
    if there:
        repo.run("--literal-pathspecs", "add", "--intent-to-add", "--force", "--", *there)


def copy_with_tree(repo: Repository, tree: str, index_file: str) -> None:
    """Fill a temporary index with a tree, and with what the real one knows of files, to save reading them."""
    known = files.read(os.path.join(repo.git_dir, "index"))
    if known is not None:
        files.write_atomic(index_file, known, durable=False)
    repo.run(*PLAIN, "read-tree", *(("--reset",) if known is not None else ()), tree, index_file=index_file)
