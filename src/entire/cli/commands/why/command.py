"""`entire why`"""

from __future__ import annotations

import re

import click

from entire.cli import reading
from entire.cli.commands.why import facts, screen
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.core.errors import UsageError
from entire.git import repository

_EXAMPLES = "Examples: entire why src/login.py:42 · entire why --json src/login.py:42"
_PLACE = re.compile(r"(.+):([1-9][0-9]{0,8})\Z", re.DOTALL)


@click.command("why", cls=Command, epilog=_EXAMPLES)
@click.argument("place", metavar="FILE:LINE", type=click.Path())
@flag("--json", help="Print JSON.")
def command(place: str, json: bool) -> None:
    """Show who wrote a line, and the prompt that led to it."""
    found = _PLACE.match(place)
    if found is None:
        raise UsageError(f"expected FILE:LINE, got {place[:200]}", "for example src/login.py:42")
    with reading.open_index(repository.open_repository()) as index:
        why = facts.gather(index, found[1], int(found[2]))
    if json:
        output.write_line(json_output.encode(why))
    elif output.on_terminal():
        output.write_line("\n".join(screen.render(why, terminal())))
    else:
        output.write_line("\n".join(screen.plain(why)))
