"""Numbers: tokens, costs and lines over time, by agent and by model, and what still stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup

from entire.cli import money
from entire.cli.commands.stats import facts as stats
from entire.cli.commands.stats.facts import Row, Standing, Wanted
from entire.cli.commands.stats.wording import not_here, still
from entire.cli.money import dollars
from entire.cli.ui.screen import short_count
from entire.core.errors import UsageError
from entire.core.text import count, one_line
from entire.numbers.prices import Prices
from entire.numbers.sums import By
from entire.transcript.usage import total
from entire.web import charts, filters
from entire.web.charts import Column, Part
from entire.web.counting import COUNTING
from entire.web.filters import Filters
from entire.web.following import FOLLOWING
from entire.web.view import Page, View

_FILTERS = ("author", "agent", "file", "since", "until")
_DAYS = 45  # days with commits that are shown day by day; more of them: week by week
_MOST_COLUMNS = 60  # the latest
_AT_ONCE = 200  # linked commits whose lines are followed without being asked to


def show(view: View) -> Page:
    chosen = _filters(view)
    look = COUNTING.look(view.index)
    if look.waits:
        heading = f"Reading {count(look.waits, 'checkpoint')}"
        reason = "Once, to count tokens and lines."
        return Page("waiting.html", "Numbers", {"heading": heading, "reason": reason})
    prices = money.load_or_none(view.repo)
    wanted = Wanted(view.text("range"), chosen.where, chosen.typed, "", False)
    counted = stats.count(view.index, wanted, _quietly, known_only=look.known_only)
    [whole] = stats.rows_by(counted, "", prices)
    by = By.DAY if len(stats.rows_by(counted, By.DAY, prices)) <= _DAYS else By.WEEK
    times = stats.rows_by(counted, by, prices)[-_MOST_COLUMNS:]
    linked = [commit for commit in counted.commits if commit.checkpoint_ids]
    few, asked = len(linked) <= _AT_ONCE, bool(view.text("standing"))
    done = FOLLOWING.look(view.index, linked) if asked and not few else None
    if done is not None:
        heading = f"Following the lines of {count(len(linked), 'commit')}"
        reason = f"Once, to see what still stands; {done:,} so far."
        return Page("waiting.html", "Numbers", {"heading": heading, "reason": reason})
    # Following every line takes long in a long history: there, only if it is asked for.
    standing = stats.what_became(view.index, counted, _quietly) if few or asked else None
    facts = {
        "filters": chosen,
        "agents": filters.agents(),
        "whole": whole,
        "tokens": total(whole.token_usage),
        "prices": prices,
        "times": times,
        "period": by,
        "charts": _over_time(times) if times else {},
        "groups": [(name, _bars(stats.rows_by(counted, name, prices))) for name in (By.AGENT, By.MODEL)],
        "standing": standing,
        "standing_bar": standing_bar(standing) if standing is not None and standing.line_count else "",
        "still": still(standing),
        "ask": _ask(view, chosen) if standing is None and whole.agent_commit_count else "",
        "notes": _notes(whole, prices, stats.missing(counted, wanted)),
    }
    return Page("numbers.html", "Numbers", facts)


def _filters(view: View) -> Filters:
    """Those of `entire stats`. Raises UsageError for others: the numbers would be those of everything."""
    for name in filters.NAMES:
        if name not in _FILTERS and view.text(name):
            raise UsageError(f"{name}: not a filter of the numbers", f"there are: {', '.join(_FILTERS)}")
    return filters.read(view, _FILTERS)


def _notes(whole: Row, prices: Prices, missing: list[str]) -> list[str]:
    """What the numbers do not contain, and where prices come from."""
    out = [f"Prices seen {one_line(prices.seen)}"] if prices.seen else []
    if whole.cost.unknown_tokens:
        out.append(f"No known price: {count(whole.cost.unknown_tokens, 'token')}")
    if whole.checkpoints_without_lines:
        out.append(f"Lines not recorded: {count(whole.checkpoints_without_lines, 'checkpoint')}")
    if missing:
        out.append(not_here(missing))
    return out


def _quietly(what: str, number: int) -> None:
    pass


def _ask(view: View, chosen: Filters) -> str:
    return view.to.numbers(standing="yes", range=view.text("range"), **chosen.typed)


def _over_time(rows: list[Row]) -> dict[str, Markup]:
    return {
        "tokens": _chart("Tokens over time", rows, _tokens, short_count),
        "cost": _chart("Cost over time", rows, _cost, lambda value: f"${value:,.2f}".removesuffix(".00")),
        "lines": _chart("Lines added over time, by agents and people", rows, _lines, short_count),
    }


def _chart(
    name: str, rows: list[Row], parts: Callable[[Row], list[Part]], label: Callable[[int], str]
) -> Markup:
    found = [Column(row.name[5:], parts(row)) for row in rows]
    values = charts.scale_to(max(column.total for column in found))
    whole = all(value == int(value) for value in values)
    shown = [(value, label(int(value)) if whole else label(value)) for value in values]  # type: ignore[arg-type]
    return charts.columns(name, found, shown)


def _tokens(row: Row) -> list[Part]:
    number = total(row.token_usage)
    return [Part("c1", number, f"{row.name}: {count(number, 'token')}")]


def _cost(row: Row) -> list[Part]:
    return [Part("c2", (row.cost.microdollars or 0) / 1e6, f"{row.name}: {dollars(row.cost)}")]


def _lines(row: Row) -> list[Part]:
    named = zip(("agent", "human", "unknown"), row.line_counts, strict=True)
    return [Part(kind, value, f"{row.name}: {value:,} {kind}") for kind, value in named]


def _bars(rows: Sequence[Row]) -> list[tuple[Row, Markup]]:
    """Each row with a bar of its tokens and one of its lines."""
    most = max((total(row.token_usage) for row in rows), default=0)
    return [
        (row, charts.bar(f"{row.name}: tokens", [Part("c1", total(row.token_usage), "")], most or 1))
        for row in rows
    ]


def standing_bar(found: Standing) -> Markup:
    parts = [
        Part("agent", found.standing_count, f"{found.standing_count:,} still there"),
        Part("human", found.rewritten_by_people, f"{found.rewritten_by_people:,} rewritten by people"),
        Part("c2", found.rewritten_by_agents, f"{found.rewritten_by_agents:,} rewritten by agents"),
        Part(
            "unknown",
            found.rewritten_by_unknown,
            f"{found.rewritten_by_unknown:,} rewritten, by whom is unknown",
        ),
        Part("gone", found.deleted_count, f"{found.deleted_count:,} deleted"),
    ]
    return charts.bar("What became of the lines of agents", parts)
