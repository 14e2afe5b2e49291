"""What `entire search` shows. Field names are the names in `--json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from entire.checkpoint.committed.listing import get_checkpoint_author
from entire.checkpoint.index.index import Index
from entire.cli.commit_row import CommitRow
from entire.cli.file_row import FileRow
from entire.core import clock
from entire.core.text import count
from entire.search.committed import Progress
from entire.search.find import Hit, Search
from entire.search.query import Query
from entire.search.tables import COLUMNS, COMMIT, FACTS, SUBAGENT
from entire.search.where import Where


class Match(NamedTuple):
    """Where a passage matches: characters from, and up to."""

    start: int
    end: int


class HitRow(NamedTuple):
    checkpoint_id: str  # empty if it is not committed
    short_id: str  # the shortest unique prefix
    temporary: bool  # not committed yet
    step: str  # the temporary checkpoint with this turn, if there is one
    session_id: str
    agent: str
    model: str
    author: str
    branch: str
    created_at: str  # of the turn or the commit
    turn: int | None  # number of the turn in this checkpoint, or since the last one, from 1
    is_task: bool  # by a subagent
    found_in: str  # prompts, answers, tools, files, commits or summaries
    passage: str
    matches: list[Match]
    commits: list[CommitRow]  # newest first
    files: list[FileRow]  # that the session changed in this checkpoint


class Found(NamedTuple):
    hits: list[HitRow]  # best first
    more: bool  # there are others


def gather(
    index: Index,
    search: Search,
    wanted: Query,
    where: Where,
    columns: Sequence[str],
    limit: int,
    length: int,
    progress: Progress,
) -> Found:
    hits = search.find(wanted, where, columns, limit + 1 if limit else 0)
    shown = hits[:limit] if limit else hits
    rows = []
    for number, hit in enumerate(shown):
        progress(f"of {count(len(shown), 'passage')}", number)
        rows.append(_row(index, search, hit, wanted, columns, length))
    return Found(rows, len(hits) > len(shown))


def _row(
    index: Index, search: Search, hit: Hit, wanted: Query, columns: Sequence[str], length: int
) -> HitRow:
    passage = search.passage(hit, wanted, [name for name in COLUMNS if name in columns], length)
    commits = search.commits(hit) if hit.checkpoint else []
    return HitRow(
        hit.checkpoint,
        index.shorten(hit.checkpoint) if hit.checkpoint else "",
        not hit.checkpoint,
        "" if hit.checkpoint or hit.kind == SUBAGENT else hit.name,
        hit.session,
        hit.agent,
        hit.model,
        hit.author or _author(index, hit),
        hit.branch,
        clock.rfc3339(int(hit.time)) if hit.time else "",
        None if hit.kind in (FACTS, COMMIT) else hit.number + 1,
        hit.kind == SUBAGENT,
        passage.column,
        passage.text,
        [Match(*one) for one in passage.matches],
        [CommitRow(one.oid, one.subject, one.author, one.date) for one in commits],
        [FileRow(path) for path in search.files(hit)],
    )


def _author(index: Index, hit: Hit) -> str:
    """The author of a checkpoint that nothing names (a longer search)."""
    author = get_checkpoint_author(index.repo, index.objects, hit.checkpoint) if hit.checkpoint else None
    return f"{author.name} <{author.email}>" if author else ""
