"""`entire why`"""

from __future__ import annotations

import re
from functools import partial

import click

from entire.cli import lines, reading
from entire.cli.commands.why import facts, screen
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.core.errors import UsageError
from entire.git import repository

_EXAMPLES = "Examples: entire why src/login.py:42 · entire why src/login.py:40-48 --json"
_PLACE = re.compile(r"(.+):([0-9]{1,9})(?:-([0-9]{1,9}))?\Z", re.DOTALL)


@click.command("why", cls=Command, epilog=_EXAMPLES)
@click.argument("place", metavar="FILE:LINE[-LINE]", type=click.Path())
@flag("--json", help="Print JSON.")
def command(place: str, json: bool) -> None:
    """Show who wrote a line, or several, the prompt that led to it, and the agent's words before it."""
    found = _PLACE.match(place)
    if found is None:
        raise UsageError(f"expected FILE:LINE, got {place[:200]}", "for example src/login.py:42")
    first, last = int(found[2]), int(found[3] or found[2])
    lines.check(place, first, last, "for example src/login.py:40-48")
    with reading.open_index(repository.open_repository()) as index:
        parts = facts.gather(index, found[1], first, last)
    if json:
        output.write_line(json_output.encode({"places": parts} if found[3] else parts[0]))
        return
    show = partial(screen.render, screen=terminal()) if output.on_terminal() else screen.plain
    output.write_line("\n\n".join("\n".join(show(part)) for part in parts))
