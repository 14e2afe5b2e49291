"""Choosing a point, with a look at what going there would do."""

from __future__ import annotations

from collections.abc import Callable

from entire.checkpoint.index.index import Index
from entire.cli.commands.rewind import facts as rewind_facts
from entire.cli.commands.rewind import screen as rewind_screen
from entire.cli.commands.rewind.screen import Row
from entire.cli.ui import ask, output, screen
from entire.cli.ui.ask import Choice
from entire.cli.ui.screen import Screen
from entire.core.errors import EntireError
from entire.core.text import count
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.strategy.protocol import Strategy
from entire.strategy.rewind import preview
from entire.strategy.rewind.points import Point

_MOST_COMMITS = 100
_PREVIEW_LINES = 2


def pick(strategy: Strategy, index: Index, store: Store, *, logs_only: bool, reset: bool) -> Point | None:
    """The point that a person wants, of commits only if it is for one of these; None for no point at all."""
    if not ask.possible():
        raise EntireError(
            "there is no terminal to choose on", "`entire rewind --list`, then `entire rewind --to ID`"
        )
    found = [
        point
        for point in strategy.rewind_points(index, store, _MOST_COMMITS)
        if point.is_logs_only or not (logs_only or reset)
    ]
    if not found:
        output.line("There is nothing to rewind to yet: an agent's next turn will be a step.")
        return None
    here = screen.here()
    rows = [_row(index.objects, point, reset=reset) for point in found]
    labels = rewind_screen.labels(rows, here._replace(width=here.width - 2, colour=False))
    choices = [
        Choice(point.id, label, _preview(index.repo, store, point, here, reset=reset))
        for point, label in zip(found, labels, strict=True)
    ]
    chosen = ask.choose("Where to?", choices)
    return next((point for point in found if chosen is not None and point.id == chosen.key), None)


def _row(objects: Objects, point: Point, *, reset: bool) -> Row:
    name = rewind_facts.name_of(point)
    if point.is_logs_only:
        return Row(point.time, name, "", point.message, "" if reset else "(conversation only)")
    files = count(rewind_facts.files_of(objects, point), "file")
    return Row(point.time, name, point.session_id, point.message, files)


def _preview(
    repo: Repository, store: Store, point: Point, here: Screen, *, reset: bool
) -> Callable[[], list[str]]:
    def show() -> list[str]:
        if point.is_logs_only:
            what = "moves the branch and the files there" if reset else "files stay as they are"
            return [here.style(f"  restores the conversation; {what}", "dim")]
        try:
            facts = rewind_facts.of_step(point, preview.preview(repo, store, point))
        except EntireError as error:
            return [f"  {output.safe(error.message)}"]
        return rewind_screen.plan(facts, here, _PREVIEW_LINES)

    return show
