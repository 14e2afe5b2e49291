"""`entire agent check`"""

from __future__ import annotations

import click

from entire.agent.registry import DEFAULT
from entire.cli import complete
from entire.cli.commands.agent import facts, screen
from entire.cli.commands.enable import agents as choice
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.git import repository


@click.command("check", cls=Command, epilog=f"Examples: entire agent check · entire agent check {DEFAULT}")
@click.argument("names", metavar="[NAME]…", nargs=-1, shell_complete=complete.agents)
@flag("--json", help="Print JSON.")
def command(names: tuple[str, ...], json: bool) -> int:
    """Check that agents call our hooks; without a name, those that are enabled. Exit code 1: one does not."""
    wanted = {agent.NAME for agent in choice.by_names(names)}
    rows = facts.gather(repository.open_repository())
    chosen = [row for row in rows if row.name in wanted or (not wanted and row.enabled)]
    failed = not chosen or any(map(facts.problems, chosen))
    if json:
        found = [{"name": row.name, "problems": facts.problems(row)} for row in chosen]
        output.write_line(json_output.encode({"agents": found}))
    elif not chosen:
        output.write_line("No agent is enabled here.   entire agent list")
    else:
        now = terminal().now
        output.write_line("\n".join(line for row in chosen for line in screen.checked(row, now)))
    return int(failed)
