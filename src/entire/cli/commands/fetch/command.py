"""`entire fetch`"""

from __future__ import annotations

import click

from entire.cli import allow
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.git import repository
from entire.git.worktree import own_settings
from entire.remote import exchange


@click.command("fetch", cls=Command, epilog="Example: entire fetch origin")
@click.argument("remote", default="")
@flag("--json", help="Print JSON.")
def command(remote: str, json: bool) -> None:
    """Fetch checkpoints from a remote. Local ones that were not pushed are kept."""
    repo = repository.open_repository()
    options = own_settings.load(repo).settings.strategy_options
    peers = allow.peers(repo, remote, options, may_ask=not json)
    fetched = [ref for peer in peers for ref in exchange.fetch_all(repo, peer)]
    where = output.safe(peers[0].where)
    if json:
        output.write_line(json_output.encode({"remote": peers[0].where, "ref_names": fetched}))
    elif fetched:
        output.write_line(f"Fetched from {where}: {', '.join(fetched)}")
    else:
        output.write_line(f"Already up to date with {where}.")
