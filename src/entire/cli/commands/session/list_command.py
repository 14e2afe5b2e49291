"""`entire session list`"""

from __future__ import annotations

import click

from entire.cli.commands.session import facts, plain, screen
from entire.cli.ui import json_output, output, pager
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.git import repository

_EXAMPLES = "Examples: entire session list · entire session list --all --json"


@click.command("list", cls=Command, epilog=_EXAMPLES)
@flag("--all", "-a", help="Also list closed sessions, and those only in checkpoints.")
@flag("--json", help="Print JSON.")
def command(all: bool = False, json: bool = False) -> None:
    """List the open sessions of all worktrees, latest interaction first."""
    found = facts.gather(repository.open_repository(), every=all)
    if json:
        output.write_line(json_output.encode(found))
    elif output.on_terminal():
        pager.show("\n".join(screen.listing(found, terminal())))
    else:
        output.write_line("\n".join(plain.listing(found, terminal().now)))
