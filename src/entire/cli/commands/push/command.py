"""`entire push`"""

from __future__ import annotations

import click

from entire.cli import allow
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.core.errors import EntireError
from entire.core.lock import WAIT_SECONDS
from entire.core.text import count
from entire.git import repository
from entire.git.worktree import own_settings
from entire.lifecycle import catch_up, push_events
from entire.remote import exchange


@click.command("push", cls=Command, epilog="Example: entire push origin")
@click.argument("remote", default="")
@flag("--json", help="Print JSON.")
def command(remote: str, json: bool) -> None:
    """Push checkpoints to a remote. `git push` does this too."""
    repo = repository.open_repository()
    chosen = own_settings.load(repo).settings
    peers = allow.peers(repo, remote, chosen.strategy_options, may_ask=not json)
    left = catch_up.complete_everywhere(repo, chosen, wait=WAIT_SECONDS)
    push_events.keep_links(repo)
    results = [exchange.push_all(repo, peer) for peer in peers]
    refs = [ref for result in results for ref in result.refs]
    failed = next(
        ((peer, one.problem) for peer, one in zip(peers, results, strict=True) if one.problem), None
    )
    where = output.safe(peers[0].where)
    if json:
        problem = failed[1] if failed else ""
        output.write_line(
            json_output.encode({"remote": peers[0].where, "ref_names": refs, "problem": problem})
        )
    else:
        for peer, result in zip(peers, results, strict=True):
            if result.refs:
                output.write_line(f"Pushed to {output.safe(peer.where)}: {', '.join(result.refs)}")
        if not refs and not failed:
            output.write_line(f"{where} is up to date.")
    if left:
        commits = f"{count(left, 'commit')} {'has' if left == 1 else 'have'}"
        output.write_error(f"{commits} no checkpoint yet", "see `entire doctor`")
    if failed:
        where = output.safe(failed[0].where)
        raise EntireError(
            f"could not push checkpoints to {where}: {failed[1]}", "they are kept here; try again"
        )
