"""An index of the checkpoints branch, and of the commits that are linked to it, for commands that only read.

However much the branch holds, they ask for what they show. The index is brought up to date when something is
asked of it, by what is new since the last time. It is a cache: hooks do not know of it, and whoever deletes
something reads the branch itself.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import TracebackType
from typing import TypeVar

from entire.checkpoint.branch import is_empty
from entire.checkpoint.index import links as index_links
from entire.checkpoint.index import listing
from entire.checkpoint.index import overviews as index_overviews
from entire.checkpoint.index.file import Database, NotForOthers
from entire.checkpoint.index.links import Link, LinkedCommit
from entire.checkpoint.index.listing import LOCAL, ORIGIN
from entire.checkpoint.index.overviews import Done, Progress, Traced
from entire.checkpoint.linked import EVERYWHERE
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.checkpoint.overview import Overview
from entire.core import prefix as prefixes
from entire.git import history
from entire.git.history import DefaultBranch
from entire.git.objects import walk
from entire.git.objects.read import Objects
from entire.git.repository import Repository

T = TypeVar("T")


class Index:
    """An open index; ``progress`` hears of long readings."""

    def __init__(
        self, repo: Repository, objects: Objects, progress: Progress = lambda what, number: None
    ) -> None:
        self.repo = repo
        self.objects = objects
        self._progress = progress
        self._database = Database(repo)
        self._partly: set[str] = set()  # trees of checkpoints that a partial clone has not whole
        self._roots: dict[str, str] = {}  # the trees of the branches, once they were looked up
        self._side = LOCAL  # the branch with which lists begin
        self._needs: list[Callable[[sqlite3.Connection], None]] = [self._list]
        self._met: tuple[sqlite3.Connection | None, int] = (None, 0)  # of them, and by which connection

    def __enter__(self) -> Index:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    # Checkpoints.

    def ids(self) -> list[str]:
        """All checkpoints that are here, sorted: our own, and what others pushed and we fetched."""
        return self._ask(listing.ids)

    def starting(self, prefix: str) -> list[str]:
        """The checkpoints whose ids start so, sorted."""
        return self._ask(lambda db: listing.starting(db, prefix.lower()))

    def trees(self, ids: Iterable[str]) -> dict[str, str]:
        """The trees of these checkpoints, of those that are here."""
        wanted = list(ids)
        return self._ask(lambda db: listing.trees(db, wanted))

    def shorten(self, id: str) -> str:
        """An id cut to what tells it from all others here."""
        return prefixes.shortener(self._ask(lambda db: listing.beside(db, id)))(id)

    def overviews(self, ids: Iterable[str]) -> list[Overview]:
        """These checkpoints, those that are here, in this order."""
        wanted = list(ids)
        self._needs.append(lambda db: self._describe(db, wanted))
        return self._ask(lambda db: index_overviews.kept(db, wanted))

    def by_time(self) -> list[str]:
        """All checkpoints, newest first; those that are only on the other branch last."""
        self._needs.append(self._describe)
        return self._ask(lambda db: index_overviews.by_time(db, self._side))

    def record_counts(self, blobs: Iterable[str]) -> dict[str, int]:
        """How many records parts of transcripts have, where that is known."""
        wanted = list(blobs)
        return self._ask(lambda db: index_overviews.record_counts(db, wanted))

    def keep_record_counts(self, counts: Mapping[str, int]) -> None:
        if counts:
            self._ask(lambda db: index_overviews.keep_record_counts(db, counts))

    # Sessions.

    def sessions(self, besides: Collection[str] = ()) -> list[Traced]:
        """The sessions that left checkpoints, but these."""
        self._needs.append(self._describe)
        return self._ask(lambda db: index_overviews.traced(db, besides))

    def done_by(self, session_id: str) -> list[Done]:
        """What a session did for checkpoints, oldest first."""
        self._needs.append(self._describe)
        return self._ask(lambda db: index_overviews.done_by(db, session_id))

    # Commits.

    def links_of_branch(self, branch: str, default: DefaultBranch | None, limit: int = 0) -> list[Link]:
        """Linked commits that concern HEAD, newest first; at most so many, if there is a limit.

        On a branch its own; on the default branch, without one, and where HEAD is on no branch at all,
        everything that leads to HEAD.
        """
        head = self.objects.commit("HEAD")
        if head is None:
            return []
        self._cover([head.oid])
        if branch and default is not None and branch != default.name:
            own = history.own_commits(self.repo, default.ref)
            links = self._ask(lambda db: index_links.links_of(db, own))
            return links[:limit] if limit else links
        return self._in_order([head.oid], self._ask(index_links.linked), limit)

    def links(self, ids: Iterable[str] | None = None) -> list[Link]:
        """Linked commits of every branch, newest first: all, or those of these checkpoints."""
        wanted = None if ids is None else list(ids)
        self._cover(walk.tips(self.repo, *EVERYWHERE))
        return self._in_order(EVERYWHERE, self._ask(lambda db: index_links.linked(db, wanted)))

    def links_of(self, commits: Iterable[str]) -> list[Link]:
        """These commits, those that are linked, in this order."""
        wanted = list(commits)
        self._cover(wanted)
        return self._ask(lambda db: index_links.links_of(db, wanted))

    def commits(self, links: Iterable[Link]) -> list[LinkedCommit]:
        """What lists show of these commits, in this order."""
        wanted = list(links)
        return self._ask(lambda db: index_links.facts_of(db, wanted))

    def _in_order(self, which: Sequence[str], left: set[str], limit: int = 0) -> list[Link]:
        """Git lists commits until all that are looked for were seen."""
        found: list[str] = []
        for oid in walk.walk(self.repo, *which) if left else ():
            if oid in left:
                left.remove(oid)
                found.append(oid)
                if not left or len(found) == limit:
                    break
        return self._ask(lambda db: index_links.links_of(db, found))

    # Bringing it up to date.

    def _list(self, db: sqlite3.Connection) -> None:
        if not self._roots:
            ours, origins = (self.objects.commit(ref) for ref in (CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF))
            self._roots = {LOCAL: ours.tree if ours else "", ORIGIN: origins.tree if origins else ""}
            self._side = LOCAL if ours is not None and not is_empty(ours) else ORIGIN
        listing.update(db, self.objects, self._roots)

    def _cover(self, tips: Sequence[str]) -> None:
        self._needs.append(lambda db: index_links.cover(db, self.repo, self.objects, tips))

    def _describe(self, db: sqlite3.Connection, ids: Sequence[str] | None = None) -> None:
        """Read the checkpoints, all or these, that were not read yet."""
        new = index_overviews.not_kept(db, ids, self._partly)
        partly = index_overviews.describe(db, self.repo, self.objects, new, self._progress)
        self._partly.difference_update(new)
        self._partly.update(partly)
        if partly and not self._database.in_memory:
            raise NotForOthers  # they may be whole the next time
        index_overviews.keep(db, partly)

    def _ask(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """``work`` finds all that was needed so far, also in a database that had to take another's place."""

        def current(db: sqlite3.Connection) -> T:
            before, met = self._met
            for need in self._needs[met if db is before else 0 :]:
                need(db)
            self._met = (db, len(self._needs))
            return work(db)

        return self._database.run(current)
