"""The refs of ours that travel: what they are called there, and how two versions become one."""

from __future__ import annotations

import hashlib

from entire.checkpoint.names import CHECKPOINTS_REF, OWN_REFS, TRAILS_BRANCH
from entire.checkpoint.relinked import merge_notes
from entire.core.value import Value
from entire.git.identity import Author
from entire.git.notes import NOTES_REF
from entire.git.objects.read import Commit, Objects
from entire.git.refs import BRANCHES
from entire.git.repository import Repository
from entire.remote.merge import merge

# What we last saw where git has no place of its own for it: notes, and places that have no name.
SEEN_REFS = f"{OWN_REFS}seen/"


class Travelling(Value):
    ref: str

    def merge(self, repo: Repository, objects: Objects, theirs: Commit, author: Author) -> None:
        """Take in what the other side has; what is here stays."""
        if self.ref == NOTES_REF:
            merge_notes(repo, objects, theirs, author)
        else:
            merge(repo, objects, self.ref, theirs, author, opaque=self.ref != CHECKPOINTS_REF)

    def seen(self, where: str, *, named: bool) -> str:
        """The ref that remembers what the other side had."""
        if not named:
            where = hashlib.sha256(where.encode("utf-8", "surrogateescape")).hexdigest()[:12]
        if named and self.ref.startswith(BRANCHES):
            return f"refs/remotes/{where}/{self.ref.removeprefix(BRANCHES)}"
        return f"{SEEN_REFS}{where}/{self.ref.removeprefix('refs/')}"


CHECKPOINTS = Travelling(CHECKPOINTS_REF)
NOTES = Travelling(NOTES_REF)
TRAILS = Travelling(BRANCHES + TRAILS_BRANCH)
EVERYTHING = (CHECKPOINTS, NOTES, TRAILS)
