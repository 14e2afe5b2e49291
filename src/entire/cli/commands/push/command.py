"""`entire push`"""

from __future__ import annotations

import click

from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.core import settings
from entire.core.errors import EntireError
from entire.git import repository
from entire.remote import exchange


@click.command("push", cls=Command, epilog="Example: entire push origin")
@click.argument("remote", default="")
@flag("--json", help="Print JSON.")
def command(remote: str, json: bool) -> None:
    """Push checkpoints to a remote. `git push` does this too."""
    repo = repository.open_repository()
    peer = exchange.peer(repo, remote, settings.load(repo.worktree).settings.strategy_options)
    sent = exchange.push_all(repo, peer)
    where = output.safe(peer.where)
    if json:
        output.write_line(
            json_output.encode({"remote": peer.where, "refs": sent.refs, "problem": sent.problem})
        )
    elif sent.refs:
        output.write_line(f"Pushed to {where}: {', '.join(sent.refs)}")
    elif not sent.problem:
        output.write_line(f"{where} is up to date.")
    if sent.problem:
        raise EntireError(
            f"could not push checkpoints to {where}: {sent.problem}", "they are kept here; try again"
        )
