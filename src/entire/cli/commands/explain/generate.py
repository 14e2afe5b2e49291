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
    """Have a summary written into the checkpoint that was found."""
    if found.step is not None:
        raise EntireError(
            "a step has no summary", "commit its work: the checkpoint of the commit can have one"
        )
    from entire.summarize import summarize  # whoever only looks does not pay for what starts programs

    chosen = settings.load(repo.worktree).settings.strategy_options
    summarize.generate(repo, chosen, found.checkpoint_id, force=force, on_start=_tell)


def _tell(provider: str) -> None:
    """Somebody waits."""
    if sys.stderr.isatty():
        click.echo(f"Asking {output.safe(provider)} …", err=True)
