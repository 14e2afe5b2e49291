"""`entire logs`"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

import click

from entire.cli.commands.logs import screen as logs_screen
from entire.cli.ui import complete, output, screen
from entire.cli.ui.options import Command, flag
from entire.core import log, log_read
from entire.core.log_follow import Following
from entire.core.log_read import Row, Wanted
from entire.core.text import printable
from entire.git import repository

_EXAMPLES = "Examples: entire logs · entire logs -f · entire logs --session 8f76b0e8 --level warn"
_LEVELS = ("debug", "info", "warn", "error")


@click.command("logs", cls=Command, epilog=_EXAMPLES)
@flag("--follow", "-f", help="Go on with what is added, until you interrupt it.")
@click.option(
    "--session",
    default="",
    metavar="ID",
    help="Only of sessions whose id starts so.",
    shell_complete=complete.sessions,
)
@click.option("--level", type=click.Choice(_LEVELS, case_sensitive=False), help="Only this level and above.")
@click.option("--lines", "-n", type=click.IntRange(0), default=100, help="How many at most; 0 for all.")
@flag("--json", help="Print the lines as they are stored.")
def command(follow: bool, session: str, level: str | None, lines: int, json: bool) -> None:
    """Show what the hooks of this work tree did."""
    repo = repository.open_repository()
    wanted = Wanted(level or "", session)
    if follow:
        with Following(repo.worktree) as following:
            _show(log_read.tail(repo.worktree, wanted, lines, following.start), json)
            _show(_added(following, wanted), json)
    elif not _show(log_read.tail(repo.worktree, wanted, lines), json) and not json:
        output.line(_nothing(log_read.exists(repo.worktree)))


def _nothing(there: bool) -> str:
    if there:
        return "The log has no such lines."
    return f"There is no log here yet ({log.FILE}): hooks write it while an agent works."


def _show(rows: Iterable[Row], json: bool) -> bool:
    """Whether there were any."""
    shown = False
    for row in rows:
        output.line(_text(row, json))
        sys.stdout.flush()
        shown = True
    return shown


def _text(row: Row, json: bool) -> str:
    if json:
        return printable(row.raw) if sys.stdout.isatty() else row.raw
    return (
        "\n".join(logs_screen.lines(row, screen.here())) if output.on_terminal() else logs_screen.plain(row)
    )


def _added(following: Following, wanted: Wanted) -> Iterator[Row]:
    rows = map(log_read.parse, following.lines())
    return (row for row in rows if row is not None and wanted.has(row))
