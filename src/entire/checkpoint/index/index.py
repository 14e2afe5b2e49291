"""An index of the checkpoints branch and of the linked commits, for commands that only read.

It makes a command's cost depend on what it shows, not on the size of the branch. Every query first adds what
is new since the last one. It is a cache: hooks do not use it, and commands that delete read the branch.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar

from entire.checkpoint.branch import is_empty
from entire.checkpoint.index import links as index_links
from entire.checkpoint.index import listing
from entire.checkpoint.index import overviews as index_overviews
from entire.checkpoint.index.file import Database, NotShareable
from entire.checkpoint.index.links import BriefCommit, Link, LinkedCommit
from entire.checkpoint.index.listing import LOCAL, ORIGIN
from entire.checkpoint.index.overviews import Progress, RecordedSession, SessionPart
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
_FEW = 200  # ids whose neighbours are looked up one by one


class Index:
    """An open index; ``progress`` is called while many objects are read."""

    def __init__(
        self, repo: Repository, objects: Objects, progress: Progress = lambda what, number: None
    ) -> None:
        self.repo = repo
        self.objects = objects
        self._progress = progress
        self._database = Database(repo)
        self._partly: set[str] = set()  # trees of checkpoints that are incomplete in a partial clone
        self._roots: dict[str, str] = {}  # the trees of the branches, once resolved
        self._side = LOCAL  # the branch that lists start with
        self._needs: list[Callable[[sqlite3.Connection], None]] = [self._list]
        self._met: tuple[sqlite3.Connection | None, int] = (None, 0)  # which connection, and how many trees

    def __enter__(self) -> Index:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    # Checkpoints.

    def ids(self) -> list[str]:
        """Return all checkpoints in this clone, sorted: on our branch and on origin's."""
        return self._ask(listing.ids)

    def starting(self, prefix: str) -> list[str]:
        """Return the checkpoints whose ids start with ``prefix``, sorted."""
        return self._ask(lambda db: listing.starting(db, prefix.lower()))

    def trees(self, ids: Iterable[str]) -> dict[str, str]:
        """Return the trees of those checkpoints that exist."""
        wanted = list(ids)
        return self._ask(lambda db: listing.trees(db, wanted))

    def all_trees(self) -> dict[str, str]:
        """Return the trees of all checkpoints, sorted by their ids."""
        return self._ask(listing.all_trees)

    def shorten(self, id: str) -> str:
        """Shorten an id to its shortest unique prefix in this clone."""
        return prefixes.shortener(self._ask(lambda db: listing.neighbours(db, id)))(id)

    def shortener(self, number: int) -> Callable[[str], str]:
        """Return a function that does this for so many ids."""
        return prefixes.shortener(self.ids()) if number > _FEW else self.shorten

    def overviews(self, ids: Iterable[str]) -> list[Overview]:
        """Return those of the checkpoints that exist, in this order."""
        wanted = list(ids)
        self._needs.append(lambda db: self._describe(db, wanted))
        return self._ask(lambda db: index_overviews.kept(db, wanted))

    def briefs(self, ids: Iterable[str]) -> list[tuple[Any, ...]]:
        """The same in brief, for long lists: id, first prompt, whether it is a task, and imported."""
        wanted = list(ids)
        self._needs.append(lambda db: self._describe(db, wanted))
        return self._ask(lambda db: index_overviews.briefs(db, wanted))

    def by_time(self) -> list[str]:
        """Return all checkpoints, newest first, then those that only the other branch has."""
        self._needs.append(self._describe)
        return self._ask(lambda db: index_overviews.by_time(db, self._side))

    def record_counts(self, blobs: Iterable[str]) -> dict[str, int]:
        """Return the number of records of transcript segments, if known."""
        wanted = list(blobs)
        return self._ask(lambda db: index_overviews.record_counts(db, wanted))

    def keep_record_counts(self, counts: Mapping[str, int]) -> None:
        if counts:
            self._ask(lambda db: index_overviews.keep_record_counts(db, counts))

    def derived(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the documents that a layer above has computed; a key says what they depend on."""
        wanted = list(keys)
        return self._ask(lambda db: index_overviews.derived(db, wanted))

    def keep_derived(self, documents: Mapping[str, str]) -> None:
        if documents:
            self._ask(lambda db: index_overviews.keep_derived(db, documents))

    # Sessions.

    def sessions(self, except_for: Collection[str] = ()) -> list[RecordedSession]:
        """Return the sessions that have checkpoints, except for these."""
        self._needs.append(self._describe)
        return self._ask(lambda db: index_overviews.traced(db, except_for))

    def first_checkpoints(self, session_ids: Iterable[str]) -> dict[str, str]:
        """Return the first checkpoint of each of these sessions."""
        wanted = list(session_ids)
        if not wanted:
            return {}
        self._needs.append(self._describe)
        return self._ask(lambda db: index_overviews.first_checkpoints(db, wanted))

    def parts_of_sessions(self, session_ids: Iterable[str]) -> dict[str, list[SessionPart]]:
        """Return the parts of these sessions, oldest first."""
        wanted = list(session_ids)
        if not wanted:
            return {}
        self._needs.append(self._describe)
        return self._ask(lambda db: index_overviews.parts_of_sessions(db, wanted))

    def parts_of_session(self, session_id: str) -> list[SessionPart]:
        """Return a session's parts of checkpoints, oldest first."""
        self._needs.append(self._describe)
        return self._ask(lambda db: index_overviews.parts_of_session(db, session_id))

    # Commits.

    def links_of_branch(
        self, branch: str, default: DefaultBranch | None, limit: int = 0, tip: str = "HEAD"
    ) -> list[Link]:
        """Return the linked commits of HEAD's branch, newest first, at most ``limit``.

        On a branch, only its own commits. On the default branch, if there is no default branch, and if HEAD
        is detached, all commits reachable from HEAD. ``tip``: of a branch that is not checked out.
        """
        head = self.objects.commit(tip)
        if head is None:
            return []
        self._cover([head.oid])
        if branch and default is not None and branch != default.name:
            own = history.own_commits(self.repo, default.ref, head.oid)
            links = self._ask(lambda db: index_links.links_of(db, own))
            return links[:limit] if limit else links
        return self._in_order([head.oid], limit)

    def links(self, ids: Iterable[str] | None = None) -> list[Link]:
        """Return the linked commits of every branch, newest first: all, or those of these checkpoints."""
        wanted = None if ids is None else list(ids)
        self._cover(walk.tips(self.repo, *EVERYWHERE))
        if wanted is None:
            return self._in_order(EVERYWHERE)
        found = self._walked(EVERYWHERE, self._ask(lambda db: index_links.linked(db, wanted)))
        return self._ask(lambda db: index_links.links_of(db, found))

    def links_of(self, commits: Iterable[str], tips: Sequence[str] = ()) -> list[Link]:
        """Return those of the commits that are linked, in this order; ``tips`` reach all of them."""
        wanted = list(commits)
        self._cover(tips or wanted)
        return self._ask(lambda db: index_links.links_of(db, wanted))

    def is_linked(self, ids: Collection[str]) -> bool:
        """Whether a commit that was read names one of these checkpoints, even if it is on no branch now."""
        return bool(ids) and bool(self._ask(lambda db: index_links.linked(db, ids)))

    def commits(self, links: Iterable[Link]) -> list[LinkedCommit]:
        """Return what lists show about these commits, in this order."""
        wanted = list(links)
        return self._ask(lambda db: index_links.facts_of(db, wanted))

    def commits_in_brief(self, oids: Iterable[str]) -> dict[str, BriefCommit]:
        """Return what one line shows of these commits."""
        wanted = list(oids)
        return self._ask(lambda db: index_links.briefs_of(db, wanted))

    def _in_order(self, which: Sequence[str], limit: int = 0) -> list[Link]:
        """Return all links in the order of the commits, or the first ones."""
        if limit:
            found = self._walked(which, self._ask(index_links.linked), limit)
            return self._ask(lambda db: index_links.links_of(db, found))
        links = self._ask(index_links.all_links)
        return [links[oid] for oid in self._walked(which, set(links))]

    def _walked(self, which: Sequence[str], left: set[str], limit: int = 0) -> list[str]:
        """Sort commits by letting git list them until all of them were seen."""
        found: list[str] = []
        for oid in walk.walk(self.repo, *which) if left else ():
            if oid in left:
                left.remove(oid)
                found.append(oid)
                if not left or len(found) == limit:
                    break
        return found

    # Updating.

    def _list(self, db: sqlite3.Connection) -> None:
        if not self._roots:
            ours, origins = (self.objects.commit(ref) for ref in (CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF))
            self._roots = {LOCAL: ours.tree if ours else "", ORIGIN: origins.tree if origins else ""}
            self._side = LOCAL if ours is not None and not is_empty(ours) else ORIGIN
        listing.update(db, self.objects, self._roots)

    def _cover(self, tips: Sequence[str]) -> None:
        self._needs.append(lambda db: index_links.cover(db, self.repo, self.objects, tips))

    def _describe(self, db: sqlite3.Connection, ids: Sequence[str] | None = None) -> None:
        """Read the checkpoints that were not read yet, all or these."""
        new = index_overviews.unread(db, ids, self._partly)
        partly = index_overviews.describe(db, self.repo, self.objects, new, self._progress)
        self._partly.difference_update(new)
        self._partly.update(partly)
        if partly and not self._database.in_memory:
            raise NotShareable  # they may be complete the next time
        index_overviews.keep(db, partly)

    def _ask(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run ``work`` on an updated database, even if it has just replaced another one."""

        def current(db: sqlite3.Connection) -> T:
            before, met = self._met
            for need in self._needs[met if db is before else 0 :]:
                need(db)
            self._met = (db, len(self._needs))
            return work(db)

        return self._database.run(current)
