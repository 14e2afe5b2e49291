"""`entire explain --generate`"""

from __future__ import annotations

import sys

import click

from entire.cli.commands.explain.find import Found
from entire.cli.ui import output
from entire.core import settings
from entire.core.errors import EntireError
from entire.git.repository import Repository


def generate(repo: Repository, found: Found, *, force: bool) -> None:
    """Generate a summary and store it in the checkpoint."""
    if found.step is not None:
        raise EntireError(
            "a step cannot have a summary", "commit its work first: the checkpoint of the commit can"
        )
    from entire.summarize import summarize  # imported here: other commands do not need it

    chosen = settings.load(repo.worktree).settings.strategy_options
    summarize.generate(repo, chosen, found.checkpoint_id, force=force, tell=_announce)


def _announce(provider: str) -> None:
    """Show what a person waits for."""
    if sys.stderr.isatty():
        click.echo(f"Asking {output.safe(provider)} …", err=True)
