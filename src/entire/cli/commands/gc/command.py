"""`entire gc`"""

from __future__ import annotations

import click

from entire.care import plan
from entire.care.collect import Collected, collect
from entire.care.sweep import sweep
from entire.cli.commands.gc import facts, plain
from entire.cli.commands.gc import screen as gc_screen
from entire.cli.commands.gc.facts import Report
from entire.cli.ui import json_output, output, screen
from entire.cli.ui.options import Command, flag
from entire.cli.ui.progress import Progress
from entire.core import log, settings
from entire.core.errors import EntireError
from entire.git import repository
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store


@click.command("gc", cls=Command, epilog="Examples: entire gc · entire gc --run")
@flag("--run", help="Do what is advised.")
@flag("--json", help="Print what is found and done for programs.")
def command(run: bool, json: bool) -> int:
    """Say what would make this repository smaller and faster; with --run, do it.

    Files that kills left go, and copies of transcripts that checkpoints have whole, once their sessions are
    over for a week. Then git packs its objects: `git gc` with your own settings, which keeps what nothing
    reaches for two weeks or as they say. Checkpoints, steps and work that is not condensed always stay.
    """
    repo = repository.open_repository()
    with Progress() as progress:
        progress("Looking at objects", 0)
        with Objects(repo) as objects:
            report = facts.advised(plan.gather(repo, objects, Store(repo)))
        if run:
            progress.announce("git gc")
            report = _run(repo, report)
    if json:
        output.line(json_output.encode(report))
    elif output.on_terminal():
        output.line("\n".join(gc_screen.lines(report, screen.here())))
    else:
        output.line("\n".join(plain.lines(report)))
    return 1 if report.failed else 0


def _run(repo: Repository, report: Report) -> Report:
    log.setup(repo.worktree, settings.load(repo.worktree).settings.log_level, component="care")
    swept = sweep(repo, Store(repo))
    return facts.after(report, swept, _pack(repo) if report.worth_packing else None)


def _pack(repo: Repository) -> Collected | EntireError:
    """What stops git does not undo what was done before."""
    try:
        return collect(repo)
    except EntireError as error:
        return error
