"""`entire unlink`"""

from __future__ import annotations

import click

from entire.checkpoint import linked
from entire.checkpoint.relinked import remove_links
from entire.cli import complete
from entire.cli.find_commit import find_commit
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.core.errors import EntireError
from entire.git import identity, repository
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.strategy.links import by_hand, unlinked
from entire.strategy.links.unlinked import Unlinked

_SHORT = 7


@click.command("unlink", cls=Command, epilog="Example: entire unlink HEAD")
@click.argument("commit", shell_complete=complete.branches)
@click.argument("checkpoint", metavar="[CHECKPOINT]", default="", shell_complete=complete.checkpoints)
@flag("--json", help="Print JSON.")
def command(commit: str, checkpoint: str, json: bool) -> None:
    """Remove the link from a commit to its checkpoints, or to one of them.

    The checkpoints stay, and the commit is not rewritten: a git note says that the line in its message does
    not count. `entire link` brings the link back.

    If `entire status` says that work was committed without a link, this says that none is wanted.
    """
    repo = repository.open_repository()
    with Objects(repo) as objects:
        found = find_commit(repo, objects, commit)
        short = found.oid[:_SHORT]
        ids = linked.checkpoints_of_commit(repo, found.oid)
        chosen = [id for id in ids if id.startswith(checkpoint)]
        refused = None if ids else _named_by_status(repo, found.oid)
        if refused is not None:
            ids = chosen = [unlinked.REFUSED]
        if not ids:
            raise EntireError(f"commit {short} is not linked")
        if not chosen:
            message = f'commit {short} is not linked to a checkpoint that starts with "{checkpoint[:60]}"'
            raise EntireError(message, f"it is linked to {', '.join(ids)}")
        store, author = Store(repo), identity.get_git_author_from_repo(repo)
        with store.lock():
            remove_links(repo, objects, {found.oid: chosen}, author)
            by_hand.forget(store, found, chosen)
    if json:
        ids = chosen if refused is None else []
        output.write_line(json_output.encode({"commit": found.oid, "checkpoint_ids": ids}))
        return
    if refused is not None:
        session = refused.session_id[:_SHORT]
        output.write_line(f"{short} stays without a link.   undo: entire link {short} {session}")
        return
    for id in chosen:
        output.write_line(f"Unlinked {short} from checkpoint {id}.   undo: entire link {short} {id}")


def _named_by_status(repo: Repository, commit: str) -> Unlinked | None:
    """What `entire status` says about a commit without a link, if anything."""
    return next((one for one in unlinked.find(repo, Store(repo)) if one.commit == commit), None)
