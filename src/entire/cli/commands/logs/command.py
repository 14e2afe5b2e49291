"""`entire logs`"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

import click

from entire.cli import complete
from entire.cli.commands.logs import screen, timings
from entire.cli.commands.logs.follow import Following
from entire.cli.ui import output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.core import log, log_read
from entire.core.errors import EntireError
from entire.core.log_read import Row, Wanted
from entire.core.text import printable
from entire.git import repository

_EXAMPLES = "Examples: entire logs · entire logs -f · entire logs --session 8f76b0e8 --level warn"
_NO_TIMINGS = (
    "No timings in the log: hooks write them if `log_level` in the settings, or ENTIRE_LOG_LEVEL, is debug."
)
_LEVELS = ("debug", "info", "warn", "error")


@click.command("logs", cls=Command, epilog=_EXAMPLES)
@flag("--follow", "-f", help="Keep printing new lines, like `tail -f`.")
@click.option(
    "--session",
    default="",
    metavar="ID",
    help="Only this session; a prefix of its id is enough.",
    shell_complete=complete.sessions,
)
@click.option("--level", type=click.Choice(_LEVELS, case_sensitive=False), help="Only this level and above.")
@click.option(
    "--lines", "-n", type=click.IntRange(0), metavar="N", default=100, help="Number of lines; 0 for all."
)
@flag("--timing", help="Show where the time of hooks goes, as medians; they log it at the level debug.")
@flag("--json", help="Print the lines as stored (JSON).")
def command(follow: bool, session: str, level: str | None, lines: int, timing: bool, json: bool) -> None:
    """Show the log of the hooks in this work tree."""
    repo = repository.open_repository()
    wanted = Wanted(level or "", session, log.TIMING if timing else "")
    if timing and not json and not follow:
        found = timings.table(log_read.tail(repo.worktree, wanted, lines))
        output.write_line("\n".join(found) if found else _NO_TIMINGS)
        return
    if follow:
        with Following(repo.worktree) as following:
            _show(log_read.tail(repo.worktree, wanted, lines, following.start), json)
            _show(_added(following, wanted), json)
    elif not _show(log_read.tail(repo.worktree, wanted, lines), json):
        if session and not level:
            raise EntireError(
                f'the log has no lines of a session that starts with "{session[:60]}"',
                "`entire session list --all` shows all sessions",
            )
        if not json:
            output.write_line(_empty_note(log_read.exists(repo.worktree)))


def _empty_note(exists: bool) -> str:
    if exists:
        return "No matching lines in the log."
    return f"No log yet ({log.FILE}); hooks write it while an agent works."


def _show(rows: Iterable[Row], json: bool) -> bool:
    """Print the rows; whether there were any."""
    shown = False
    for row in rows:
        output.write_line(_text(row, json))
        sys.stdout.flush()
        shown = True
    return shown


def _text(row: Row, json: bool) -> str:
    if json:
        return printable(row.raw) if sys.stdout.isatty() else row.raw
    return "\n".join(screen.render(row, terminal())) if output.on_terminal() else screen.plain(row)


def _added(following: Following, wanted: Wanted) -> Iterator[Row]:
    rows = map(log_read.parse, following.lines())
    return (row for row in rows if row is not None and wanted.has(row))
