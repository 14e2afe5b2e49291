"""`entire stats` on a terminal."""

from __future__ import annotations

from entire.cli.commands.stats.facts import Row, Stats
from entire.cli.commands.stats.wording import (
    commits_of,
    cost_note,
    lines_of,
    notes,
    scope,
    share,
    standing_of,
    still,
    tokens_of,
)
from entire.cli.money import dollars
from entire.cli.ui.bars import bar, bars, sparkline
from entire.cli.ui.screen import Column, Screen, cut, duration, pad, short_count, table, wrap
from entire.core.text import count, one_line
from entire.numbers.sums import By
from entire.transcript.usage import total

_LABEL = 12
_BAR = 20  # cells
_NARROW_BAR = 10
_NARROW = 100  # a screen of less than this
_DASH = "–"


def render(found: Stats, screen: Screen, limit: int) -> list[str]:
    out = [cut(scope(found), screen.width), *_sums(found, screen)]
    if found.by:
        out += ["", *_table(found, screen, limit)]
    rest = notes(found)
    return out + (["", *(screen.style(cut(note, screen.width), "dim") for note in rest)] if rest else [])


def _sums(found: Stats, screen: Screen) -> list[str]:
    row = found.total
    worked = [
        count(row.session_count, "session"),
        count(row.prompt_count, "prompt"),
        count(row.turn_count, "turn"),
    ]
    if row.seconds_worked:
        worked.append(f"{duration(row.seconds_worked)} of work")
    rows = [
        ("Commits", commits_of(row)),
        ("Sessions", " · ".join(worked) if row.session_count else ""),
        ("Tokens", tokens_of(row.token_usage) if total(row.token_usage) else ""),
        ("Cost", cost_note(row.cost, found) if total(row.token_usage) else ""),
        ("Lines", lines_of(row) if row.line_counts.total or row.lines_removed else ""),
        ("Still there", standing_of(row.standing) if row.standing is not None else ""),
        ("Prompts", "" if found.by else _days(found, screen)),
    ]
    out = []
    for label, text in rows:
        for number, line in enumerate(wrap(text, screen.width - _LABEL) if text else []):
            out.append(screen.style(pad("" if number else label, _LABEL), "dim") + line)
    return out


def _days(found: Stats, screen: Screen) -> str:
    """The prompts of each day that has commits, the last ones that fit."""
    days = found.days[-(screen.width - _LABEL - 26) :] if screen.width > _LABEL + 34 else []
    if len(days) < 2 or not any(day.prompt_count for day in days):
        return ""
    return f"{sparkline([day.prompt_count for day in days])}  {days[0].day} to {days[-1].day}"


def _table(found: Stats, screen: Screen, limit: int) -> list[str]:
    if not found.rows:
        return []
    rows = found.rows
    if limit and len(rows) > limit:  # the newest days, or the largest groups
        rows = rows[-limit:] if found.by in By.TIMES else rows[:limit]
    places, owners = found.by in By.PLACES, found.by in (By.AGENT, By.MODEL)
    has_fates = found.total.standing is not None
    more = len(found.rows) - len(rows)
    cells = _NARROW_BAR if screen.width < _NARROW else _BAR
    columns = [
        Column([found.by, *(one_line(row.name) for row in rows)], free=True),
        _numbers("commits", [row.commit_count for row in rows], late=True),
        _numbers("sessions", [row.session_count for row in rows], keep=False),
        _numbers("prompts", [row.prompt_count for row in rows], keep=False) if not places else Column([]),
        _words("tokens", [_tokens(row) for row in rows], late=True) if not places else Column([]),
        _words("cost", [_cost(row) for row in rows], late=True) if not places else Column([]),
        _numbers("lines", [row.line_counts.total for row in rows], late=True),
        _words("agents", [share(row) for row in rows], keep=False) if not owners else Column([]),
        _words("still there", [still(row.standing) for row in rows], late=True) if has_fates else Column([]),
        Column(["", *_bars(rows, has_fates, cells)], "accent", keep=False),
    ]
    out = table(screen, [column for column in columns if column.cells], indent="")
    return [line.rstrip() for line in out] + ([f"… {more:,} more (--limit 0)"] if more else [])


def _bars(rows: list[Row], has_fates: bool, cells: int) -> list[str]:
    """How much is still there, or else how many lines there are."""
    if not has_fates:
        return bars([row.line_counts.total for row in rows], cells)
    found = [row.standing for row in rows]
    return [
        bar(one.standing_count, one.line_count, cells) if one is not None and one.line_count else ""
        for one in found
    ]


def _numbers(name: str, numbers: list[int], *, keep: bool = True, late: bool = False) -> Column:
    return _words(name, [f"{number:,}" if number else _DASH for number in numbers], keep=keep, late=late)


def _words(name: str, cells: list[str], *, keep: bool = True, late: bool = False) -> Column:
    return Column([name, *cells], right=True, keep=keep, late=late)


def _tokens(row: Row) -> str:
    number = total(row.token_usage)
    return short_count(number) if number else _DASH


def _cost(row: Row) -> str:
    return dollars(row.cost) if total(row.token_usage) else _DASH
