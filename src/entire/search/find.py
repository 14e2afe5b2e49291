"""Search: bring the databases up to date, query them, and read the passages of what is found."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import TypeVar

from entire.checkpoint.contents import fetch_contents_if_possible
from entire.checkpoint.index.file import Database
from entire.checkpoint.index.index import Index
from entire.core import log
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git.errors import GitError
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.search import committed, links, live, query, stored
from entire.search.database import COMMITTED, LIVE, open_database
from entire.search.passage import Passage
from entire.search.passage import find as find_passage
from entire.search.query import Query
from entire.search.tables import COLUMNS, COMMIT, COMMITS, FACTS, WEIGHTS
from entire.search.where import NOTHING, Where

T = TypeVar("T")

_SPARE = 3  # times as many hits are asked for: some are left out
_MOST_READ = 16  # parts whose texts are kept for the next hit
# Words that contain what was typed: first the shortest, which are the most like it. To rank by hundreds of
# words takes a tenth of a second, and is done only if these do not give enough.
_MOST_WORDS = (40, 300)
_BUILDS, _LATER = "another process is building the search index", "search again when it is done"
_OLDEST = "SELECT author FROM commits c WHERE c.checkpoint = p.checkpoint ORDER BY number LIMIT 1"
_AUTHOR = f"coalesce(({_OLDEST}), p.author)"
_WHOLE = "iif(p.checkpoint = '', p.session, p.checkpoint)"
_WITHOUT = (  # a checkpoint is not found by its files or commits if a turn has what must not be there
    f"(d.kind NOT IN ({FACTS}, {COMMIT}) OR {_WHOLE} NOT IN (SELECT {_WHOLE} FROM texts"
    " JOIN docs o ON o.id = texts.rowid JOIN parts p ON p.id = o.part WHERE texts MATCH ?))"
)

# How rare a word is depends on the database, and the two have little in common. So the score of a document is
# taken as a part of the best that there could be in its database: as if the words were everywhere in it.
_SCORED = (
    f"SELECT rowid AS id, bm25(texts, {', '.join(map(str, WEIGHTS))}) AS score,"
    f" bm25(texts{', 1e9' * len(WEIGHTS)}) AS best FROM texts WHERE texts MATCH ?"
)


class Unfinished(EntireError):
    """The index is being built, and cannot be searched yet."""

    read = ""  # how far it is, if that is known


class Commit(Value):
    oid: str
    subject: str
    author: str
    date: str


class Hit(Value):
    """A turn, a commit, or a checkpoint's facts that match."""

    id: int  # of its part in the database
    rank: tuple[int, float, float]  # lower is better: stage, relevance, age
    checkpoint: str  # empty for what is not committed
    tree: str
    part: int  # number of the session in the checkpoint
    session: str
    agent: str
    model: str
    branch: str
    author: str
    time: float
    kind: int
    number: int  # of the turn, from 0
    name: str  # the step, the blob of a subagent, or the commit
    skip: int  # where the part begins in its transcript
    position: int


