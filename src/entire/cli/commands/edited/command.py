"""`entire edited`"""

from __future__ import annotations

import os
import time

import click

from entire.cli.ui.options import Command
from entire.core import files, paths
from entire.git import repository
from entire.git.errors import NotARepository
from entire.git.objects.write import Writer
from entire.session import saves
from entire.session.store import Store

_LARGEST = 1024 * 1024


@click.command("edited", cls=Command, epilog="Example: entire edited src/login.py")
@click.argument("names", metavar="FILE...", nargs=-1, required=True, type=click.Path())
def command(names: tuple[str, ...]) -> None:
    """Say that a person has just saved files.

    For editors, to call after each save. It matters while an agent is working: the lines are then the
    person's, even if the agent runs a command at the same time. At other times it does nothing.
    """
    try:
        repo = repository.open_repository()
    except NotARepository:  # editors call this for every file
        return
    if not any(state.is_active for state in Store(repo).in_worktree(repo.worktree_id)):
        return
    with Writer(repo) as writer:
        for name in names:
            path = paths.to_relative(os.path.join(os.getcwd(), name), repo.worktree)
            data = _content(repo.path(path)) if path and not paths.is_infrastructure(path) else None
            if data is not None:
                saves.note(repo, path, writer.blob(data), time.time_ns())


def _content(path: str) -> bytes | None:
    try:
        return files.read(path, _LARGEST)
    except OSError:  # a link, or too large to be followed
        return None
