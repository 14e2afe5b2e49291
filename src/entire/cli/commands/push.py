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
@flag("--json", help="For programs.")
def command(remote: str, json: bool) -> None:
    """Send checkpoints to a remote. `git push` does so along the way."""
    repo = repository.open_repository()
    to = exchange.peer(repo, remote, settings.load(repo.worktree).settings.strategy_options)
    sent = exchange.push_all(repo, to)
    where = output.safe(to.where)
    if json:
        output.line(json_output.encode({"remote": to.where, "refs": sent.refs, "problem": sent.problem}))
    elif sent.refs:
        output.line(f"Sent to {where}: {', '.join(sent.refs)}")
    elif not sent.problem:
        output.line(f"{where} has everything.")
    if sent.problem:
        raise EntireError(f"not all was sent to {where}: {sent.problem}", "nothing is lost; try again later")
