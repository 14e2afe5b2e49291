"""Opening the index of checkpoints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from entire.checkpoint.index.index import Index
from entire.cli.ui.progress import Progress
from entire.git.objects.read import Objects
from entire.git.repository import Repository


@contextmanager
def open_index(repo: Repository) -> Iterator[Index]:
    """Open the index, showing progress if bringing it up to date takes long."""
    with Progress() as progress, Objects(repo) as objects, Index(repo, objects, progress) as index:
        yield index
