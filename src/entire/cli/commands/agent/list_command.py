"""`entire agent list`"""

from __future__ import annotations

import click

from entire.agent import resolve
from entire.cli.commands.agent import facts, screen
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.output import safe
from entire.cli.ui.screen import terminal
from entire.git import repository


@click.command("list", cls=Command, epilog="Examples: entire agent list · entire agent list --json")
@flag("--json", help="Print JSON.")
def command(json: bool = False) -> None:
    """List the agents that entire knows, and which of them are enabled here."""
    repo = repository.open_repository()
    problems = resolve.discover(repo)
    rows = facts.gather(repo)
    if json:
        output.write_line(json_output.encode({"known_agents": rows}))
    else:
        here = terminal()
        wide = here if output.on_terminal() else here._replace(width=10_000, colour=False)
        output.write_line("\n".join([*screen.listing(rows, wide), *(f"! {safe(text)}" for text in problems)]))
