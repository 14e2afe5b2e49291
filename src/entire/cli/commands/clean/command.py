"""`entire clean`"""

from __future__ import annotations

import click

from entire.cli.commands.clean import plain
from entire.cli.commands.clean import screen as clean_screen
from entire.cli.commands.clean.facts import Cleaned, cleaned
from entire.cli.ui import json_output, output, screen
from entire.cli.ui.options import Command, flag
from entire.core import log, settings
from entire.git import repository
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.strategy import registry
from entire.strategy.clean.apply import delete_all_cleanup_items
from entire.strategy.clean.items import CleanupItem
from entire.strategy.protocol import Strategy


@click.command("clean", cls=Command, epilog="Examples: entire clean · entire clean --force")
@flag("--force", "-f", help="Delete what is listed.")
@flag("--json", help="Print what is found and done for programs.")
def command(force: bool, json: bool) -> int:
    """List what is left over and needed by nobody; with --force, delete it.

    Shadow branches and states of sessions that are gone, checkpoints of auto-commit whose commits are gone,
    files of writes that were killed. A session's own branch is never touched, nor is work that is not
    condensed: a branch with steps that no session claims is put aside, and deleted only the next time.
    """
    repo = repository.open_repository()
    chosen = settings.load(repo.worktree).settings
    strategy = registry.get(chosen.strategy)
    if force:
        log.setup(repo.worktree, chosen.log_level, component="cleanup")
    report = _clean(strategy, repo) if force else Cleaned(repo.worktree, _list(strategy, repo))
    if json:
        output.line(json_output.encode(report))
    elif output.on_terminal():
        output.line("\n".join(clean_screen.lines(report, screen.here())))
    else:
        output.line("\n".join(plain.lines(report)))
    return 1 if report.failed else 0


def _list(strategy: Strategy, repo: Repository) -> list[CleanupItem]:
    with Objects(repo) as objects:
        return strategy.list_unused(repo, objects, Store(repo))


def _clean(strategy: Strategy, repo: Repository) -> Cleaned:
    """Listed and deleted under one lock: nobody comes in between."""
    store = Store(repo)
    with store.lock(), Objects(repo) as objects:
        items = strategy.list_unused(repo, objects, store)
        return cleaned(repo.worktree, items, delete_all_cleanup_items(repo, objects, store, items))
