"""`entire du`"""

from __future__ import annotations

import click

from entire.cli.commands.du import facts, plain, screen
from entire.cli.commands.du.screen import Sort
from entire.cli.ui import json_output, output, pager
from entire.cli.ui.options import Command, flag
from entire.cli.ui.progress import Progress
from entire.cli.ui.screen import terminal
from entire.git import repository

_EXAMPLES = "Examples: entire du · entire du --sort unique -n 0 · entire du --json"


@click.command("du", cls=Command, epilog=_EXAMPLES)
@click.option(
    "--limit",
    "-n",
    type=click.IntRange(0),
    metavar="N",
    default=10,
    help="Maximum number of rows per table; 0 for all.",
)
@click.option(
    "--sort",
    type=click.Choice(Sort.ALL, case_sensitive=False),
    default=Sort.SIZE,
    help="Order of sessions: by total size, by unique size, or latest first.",
)
@flag("--json", help="Print JSON: everything, in bytes.")
def command(limit: int, sort: str, json: bool) -> None:
    """Show the disk space that entire uses: by branch, by session, in files.

    Sizes are those on disk, as git stores objects. Unique bytes are freed if the session or branch is
    deleted; shared bytes are also used by others. What your own commits contain is not counted.
    """
    repo = repository.open_repository()
    with Progress() as progress:
        found = facts.gather(repo, progress)
    if json:
        output.write_line(json_output.encode(found))
    elif output.on_terminal():
        pager.show(screen.render(found, terminal(), limit, sort))
    else:
        output.write_line("\n".join(plain.render(found, limit, sort)))
