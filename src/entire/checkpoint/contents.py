"""What a partial clone does not have of checkpoints that somebody wants to see: brought in one go.

Nothing of this costs more than a look into a file where the clone is whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from entire.checkpoint.committed.read import find_stored
from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF
from entire.checkpoint.overview import SHOWN
from entire.core import log
from entire.core.errors import EntireError
from entire.git.errors import GitError
from entire.git.objects import promised
from entire.git.objects.read import Objects
from entire.git.repository import Repository


def bring_contents(repo: Repository, objects: Objects, checkpoint_ids: Iterable[str]) -> bool:
    """All that these checkpoints hold; whether anything had to be fetched. Raises GitError, TooSlow."""
    if not promised.promisor(repo):
        return False
    trees = _trees(objects, checkpoint_ids)
    try:
        return promised.bring(repo, trees) > 0
    except GitError as error:
        log.info("fetching the whole branch", component="checkpoint", error=error.message)
        promised.bring_branch(repo, CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF)
        return True


def bring_if_possible(repo: Repository, objects: Objects, checkpoint_ids: Iterable[str]) -> None:
    """The same; where the remote cannot be reached, what is here has to do."""
    try:
        bring_contents(repo, objects, checkpoint_ids)
    except EntireError as error:
        log.warn("checkpoints are not here", component="checkpoint", error=error.message)


def bring_descriptions(repo: Repository, objects: Objects, trees: Collection[str]) -> None:
    """What a list shows of the checkpoints in these trees, if the remote can be reached: no transcripts."""
    if not promised.promisor(repo):
        return
    blobs = {blob for tree in trees for blob in _described(objects, tree)}
    try:
        promised.bring(repo, trees, blobs)
    except EntireError as error:
        log.warn("checkpoints are not here", component="checkpoint", error=error.message)


def _trees(objects: Objects, checkpoint_ids: Iterable[str]) -> list[str]:
    found = (find_stored(objects, id) for id in checkpoint_ids)
    return [stored.tree for _, stored in filter(None, found)]


def _described(objects: Objects, tree: str) -> Iterator[str]:
    for name, entry in objects.tree(tree).items():
        if entry.is_tree and name.isdigit():
            yield from _described(objects, entry.oid)
        elif name in SHOWN:
            yield entry.oid
