"""How much text there is to search in, and how large the database of its words is."""

from __future__ import annotations

import os

from bench.fixture.playground import Playground
from bench.measured import Searched
from bench.plan import Point

from entire.checkpoint.committed.read import read_session_contents
from entire.checkpoint.index.file import folder_of
from entire.checkpoint.index.index import Index
from entire.git.objects.read import Objects
from entire.git.repository import Repository, open_repository
from entire.search import stored
from entire.search.database import COMMITTED


def measure(point: Point, ground: Playground) -> Searched:
    """After the first search: everything that it read is read again, and counted."""
    repo = open_repository(str(ground.root))
    with Objects(repo) as objects, Index(repo, objects) as index:
        segments, text, last = stored.Segments(objects), 0, dict[str, tuple[str, str]]()
        for id, tree in index.trees(index.ids()).items():
            for part in stored.read(objects, segments, id, tree):
                text += sum(_size(one) for doc in part.docs for one in doc.texts.values())
                session, newest = part.metadata.session_id, (part.metadata.created_at, id)
                last[session] = max(last.get(session, ("", "")), newest)
        transcripts = sum(_transcript(objects, id, session) for session, (_, id) in last.items())
    return Searched(point, transcripts, text, _database(repo))


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _transcript(objects: Objects, id: str, session: str) -> int:
    """A checkpoint has the whole conversation up to it."""
    contents = read_session_contents(objects, id)
    return sum(len(one.transcript) for one in contents if one.metadata.session_id == session)


def _database(repo: Repository) -> int:
    return os.path.getsize(os.path.join(folder_of(repo), COMMITTED))
