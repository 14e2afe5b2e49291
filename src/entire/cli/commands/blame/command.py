"""`entire blame`"""

from __future__ import annotations

import click

from entire.cli import reading
from entire.cli.commands.blame import facts, plain, screen
from entire.cli.ui import json_output, output, pager
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.git import repository

_EXAMPLES = "Examples: entire blame src/login.py · entire blame -L 40,60 src/login.py"


@click.command("blame", cls=Command, epilog=_EXAMPLES)
@click.argument("file", type=click.Path())
@click.option("--lines", "-L", default="", metavar="A,B", help="Only these lines, as for `git blame -L`.")
@flag("--json", help="Print JSON.")
@click.option("--no-pager", is_flag=True, help="Do not use a pager.")
def command(file: str, lines: str, json: bool, no_pager: bool) -> None:
    """Show who wrote each line of a file: a turn of a session, or a person.

    A name in parentheses is the commit's author, for lines that no checkpoint covers.
    """
    with reading.open_index(repository.open_repository()) as index:
        found = facts.gather(index, file, lines)
    if json:
        output.write_line(json_output.encode(found))
    elif output.on_terminal():
        pager.show("\n".join(screen.render(found, terminal())), pager=not no_pager)
    else:
        output.write_line("\n".join(plain.render(found)))
