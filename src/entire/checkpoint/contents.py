"""Fetch the checkpoints that a command will show, if this is a partial clone that lacks them.

In a full clone, this only reads the configuration.
"""

from __future__ import annotations

from entire.checkpoint.committed.read import find_stored
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.checkpoint.overview import SHOWN
from entire.core import log
from entire.core.errors import EntireError
from entire.git.errors import GitError
from entire.git.objects import promised
from entire.git.objects.read import SMALL, Objects
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator


def fetch_contents(repo: Repository, objects: Objects, checkpoint_ids: Iterable[str]) -> bool:
    """Fetch these checkpoints completely; return whether anything was missing. Raises GitError, TooSlow."""
    if not promised.promisor(repo):
        return False
    trees = _trees(objects, checkpoint_ids)
    try:
        return promised.fetch_missing(repo, trees) > 0
    except GitError as error:
        log.info("fetching the whole branch", component="checkpoint", error=error.message)
        promised.fetch_whole_branch(repo, CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF)
        return True


def fetch_contents_if_possible(repo: Repository, objects: Objects, checkpoint_ids: Iterable[str]) -> None:
    """The same, but only log an error if the remote cannot be reached."""
    try:
        fetch_contents(repo, objects, checkpoint_ids)
    except EntireError as error:
        log.warn("checkpoints could not be fetched", component="checkpoint", error=error.message)


def fetch_descriptions(repo: Repository, objects: Objects, trees: Collection[str]) -> None:
    """Fetch what lists show of the checkpoints in these trees, without transcripts; log errors."""
    if not promised.promisor(repo):
        return
    blobs = {blob for tree in trees for blob in _described(objects, tree)}
    try:
        promised.fetch_missing(repo, trees, blobs)
    except EntireError as error:
        log.warn("checkpoints could not be fetched", component="checkpoint", error=error.message)


def _trees(objects: Objects, checkpoint_ids: Iterable[str]) -> list[str]:
    found = (find_stored(objects, id) for id in checkpoint_ids)
    return [stored.tree for _, stored in filter(None, found)]


def _described(objects: Objects, tree: str) -> Iterator[str]:
    for name, entry in objects.tree(tree, SMALL).items():
        if entry.is_tree and name.isdigit():
            yield from _described(objects, entry.oid)
        elif name in SHOWN:
            yield entry.oid
