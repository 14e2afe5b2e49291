"""`entire gc`"""

from __future__ import annotations

import click

from entire.care import plan
from entire.care.collect import Collected, collect
from entire.care.sweep import sweep
from entire.cli.commands.gc import facts, plain, screen
from entire.cli.commands.gc.facts import Report
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.progress import Progress
from entire.cli.ui.screen import terminal
from entire.core import log
from entire.core.errors import EntireError
from entire.git import repository
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.session.store import Store


@click.command("gc", cls=Command, epilog="Examples: entire gc · entire gc --run")
@flag("--run", help="Do it.")
@flag("--json", help="Print JSON.")
def command(run: bool, json: bool) -> int:
    """Show what would make this repository smaller and faster; do it with --run.

    Deletes temporary files of interrupted writes, and copies of transcripts that checkpoints already contain
    once their sessions ended a week ago. Then runs `git gc` with your own settings, which keeps unreachable
    objects for two weeks by default. Checkpoints, steps and uncommitted work are always kept.
    """
    repo = repository.open_repository()
    with Progress() as progress:
        progress("Reading objects", 0)
        with Objects(repo) as objects:
            report = facts.advised(plan.gather(repo, objects, Store(repo)))
        if run:
            progress.announce("git gc")
            report = _run(repo, report)
    if json:
        output.write_line(json_output.encode(report))
    elif output.on_terminal():
        output.write_line("\n".join(screen.render(report, terminal())))
    else:
        output.write_line("\n".join(plain.render(report)))
    return 1 if report.failures else 0


def _run(repo: Repository, report: Report) -> Report:
    log.setup(repo.worktree, own_settings.load(repo).settings.log_level, component="care")
    swept = sweep(repo, Store(repo))
    return facts.after(report, swept, _pack(repo) if report.worth_packing else None)


def _pack(repo: Repository) -> Collected | EntireError:
    """Run `git gc`; a failure does not undo the sweep."""
    try:
        return collect(repo)
    except EntireError as error:
        return error