class Search:
    """An open search: `find` and `passage` use the same databases."""

    def __init__(self, index: Index, progress: Callable[[str, int], None]) -> None:
        self._index = index
        self._progress = progress
        self._committed = open_database(index.repo, COMMITTED)
        self._live = open_database(index.repo, LIVE)
        self._docs: dict[tuple[str, int, str], list[stored.Doc]] = {}
        self.outdated = False  # another process is writing: what is new may be missing

    def close(self) -> None:
        self._committed.close()
        self._live.close()

    @property
    def repo(self) -> Repository:
        return self._index.repo

    @property
    def objects(self) -> Objects:
        return self._index.objects

    @property
    def in_memory(self) -> bool:
        return self._committed.in_memory or self._live.in_memory

    def complete(self) -> bool:
        """Whether all checkpoints that there were at some time are in it."""
        return self._run(self._committed, links.is_complete)

    def update(self) -> None:
        for database, work in ((self._committed, committed.update), (self._live, live.update)):
            try:
                work(database, self._index, self._progress)
            except sqlite3.OperationalError as error:
                log.info("search index not updated", component="search", error=str(error))
                self.outdated = True

    def find(
        self, wanted: Query, where: Where = NOTHING, columns: Sequence[str] = COLUMNS, limit: int = 0
    ) -> list[Hit]:
        """Return what matches, best first: whole words, then parts of words; at most ``limit`` (0: all).

        Raises Unfinished if there is nothing to search in, because another process is building it.
        """
        if self.outdated and not self._run(self._committed, committed.has_checkpoints):
            raise Unfinished(_BUILDS, _LATER)
        made = self._made()
        found = self._stages(wanted, where, columns, limit)
        if self._made() != made:  # a file was damaged, and is empty now
            self.update()
            found = self._stages(wanted, where, columns, limit)
        return one_of_each(sorted(found, key=lambda hit: hit.rank))[: limit or None]

    def _run(self, database: Database, work: Callable[[sqlite3.Connection], T]) -> T:
        """Read. Raises Unfinished if another process does not let us."""
        try:
            return database.run(work)
        except sqlite3.OperationalError as error:
            raise Unfinished(_BUILDS, _LATER) from error

    def _made(self) -> int:
        return self._committed.made + self._live.made

    def _stages(self, wanted: Query, where: Where, columns: Sequence[str], limit: int) -> list[Hit]:
        without = query.without(wanted)
        found = self._stage(0, lambda db: query.exact(wanted), without, where, columns, limit)
        for stage, most in enumerate(_MOST_WORDS, 1):
            if limit and len(found) >= limit:
                break
            known = {_key(hit) for hit in found}
            words = _Containing(wanted, most)
            rest = self._stage(
                stage,
                words.match,
                without,
                where,
                columns,
                limit + len(found) if limit else 0,
            )
            found += [hit for hit in rest if _key(hit) not in known]
            if not words.has_more:
                break
        return found

    def _stage(
        self,
        stage: int,
        match: Callable[[sqlite3.Connection], str],
        without: str,
        where: Where,
        columns: Sequence[str],
        limit: int,
    ) -> list[Hit]:
        def ask(db: sqlite3.Connection) -> list[Hit]:
            return _ask(db, stage, match(db), without, where, columns, limit)

        return [*self._run(self._committed, ask), *self._run(self._live, ask)]

    def passage(self, hit: Hit, wanted: Query, columns: Sequence[str], length: int) -> Passage:
        """Return what to show of a hit; the text is read again from where it is stored."""
        return find_passage(wanted, self._texts(hit), columns, length)

    def _texts(self, hit: Hit) -> dict[str, str]:
        if hit.kind == COMMIT:
            return {COMMITS: next((one.subject for one in self.commits(hit) if one.oid == hit.name), "")}
        docs = self._docs_of(hit)
        same = (doc for doc in docs if (doc.kind, doc.number) == (hit.kind, hit.number))
        return next((doc.texts for doc in same if hit.name in (doc.name, "") or not hit.checkpoint), {})

    def _docs_of(self, hit: Hit) -> list[stored.Doc]:
        key = (hit.checkpoint, hit.part, hit.session)
        if key not in self._docs:
            while len(self._docs) >= _MOST_READ:
                self._docs.pop(next(iter(self._docs)))
            self._docs[key] = self._read(hit)
        return self._docs[key]

    def _read(self, hit: Hit) -> list[stored.Doc]:
        if hit.checkpoint:
            start = stored.Start(hit.skip, hit.position)
            fetch_contents_if_possible(self._index.repo, self._index.objects, [hit.checkpoint])
            try:
                part = stored.read_one(self._index.objects, hit.checkpoint, hit.tree, hit.part, start)
            except GitError:  # not in this clone
                part = None
            return part.docs if part is not None else []
        found = (one for one in live.sessions(self._index) if one.session_id == hit.session)
        return [doc for one in found for doc in live.read(self._index, one)]

    def commits(self, hit: Hit) -> list[Commit]:
        """Return the commits that are linked to a hit's checkpoint, newest first."""
        rows = "SELECT oid, subject, author, date FROM commits WHERE checkpoint = ? ORDER BY number DESC"
        return self._run(
            self._committed, lambda db: [Commit(*row) for row in db.execute(rows, (hit.checkpoint,))]
        )

    def files(self, hit: Hit) -> list[str]:
        """Return the files that a hit's session changed."""
        database = self._committed if hit.checkpoint else self._live
        rows = "SELECT path FROM files WHERE part = ? ORDER BY path"
        return self._run(database, lambda db: [path for (path,) in db.execute(rows, (hit.id,))])


