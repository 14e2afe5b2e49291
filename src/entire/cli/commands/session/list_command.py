"""`entire session list`"""

from __future__ import annotations

from typing import Any

import click

from entire.cli import narrow
from entire.cli.commands.session import listing, plain, screen
from entire.cli.ui import json_output, output, pager
from entire.cli.ui.options import flag
from entire.cli.ui.screen import terminal
from entire.git import repository

_EXAMPLES = (
    "Examples: entire session list · entire session list --all --json · "
    "entire session list --since yesterday --grep login"
)


@click.command("list", cls=narrow.PathsCommand, epilog=_EXAMPLES)
@flag("--all", "-a", help="Also list closed sessions, and those only in checkpoints.")
@narrow.options
@narrow.grep
@flag("--json", help="Print JSON.")
def command(
    all: bool = False, json: bool = False, grep: str = "", paths: tuple[str, ...] = (), **given: Any
) -> None:
    """List the open sessions of all worktrees, latest interaction first.

    With filters, lists the sessions that match, open or not. PATHS after `--` are files and folders that they
    changed.
    """
    repo = repository.open_repository()
    found = listing.gather(repo, every=all, where=narrow.where(repo, given, paths), grep=grep)
    if json:
        output.write_line(json_output.encode(found))
    elif output.on_terminal():
        pager.show(screen.listing(found, terminal()))
    else:
        output.write_line("\n".join(plain.listing(found, terminal().now)))
