"""Work that was stashed before it became a step: it comes back when the stash is popped."""

from __future__ import annotations

from entire.core import clock
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import stash
from entire.git.worktree.status import Status
from entire.strategy.turn.to_store import dirty_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection


def put_away(repo: Repository, since: str, named: Collection[str], now: Status) -> list[Change]:
    """What the transcript names and lies in a stash made since then, not in the work tree, as stashed."""
    seconds, dirty = clock.timestamp(since), set(dirty_files(now))
    paths = [path for path in named if path not in dirty]
    if seconds is None or not paths:
        return []
    with Objects(repo) as objects:
        return stash.stashed_since(repo, objects, paths, seconds)
