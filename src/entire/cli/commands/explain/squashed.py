"""A commit with several checkpoints: sums over all of them, then each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain

from entire.agent.room import Room
from entire.attribution.totals import Shares
from entire.checkpoint.index.index import Index
from entire.cli.commands.explain import detail_facts, detail_screen, plain
from entire.cli.commands.explain.detail_facts import Detail, Total
from entire.cli.file_row import FileRow
from entire.cli.money import sum_rows
from entire.cli.ui.screen import Screen
from entire.core.text import one_line
from entire.transcript.usage import TokenUsage, add

MOST = 20  # checkpoints to show in full
_SHA = 7


def with_others(index: Index, found: Detail, also: Sequence[str], room: Room, *, full: bool) -> Detail:
    """Add the other checkpoints of the same commit, oldest first, and the sums."""
    others = [detail_facts.gather(index, id, room, full=full) for id in also[: MOST - 1]]
    others.sort(key=lambda one: one.created_at)
    return found._replace(others=others, total=sum_up([*others, found]))


def sum_up(parts: Sequence[Detail]) -> Total:
    """Pure: the sums of what is shown below them."""
    rows: dict[str, FileRow] = {}
    for row in chain.from_iterable(part.files for part in parts):
        before = rows.get(row.path, FileRow(row.path))
        rows[row.path] = FileRow(row.path, _plus(before.added, row.added), _plus(before.removed, row.removed))
    usages: list[TokenUsage | None] = [part.token_usage for part in parts]
    return Total(
        len(parts),
        list(rows.values()),
        reduce(add, usages, None),
        _lines(parts),
        sum_rows(part.cost for part in parts),
    )


def _plus(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else one + other


def _lines(parts: Sequence[Detail]) -> Shares | None:
    known = [part.line_counts for part in parts if part.line_counts is not None]
    return Shares(*map(sum, zip(*known, strict=True))) if known else None


def as_lines(found: Detail, *, short: bool) -> Iterator[str]:
    """As labelled lines."""
    assert found.total is not None
    sums = found.total
    commit = found.commits[0] if found.commits else None
    yield from [f"Commit: {commit.commit[:_SHA]} {one_line(commit.subject)}"] if commit is not None else []
    yield f"Checkpoints: {sums.checkpoint_count}"
    yield from plain.tokens(sums.token_usage, sums.cost)
    yield f"Files: ({len(sums.files)})"
    yield from (f"  {one_line(row.path)}" for row in sums.files)
    for part in _parts(found):
        yield ""
        yield from plain.detail(part, short=short)
    yield from _rest(found)


def on_screen(found: Detail, screen: Screen, root: str, *, short: bool) -> Iterator[str]:
    """On a terminal."""
    assert found.total is not None
    yield from detail_screen.sums(found, found.total, screen)
    for part in _parts(found):
        yield ""
        yield from detail_screen.render(part._replace(rewind=""), screen, root, short=short)
    yield from _rest(found)


def _rest(found: Detail) -> list[str]:
    shown = {one.checkpoint_id for one in found.others}
    rest = [id for id in found.also if id not in shown]
    return ["", f"More checkpoints of this commit: {', '.join(rest)}"] if rest else []


def _parts(found: Detail) -> list[Detail]:
    return [part._replace(also=[], others=[], total=None) for part in (*found.others, found)]
