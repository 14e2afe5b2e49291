"""Commits without their checkpoint."""

from __future__ import annotations

from pathlib import Path

from tests.scenario.world import World

from entire.core import clock
from entire.doctor import trailers
from entire.git.objects.read import Objects
from entire.git.repository import open_repository
from entire.session import promises
from entire.session.promises import Promise
from entire.session.store import Store

ID = "a1b2c3d4e5f6"


def test_a_commit_whose_hook_is_running_is_not_without_its_checkpoint(tmp_path: Path) -> None:
    """It was made after the list of waiting commits, so only its promise is known."""
    world = World.new(tmp_path / "repo")
    world.git("commit", "--quiet", "--allow-empty", "-m", f"work\n\nEntire-Checkpoint: {ID}")
    repo = open_repository(str(world.repo.path))
    store = Store(repo)
    with Objects(repo) as objects:
        assert [found.names for found in trailers.examine(repo, objects, store, [])] == [[ID]]
        promise = Promise(worktree_id=repo.worktree_id, created_at=clock.now_utc(), checkpoint_id=ID)
        promises.write(store, promise, durable=False)
        assert trailers.examine(repo, objects, store, []) == []
