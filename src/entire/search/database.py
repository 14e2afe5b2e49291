"""Write documents to a search database, and take them out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from entire.checkpoint.index.file import Database
from entire.checkpoint.index.tables import create, version_of
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git.repository import Repository
from entire.search.stored import Doc
from entire.search.tables import COLUMNS, TABLES, VERSION
from entire.search.words import clean, for_index, vocabulary

COMMITTED = "search.db"
LIVE = "search-live.db"  # apart: it is rebuilt when something in it is gone
_MOST_KNOWN = 200_000


class PartRow(Value):
    checkpoint: str  # empty for a live session
    tree: str
    number: int
    session: str
    agent: str
    model: str
    branch: str
    time: float
    author: str
    skip: int = 0  # where the part begins in its transcript
    position: int = 0
    files: list[str] = []


def open_database(repo: Repository, name: str) -> Database:
    return Database(repo, name, _prepare, large=True)


def _prepare(db: sqlite3.Connection) -> None:
    if not version_of(db):
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # before there is a table; later, it waits for writers
    db.execute("PRAGMA cache_spill = OFF")  # what is written before the end shuts out readers until then
    try:
        create(db, TABLES, VERSION)
    except sqlite3.OperationalError as error:
        if "fts5" in str(error):
            hint = "use a Python whose sqlite3 module has FTS5"
            raise EntireError("this Python cannot search: its SQLite has no full-text index", hint) from error
        raise


def shrink(db: sqlite3.Connection) -> None:
    """Give back what merging the index left free."""
    db.executescript("PRAGMA incremental_vacuum")  # `execute` frees one page


class Writer:
    """Adds documents; remembers words that were written."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._known: set[str] = set()
        self.size = 0  # characters

    def part(self, row: PartRow, docs: Iterable[Doc]) -> None:
        values = [clean(value) if isinstance(value, str) else value for value in row[:-1]]
        cursor = self._db.execute(f"INSERT INTO parts VALUES (NULL{', ?' * len(values)})", values)
        part = cursor.lastrowid or 0
        self._db.executemany("INSERT INTO files VALUES (?, ?)", [(part, clean(path)) for path in row.files])
        for doc in docs:
            self.doc(part, doc)

    def doc(self, part: int, doc: Doc) -> None:
        texts = [for_index(doc.texts.get(column, "")) for column in COLUMNS]
        if not any(texts):
            return
        into = "INSERT INTO docs (part, kind, number, name, time) VALUES (?, ?, ?, ?, ?)"
        id = self._db.execute(into, (part, doc.kind, doc.number, clean(doc.name), doc.time)).lastrowid
        into = f"INSERT INTO texts (rowid, {', '.join(COLUMNS)}) VALUES (?{', ?' * len(COLUMNS)})"
        self._db.execute(into, (id, *texts))
        for text in texts:
            self._words(text)
        self.size += sum(map(len, texts))

    def _words(self, text: str) -> None:
        new = vocabulary(text, self._known)
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        self._known |= new
        self._db.executemany("INSERT OR IGNORE INTO words VALUES (?)", [(word,) for word in new])


def forget(db: sqlite3.Connection, checkpoint: str) -> None:
    """Take the documents of a checkpoint out. Their words stay, but lead nowhere."""
    _forget_parts(db, "checkpoint = ?", checkpoint)
    db.execute("DELETE FROM commits WHERE checkpoint = ?", (checkpoint,))
    db.execute("DELETE FROM checkpoints WHERE id = ?", (checkpoint,))


def forget_session(db: sqlite3.Connection, session: str) -> None:
    """The same for a live session."""
    _forget_parts(db, "session = ?", session)


def _forget_parts(db: sqlite3.Connection, which: str, value: str) -> None:
    of_it = f"SELECT id FROM parts WHERE {which}"
    db.execute(f"DELETE FROM docs WHERE part IN ({of_it})", (value,))
    db.execute(f"DELETE FROM files WHERE part IN ({of_it})", (value,))
    db.execute(f"DELETE FROM parts WHERE {which}", (value,))
