"""`entire clean`"""

from __future__ import annotations

import click

from entire.cli.commands.clean import plain, screen
from entire.cli.commands.clean.facts import Cleaned, cleaned
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.screen import terminal
from entire.core import log
from entire.git import repository
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.session.store import Store
from entire.strategy import registry
from entire.strategy.clean.apply import delete_all_cleanup_items
from entire.strategy.clean.items import CleanupItem
from entire.strategy.protocol import Strategy


@click.command("clean", cls=Command, epilog="Examples: entire clean · entire clean --force")
@flag("--force", "-f", help="Delete the listed items.")
@flag("--json", help="Print JSON.")
def command(force: bool, json: bool) -> int:
    """List unused data; delete it with --force.

    These are shadow branches and states of deleted sessions, checkpoints of automatic commits that are gone,
    and temporary files of interrupted writes. Branches that a session uses are never deleted. A branch with
    steps that belong to no session is set aside in refs/entire/ first and deleted by the next run.
    """
    repo = repository.open_repository()
    chosen = own_settings.load(repo).settings
    strategy = registry.get(chosen.strategy)
    if force:
        log.setup(repo.worktree, chosen.log_level, component="cleanup")
    report = _clean(strategy, repo) if force else Cleaned(repo.worktree, _list(strategy, repo))
    if json:
        output.write_line(json_output.encode(report))
    elif output.on_terminal():
        output.write_line("\n".join(screen.render(report, terminal())))
    else:
        output.write_line("\n".join(plain.render(report)))
    return 1 if report.failures else 0


def _list(strategy: Strategy, repo: Repository) -> list[CleanupItem]:
    with Objects(repo) as objects:
        return strategy.list_unused(repo, objects, Store(repo))


def _clean(strategy: Strategy, repo: Repository) -> Cleaned:
    """List and delete under one lock, so that no hook runs in between."""
    store = Store(repo)
    with store.lock(), Objects(repo) as objects:
        items = strategy.list_unused(repo, objects, store)
        return cleaned(repo.worktree, items, delete_all_cleanup_items(repo, objects, store, items))
