"""The tables of a search database.

`checkpoints` are those that were read, by tree; `parts` a session's part of each, or a live session, with
`files`; `docs` what is searched of a part: a turn, its facts, a commit; `commits` those that are linked.
`texts` has the words of each document but not the text, which is read again where it is shown: transcripts
are in git. `words` is the vocabulary, to find parts of words.
"""

from __future__ import annotations

VERSION = 2  # of the tables and of what is read: a file of any other version is rebuilt

PROMPTS, ANSWERS, TOOLS, FILES, COMMITS, SUMMARIES = COLUMNS = (
    "prompts",
    "answers",
    "tools",
    "files",
    "commits",
    "summaries",
)
WEIGHTS = (4.0, 2.0, 1.0, 3.0, 4.0, 3.0)

# Kinds of documents.
TURN, FACTS, COMMIT, SUBAGENT = range(4)

TABLES = f"""
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE checkpoints (id TEXT PRIMARY KEY, tree TEXT NOT NULL);
CREATE TABLE parts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, checkpoint TEXT NOT NULL, tree TEXT NOT NULL,
    number INTEGER NOT NULL, session TEXT NOT NULL, agent TEXT NOT NULL, model TEXT NOT NULL,
    branch TEXT NOT NULL,
    time REAL NOT NULL, author TEXT NOT NULL, skip INTEGER NOT NULL, position INTEGER NOT NULL
);
CREATE INDEX parts_by_checkpoint ON parts (checkpoint);
CREATE TABLE files (part INTEGER NOT NULL, path TEXT NOT NULL);
CREATE INDEX files_by_part ON files (part);
CREATE TABLE docs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, part INTEGER NOT NULL, kind INTEGER NOT NULL,
    number INTEGER NOT NULL, name TEXT NOT NULL, time REAL NOT NULL
);
CREATE INDEX docs_by_part ON docs (part);
CREATE TABLE commits (
    oid TEXT, checkpoint TEXT, author TEXT NOT NULL, date TEXT NOT NULL, subject TEXT NOT NULL,
    number INTEGER NOT NULL, PRIMARY KEY (oid, checkpoint)
);
CREATE INDEX commits_by_checkpoint ON commits (checkpoint, number);
CREATE TABLE words (word TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE VIRTUAL TABLE texts USING fts5 (
    {", ".join(COLUMNS)}, content = '', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO texts (texts, rank) VALUES ('hashsize', 8388608)
"""
