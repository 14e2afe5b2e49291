"""`entire du`"""

from __future__ import annotations

import click

from entire.cli.commands.du import facts, plain
from entire.cli.commands.du import screen as du_screen
from entire.cli.commands.du.screen import Sort
from entire.cli.ui import json_output, output, pager, screen
from entire.cli.ui.options import Command, flag
from entire.cli.ui.progress import Progress
from entire.git import repository

_EXAMPLES = "Examples: entire du · entire du --sort unique -n 0 · entire du --json"


@click.command("du", cls=Command, epilog=_EXAMPLES)
@click.option(
    "--limit", "-n", type=click.IntRange(0), default=10, help="How many of each at most; 0 for all."
)
@click.option(
    "--sort",
    type=click.Choice(Sort.ALL, case_sensitive=False),
    default=Sort.SIZE,
    help="Sessions by all that they hold, by what nobody else holds, or the latest first.",
)
@flag("--json", help="Print the facts for programs, all of them, in bytes.")
def command(limit: int, sort: str, json: bool) -> None:
    """Show how much entire keeps in this repository: per session, per branch, in files.

    Bytes are those on disk: objects as git stores them. What is unique goes with its session or branch;
    what is shared is also held by others. What your own commits hold is not counted.
    """
    repo = repository.open_repository()
    with Progress() as progress:
        found = facts.gather(repo, progress)
    if json:
        output.line(json_output.encode(found))
    elif output.on_terminal():
        pager.show("\n".join(du_screen.lines(found, screen.here(), limit, sort)))
    else:
        output.line("\n".join(plain.lines(found, limit, sort)))
