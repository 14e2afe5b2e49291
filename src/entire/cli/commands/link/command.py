"""`entire link`"""

from __future__ import annotations

import click

from entire.checkpoint import linked
from entire.checkpoint.index.index import Index
from entire.checkpoint.relinked import add_links
from entire.cli import complete, reading
from entire.cli.find_commit import find_commit, one_of
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.core.errors import EntireError
from entire.git import identity, repository
from entire.git.objects.read import Commit
from entire.git.worktree import own_settings
from entire.session.find import NoSession
from entire.session.store import Store
from entire.strategy import registry
from entire.strategy.links import by_hand
from entire.strategy.sessions import Session, get_session, list_sessions

_SHORT = 7
_HINT = "`entire explain --search-all` lists checkpoints, `entire session list --all` sessions"


@click.command(
    "link", cls=Command, epilog="Examples: entire link HEAD 8f76a1 · entire link HEAD~1 a3b2c4d5e6f7"
)
@click.argument("commit", shell_complete=complete.branches)
@click.argument("target", metavar="SESSION|CHECKPOINT", shell_complete=complete.links)
@flag("--json", help="Print JSON.")
def command(commit: str, target: str, json: bool) -> None:
    """Link a commit to a session or a checkpoint.

    For work that was committed without a link. A session with work that is not stored yet gets a new
    checkpoint. The link is a git note: the commit is not rewritten. `entire unlink` removes it.
    """
    repo = repository.open_repository()
    with reading.open_index(repo) as index:
        found = find_commit(repo, index.objects, commit)
        before = linked.checkpoints_of_commit(repo, found.oid)
        id = _checkpoint(index, found, target)
        if id not in linked.checkpoints_of_commit(repo, found.oid):
            add_links(repo, index.objects, {found.oid: [id]}, identity.get_git_author_from_repo(repo))
    new = [] if id in before else [id]
    short = found.oid[:_SHORT]
    if json:
        output.write_line(json_output.encode({"commit": found.oid, "linked": new, "checkpoint_id": id}))
    elif new:
        output.write_line(f"Linked {short} to checkpoint {id}.   undo: entire unlink {short} {id}")
    else:
        output.write_line(f"{short} is linked to checkpoint {id} already.")


def _checkpoint(index: Index, commit: Commit, target: str) -> str:
    """The checkpoint that the user means. For a session with new work, it is written."""
    ids = index.starting(target)
    session = _session(index, target)
    if len(ids) + (session is not None) > 1:
        names = [*ids, *([session.state.session_id] if session is not None else [])]
        raise EntireError(f'{len(names)} checkpoints and sessions start with "{target[:60]}"', one_of(names))
    if ids:
        return ids[0]
    if session is None:
        raise EntireError(f'no checkpoint or session starts with "{target[:60]}"', _HINT)
    store = Store(index.repo)
    if session.local:
        strategy = registry.get(own_settings.load(index.repo).settings.strategy)
        new = by_hand.condense(strategy, index.repo, store, session.state, commit)
        if new:
            return new
    session_id = session.state.session_id
    id = by_hand.linked_part(index.repo, index.objects, session_id, commit)
    id = id or by_hand.nearest(index.parts_of_session(session_id), commit)
    if not id:
        raise EntireError(f"session {session_id} has no checkpoint and no work", _HINT)
    return id


def _session(index: Index, prefix: str) -> Session | None:
    try:
        return get_session(list_sessions(index), prefix)
    except NoSession:
        return None
