"""`entire fetch`"""

from __future__ import annotations

import click

from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.core import settings
from entire.git import repository
from entire.remote import exchange


@click.command("fetch", cls=Command, epilog="Example: entire fetch origin")
@click.argument("remote", default="")
@flag("--json", help="For programs.")
def command(remote: str, json: bool) -> None:
    """Bring the checkpoints that others pushed. What is only here stays."""
    repo = repository.open_repository()
    of = exchange.peer(repo, remote, settings.load(repo.worktree).settings.strategy_options)
    brought = exchange.fetch_all(repo, of)
    where = output.safe(of.where)
    if json:
        output.line(json_output.encode({"remote": of.where, "refs": brought}))
    elif brought:
        output.line(f"Brought from {where}: {', '.join(brought)}")
    else:
        output.line(f"{where} has nothing new.")
