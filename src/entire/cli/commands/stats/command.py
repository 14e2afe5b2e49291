"""`entire stats`"""

from __future__ import annotations

import os
from typing import Any

import click

from entire.cli import money, narrow, reading
from entire.cli.commands.stats import choose, facts, plain, screen
from entire.cli.commands.stats.facts import Wanted
from entire.cli.ui import json_output, output, pager
from entire.cli.ui.options import flag
from entire.cli.ui.progress import Progress
from entire.cli.ui.screen import terminal
from entire.core.errors import EntireError, UsageError
from entire.git import repository
from entire.git.repository import Repository
from entire.numbers.sums import By
from entire.search.where import Where

_EXAMPLES = (
    "Examples: entire stats --since 1mo --by agent · entire stats main..HEAD -- src · entire stats --csv"
)


@click.command("stats", cls=narrow.PathsCommand, epilog=_EXAMPLES)
@click.argument("range", metavar="[RANGE]", default="")
@click.option("--by", type=click.Choice(By.ALL), default=None, help="Group by this.")
@narrow.some("since", "until", "author", "agent")
@click.option("--prices", default="", type=click.Path(), metavar="FILE", help="Read prices from this file.")
@click.option(
    "--limit",
    "-n",
    type=click.IntRange(0),
    default=20,
    metavar="N",
    help="Show at most N rows (default 20, 0 for all).",
)
@flag("--standing", help="Also show what became of the agents' lines; the first time, this takes long.")
@flag("--json", help="Print JSON.")
@flag("--csv", help="Print comma-separated values.")
@click.option("--no-pager", is_flag=True, help="Do not use a pager.")
def command(range: str, limit: int, csv: bool, no_pager: bool, json: bool, **given: Any) -> None:
    """Count commits, sessions, tokens, costs and lines: of agents and of people.

    RANGE is one of git's, such as main..HEAD; without it, everything in HEAD's history. Numbers come from the
    checkpoints of these commits. What is not recorded is unknown, and counted separately.
    """
    if json and csv:
        raise UsageError("--json and --csv cannot be combined", "pass one of them")
    repo = repository.open_repository()
    prices = money.load(repo, given["prices"])
    where = narrow.where(repo, given, given["paths"])
    wanted = Wanted(range, where, given, given["by"] or "", given["standing"])
    with reading.open_index(repo) as index, Progress() as progress:
        found = facts.gather(index, wanted, prices, progress)
    if where.files and (len(where.files) > 1 or not found.total.commit_count):
        _check_paths(repo, range, where)
    if json:
        output.write_line(json_output.encode(found))
    elif csv:
        output.write_line(plain.as_csv(found))
    elif output.on_terminal():
        pager.show(screen.render(found, terminal(), limit), pager=not no_pager)
    else:
        output.write_line("\n".join(plain.render(found)))


def _check_paths(repo: Repository, range: str, where: Where) -> None:
    """Nothing was counted for a path: say why. Raises EntireError if there is no such path."""
    for path in choose.untouched(repo, range, where):
        message = f"no commit in {range or 'the history of HEAD'} changes {path}"
        if not os.path.lexists(repo.path(path)):
            raise EntireError(message, "paths are written as for `git log`, from the folder you are in")
        output.write_error(message)
