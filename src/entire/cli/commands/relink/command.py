"""`entire relink`"""

from __future__ import annotations

import click

from entire.checkpoint.index.index import Index
from entire.cli.ui import json_output, output
from entire.cli.ui.options import Command, flag
from entire.cli.ui.progress import Progress
from entire.cli.ui.screen import Column, Screen, cut, table, terminal
from entire.core.text import count, one_line, short_session_id
from entire.git import repository
from entire.git.objects.read import Objects
from entire.session.store import Store
from entire.strategy.links import relink, unlinked
from entire.strategy.links.relink import Found
from entire.strategy.links.unlinked import Unlinked

_SHORT = 7


@click.command("relink", cls=Command, epilog="Example: entire relink --force")
@flag("--force", "-f", help="Add the links; without it they are only listed.")
@flag("--json", help="Print JSON.")
def command(force: bool, json: bool) -> None:
    """Find commits that lost the link to their checkpoints, and link them again.

    A squash or rebase merge on a forge can drop the trailer from the message. Such commits are recognised by
    what they change. The links are stored in git notes: no commit is rewritten.
    """
    repo = repository.open_repository()
    with Objects(repo) as objects, Index(repo, objects) as index:
        with Progress() as progress:
            found = relink.find(index, progress)
        if force and found:
            relink.relink(repo, objects, found)
    if json:
        output.write_line(json_output.encode({"done": force, "commits": found}))
    elif not found:
        for line in _without_lost(unlinked.find(repo, Store(repo)), terminal()):
            output.write_line(line)
    else:
        _show(found, force)


def _without_lost(known: list[Unlinked], screen: Screen) -> list[str]:
    """What is known if no lost link was found. ``known``: commits with files of a session, but no link."""
    if not known:
        return ["All links are intact."]
    commits = [
        (one.commit[:_SHORT], short_session_id(one.session_id), one_line(one.subject)) for one in known
    ]
    return [
        "No lost link was found. These commits have files of a session, but no link:",
        *(cut(f"  entire link {oid} {id}   {subject}", screen.width) for oid, id, subject in commits),
    ]


def _show(found: list[Found], applied: bool) -> None:
    columns = [
        Column([one.commit[:_SHORT] for one in found], "accent"),
        Column([output.safe(one.subject) for one in found], free=True),
        Column([" ".join(one.checkpoint_ids) for one in found]),
        Column([one.how for one in found], "dim", keep=False),
    ]
    for line in table(terminal(), columns):
        output.write_line(line)
    number = count(len(found), "commit")
    output.write_line(f"{number} linked." if applied else f"{number} can be linked.   entire relink --force")
