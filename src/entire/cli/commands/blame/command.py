"""`entire blame`"""

from __future__ import annotations

import click

from entire.cli import reading
from entire.cli.commands.blame import facts, plain, screen
from entire.cli.find_commit import find_commit
from entire.cli.lines import check_range
from entire.cli.ui import json_output, output, pager
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.core.errors import UsageError
from entire.git import repository

_EXAMPLES = (
    "Examples: entire blame src/login.py · entire blame -L 40,60 src/login.py · "
    "entire blame HEAD~2 src/login.py"
)


@click.command("blame", cls=Command, epilog=_EXAMPLES)
@click.argument("names", metavar="[REVISION] FILE", nargs=-1, required=True, type=click.Path())
@click.option("--lines", "-L", default="", metavar="A,B", help="Only these lines, as for `git blame -L`.")
@flag("--json", help="Print JSON.")
@click.option("--no-pager", is_flag=True, help="Do not use a pager.")
def command(names: tuple[str, ...], lines: str, json: bool, no_pager: bool) -> None:
    """Show who wrote each line of a file, now or in a revision: a turn of a session, or a person.

    A name in parentheses is the commit's author, for lines that no checkpoint covers.
    """
    if len(names) > 2:
        raise UsageError("expected [REVISION] FILE", "for example: entire blame HEAD~2 src/login.py")
    check_range(lines, "for example: entire blame -L 40,60 src/login.py")
    repo = repository.open_repository()
    with reading.open_index(repo) as index:
        commit = find_commit(repo, index.objects, names[0]).oid if len(names) > 1 else ""
        found = facts.gather(index, names[-1], lines, commit)
    if json:
        output.write_line(json_output.encode(found))
    elif output.on_terminal():
        pager.show(screen.render(found, terminal()), pager=not no_pager)
    else:
        output.write_line("\n".join(plain.render(found)))