def _key(hit: Hit) -> tuple[str, int, str, int, int, str]:
    return hit.checkpoint, hit.part, hit.session, hit.kind, hit.number, hit.name


def one_of_each(hits: Sequence[Hit]) -> list[Hit]:
    """Pure: a checkpoint is there by its facts or a commit once, and only if none of its turns is.

    The best turn takes their place, unless it only has parts of the words.
    """
    best: dict[tuple[str, int, int], Hit] = {}
    for hit in hits:
        if _is_turn(hit):
            best.setdefault((*_part(hit), hit.rank[0]), hit)
    found: list[Hit] = []
    seen: set[Hit] = set()
    parts: set[tuple[str, int]] = set()
    for hit in hits:
        hit = hit if _is_turn(hit) else best.get((*_part(hit), hit.rank[0]), hit)
        if hit not in seen if _is_turn(hit) else _part(hit) not in parts:
            found.append(hit)
        seen.add(hit)
        parts.add(_part(hit))
    return found


def _part(hit: Hit) -> tuple[str, int]:
    return hit.checkpoint or hit.session, hit.part


def _is_turn(hit: Hit) -> bool:
    return hit.kind not in (FACTS, COMMIT)


class _Containing:
    """Finds the shortest words that contain a part."""

    def __init__(self, wanted: Query, most: int) -> None:
        self._wanted = wanted
        self._most = most
        self.has_more = False

    def match(self, db: sqlite3.Connection) -> str:
        """Return the query for these words."""
        return query.widened(self._wanted, lambda part: self._find(db, part))

    def _find(self, db: sqlite3.Connection, part: str) -> list[str]:
        rows = (
            "SELECT word FROM words WHERE instr(word, ?) AND word <> ?1 ORDER BY length(word), word LIMIT ?"
        )
        found = [word for (word,) in db.execute(rows, (part, self._most + 1))]
        self.has_more = self.has_more or len(found) > self._most
        return found[: self._most]


def _ask(
    db: sqlite3.Connection,
    stage: int,
    match: str,
    without: str,
    where: Where,
    columns: Sequence[str],
    limit: int,
) -> list[Hit]:
    conditions, values = where.conditions(_AUTHOR)
    if without:
        conditions, values = [*conditions, _WITHOUT], [*values, _within(without, columns)]
    rows = (
        f"WITH found AS ({_SCORED}) SELECT p.id, round(score / (SELECT min(best) FROM found), 1),"
        " p.checkpoint, p.tree, p.number, p.session,"
        f" p.agent, p.model, p.branch, {_AUTHOR}, d.time, d.kind, d.number, d.name, p.skip, p.position"
        " FROM found JOIN docs d ON d.id = found.id JOIN parts p ON p.id = d.part"
        f" WHERE {' AND '.join(['1', *conditions])} ORDER BY 2 DESC, d.time DESC LIMIT ?"
    )
    db.create_function("folded", 1, str.lower, deterministic=True)
    found = db.execute(rows, (_within(match, columns), *values, _SPARE * limit or -1))
    return [Hit(id, (stage, -score, -row[8]), *row) for id, score, *row in found]


def _within(match: str, columns: Sequence[str]) -> str:
    return f"{{{' '.join(columns)}}} : ({match})" if len(columns) < len(COLUMNS) else match
