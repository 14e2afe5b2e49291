"""`entire status`"""

from __future__ import annotations

import time

import click

from entire.cli.commands.status import gather, plain, screen
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.git import repository
from entire.git.errors import NotARepository


@click.command("status", cls=Command, epilog="Example: entire status --json")
@flag("--detailed", help="Also show settings files and git hooks.")
@flag("--json", help="Print JSON.")
def command(detailed: bool, json: bool) -> None:
    """Show whether entire is on, the open sessions, and what your next commit will link."""
    try:
        facts = gather.gather(repository.open_repository())
    except NotARepository as error:
        facts = gather.outside(error)
    if json:
        output.write_line(json_output.encode(facts))
    elif output.on_terminal():
        output.write_line("\n".join(screen.render(facts, terminal(), detailed=detailed)))
    else:
        output.write_line("\n".join(plain.render(facts, time.time(), detailed=detailed)))
