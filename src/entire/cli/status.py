"""`entire status`"""

from __future__ import annotations

import time

import click

from entire.cli import output, screen, screen_json, status_gather, status_plain, status_screen
from entire.cli.options import Command, flag
from entire.git import repository
from entire.git.errors import NotARepository


@click.command("status", cls=Command, epilog="Example: entire status --json")
@flag("--detailed", help="Show what each settings file says.")
@flag("--json", help="Print the facts for programs.")
def command(detailed: bool, json: bool) -> None:
    """Show whether entire is on here, the open sessions, and what the next commit will link."""
    try:
        facts = status_gather.gather(repository.open_repository())
    except NotARepository as error:
        facts = status_gather.outside(error)
    if json:
        output.line(screen_json.encode(facts))
    elif output.on_terminal():
        output.line("\n".join(status_screen.lines(facts, screen.here(), detailed=detailed)))
    else:
        output.line("\n".join(status_plain.lines(facts, time.time(), detailed=detailed)))
