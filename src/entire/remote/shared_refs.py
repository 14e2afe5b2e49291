"""The refs that we push and fetch: what tracks them, and how two versions are merged."""

from __future__ import annotations

import hashlib

from entire.checkpoint.names import CHECKPOINTS_REF, NOTES_REF, OWN_REFS, TRAILS_BRANCH
from entire.checkpoint.relinked import merge_notes
from entire.core.value import Value
from entire.git.identity import Author
from entire.git.objects.read import Commit, Objects
from entire.git.refs import BRANCHES
from entire.git.repository import Repository
from entire.remote.merge import merge

# Tracking refs where git has none: for notes, and for remotes without a name.
SEEN_REFS = f"{OWN_REFS}seen/"


class SharedRef(Value):
    """A ref that clones share through a remote."""

    ref: str

    def merge(self, repo: Repository, objects: Objects, theirs: Commit, author: Author) -> None:
        """Merge the remote's version into ours."""
        if self.ref == NOTES_REF:
            merge_notes(repo, objects, theirs, author)
        else:
            merge(repo, objects, self.ref, theirs, author, opaque=self.ref != CHECKPOINTS_REF)

    def seen(self, where: str, *, named: bool) -> str:
        """Return the ref that tracks the remote's version."""
        if not named:
            where = hashlib.sha256(where.encode("utf-8", "surrogateescape")).hexdigest()[:12]
        if named and self.ref.startswith(BRANCHES):
            return f"refs/remotes/{where}/{self.ref.removeprefix(BRANCHES)}"
        return f"{SEEN_REFS}{where}/{self.ref.removeprefix('refs/')}"


CHECKPOINTS = SharedRef(CHECKPOINTS_REF)
NOTES = SharedRef(NOTES_REF)
TRAILS = SharedRef(BRANCHES + TRAILS_BRANCH)
WITH_CHECKPOINTS = (CHECKPOINTS, NOTES)
EVERYTHING = (*WITH_CHECKPOINTS, TRAILS)
