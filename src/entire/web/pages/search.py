"""Search: words and filters over all conversations, as `entire search` has them."""

from __future__ import annotations

from markupsafe import Markup

from entire.cli import reading
from entire.cli.commands.search import facts as found_facts
from entire.cli.commands.search.facts import Found, HitRow
from entire.core.text import printable
from entire.search import query
from entire.search.find import Search
from entire.search.passage import LENGTH
from entire.search.tables import COLUMNS
from entire.web import filters, indexing
from entire.web.filters import Filters
from entire.web.view import Page, View

_PAGE = 30
_MOST = 3000  # hits that one can walk through


def show(view: View) -> Page:
    chosen = filters.read(view)
    skip = min(view.number("skip"), _MOST)
    within = view.text("in")
    columns = (within,) if within in COLUMNS else COLUMNS
    found = _find(view, chosen, columns, skip + _PAGE) if chosen.words else Found([], False)
    more = found.more and skip + _PAGE < _MOST
    facts = {
        "filters": chosen,
        "agents": filters.agents(),
        "columns": COLUMNS,
        "within": within,
        "hits": [(hit, marked(hit)) for hit in found.hits[skip:]],
        "older": view.to.search(skip=skip + _PAGE, **{"in": within}, **chosen.typed) if more else "",
        "skip": skip,
    }
    return Page("search.html", chosen.words or "Search", facts)


def _find(view: View, chosen: Filters, columns: tuple[str, ...], limit: int) -> Found:
    wanted = query.parse([chosen.words])
    search = Search(view.index, _say_nothing)
    try:
        indexing.prepare(search)
        reading.warn_outdated(search)
        return found_facts.gather(
            view.index, search, wanted, chosen.where, columns, limit, LENGTH, _say_nothing
        )
    finally:
        search.close()


def _say_nothing(what: str, number: int) -> None:
    """A page shows no progress."""


def marked(row: HitRow) -> Markup:
    """Pure: the passage, escaped, with its matches marked."""
    out, at = Markup(""), 0
    for match in row.matches:
        out += printable(row.passage[at : match.start])
        out += Markup("<mark>{}</mark>").format(printable(row.passage[match.start : match.end]))
        at = match.end
    return out + printable(row.passage[at:])
