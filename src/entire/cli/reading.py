"""What commands do before they read checkpoints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from entire.checkpoint.index.index import Index
from entire.checkpoint.metadata_branch import is_metadata_disconnected
from entire.cli.ui import output
from entire.cli.ui.progress import Progress
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import own_settings
from entire.strategy.links import seen

if TYPE_CHECKING:
    from entire.search.find import Search


def is_disabled(repo: Repository, *, json: bool) -> bool:
    """Whether entire is disabled here; if so, say it. Commands that change nothing do not ask."""
    loaded = own_settings.load(repo)
    if not loaded.present or loaded.enabled:
        return False
    click.echo("Entire is disabled here. Run `entire enable` to turn it on.", err=json)
    return True


def keep_links(repo: Repository, objects: Objects | None = None) -> None:
    """Link commits that contain linked work again, if entire is enabled. Says nothing."""
    if seen.is_due(repo) and own_settings.load(repo).enabled:
        from entire.strategy.links import keep

        keep.keep_links(repo, objects)


@contextmanager
def open_index(repo: Repository) -> Iterator[Index]:
    """Open the index, showing progress if bringing it up to date takes long."""
    with Progress() as progress, Objects(repo) as objects, Index(repo, objects, progress) as index:
        keep_links(repo, objects)
        yield index


def warn_disconnected(index: Index) -> None:
    """Say on standard error if checkpoints of others cannot be merged with those here."""
    if is_metadata_disconnected(index.repo, index.objects):
        output.write_error(
            "local checkpoints and those on origin have no common history", "run `entire doctor`"
        )


def warn_outdated(search: Search) -> None:
    """Say on standard error if what is new could not be added to the search index."""
    if search.outdated:
        output.write_error("the search index is being updated", "what is new may be missing")
