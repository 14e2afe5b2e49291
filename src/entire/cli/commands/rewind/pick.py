"""The menu of points, with a preview of each."""

from __future__ import annotations

from collections.abc import Callable

from entire.checkpoint.index.index import Index
from entire.checkpoint.temporary.steps import START
from entire.cli.commands.rewind import facts as rewind_facts
from entire.cli.commands.rewind import screen
from entire.cli.commands.rewind.facts import SHA
from entire.cli.commands.rewind.screen import Row
from entire.cli.ui import ask, output
from entire.cli.ui.ask import Choice
from entire.cli.ui.screen import Screen, terminal
from entire.core.errors import EntireError
from entire.core.text import count
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.strategy.protocol import Strategy
from entire.strategy.rewind import preview
from entire.strategy.rewind.plan import Parts
from entire.strategy.rewind.points import Point, count_files

_MOST_COMMITS = 100
_PREVIEW_LINES = 2
_NOTHING = "Nothing to rewind to yet. The next turn of an agent will be saved as a step."


def pick(
    strategy: Strategy, index: Index, store: Store, parts: str, *, logs_only: bool, reset: bool
) -> Point | None:
    """Show the menu, with only those points that the options can be used with; None if cancelled or empty."""
    if not ask.is_interactive():
        raise EntireError("not a terminal: pass --to ID", "`entire rewind --list` lists the points")
    found = [
        point
        for point in strategy.rewind_points(index, store, _MOST_COMMITS)
        if (parts != Parts.FILES if point.is_commit else not (logs_only or reset))
    ]
    if not found:
        output.write_line(_NOTHING)
        return None
    here = terminal()
    rows = [_row(index.objects, point, reset=reset) for point in found]
    labels = screen.labels(rows, here._replace(width=here.width - 2, colour=False))
    choices = [
        Choice(point.id, label, _preview(index.repo, store, point, here, parts, reset=reset))
        for point, label in zip(found, labels, strict=True)
    ]
    chosen = ask.choose("Rewind to which point?", choices)
    return next((point for point in found if chosen is not None and point.id == chosen.key), None)


def listing(objects: Objects, points: list[Point], here: Screen) -> list[str]:
    """A row for each point, with the id to pass to `--to`."""
    if not points:
        return [_NOTHING]
    rows = [_row(objects, point, reset=False) for point in points]
    rows = [row if row.session_id else row._replace(name="commit") for row in rows]
    shown = screen.labels(rows, here._replace(width=here.width - SHA - 2))
    return [f"{point.id[:SHA]}  {label}" for point, label in zip(points, shown, strict=True)]


def _row(objects: Objects, point: Point, *, reset: bool) -> Row:
    name = rewind_facts.name_of(point)
    if point.is_commit:
        what = "" if reset or not point.is_logs_only else "(conversation only)"
        return Row(point.time, name, "", "", point.message, what)
    files = "" if point.is_start else count(count_files(objects, point), "file")
    at = rewind_facts.at(point)
    return Row(point.time, name, point.session_id, at, point.message.removeprefix(START), files)


def _preview(
    repo: Repository, store: Store, point: Point, here: Screen, parts: str, *, reset: bool
) -> Callable[[], list[str]]:
    def show() -> list[str]:
        if point.is_commit:
            moves = reset or not point.is_logs_only
            what = "moves the branch and the files" if moves else "files stay as they are"
            return [here.style(f"  restores the conversation; {what}", "dim")]
        try:
            facts = rewind_facts.of_step(point, preview.preview(repo, store, point, parts), parts)
        except EntireError as error:
            return [f"  {output.safe(error.message)}"]
        return screen.plan(facts, here, _PREVIEW_LINES)

    return show
