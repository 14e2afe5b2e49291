from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from tests.scenario.ways import BY_HAND, Way
from tests.scenario.world import World, make_repo
from tests.support import Repo


@pytest.fixture
def way(request: pytest.FixtureRequest) -> Way:
    """How work becomes commits, for scenarios that are played in several ways (`ways.py`)."""
    found: Way = getattr(request, "param", BY_HAND)
    return found


@pytest.fixture(scope="session")
def enabled(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Way], Path]:
    """A repository where entire was enabled, once for each way: most tests begin with a copy of it."""

    @cache
    def made(way: Way) -> Path:
        return World.enabled(make_repo(tmp_path_factory.mktemp("enabled") / "repo"), way).repo.path

    return made


@pytest.fixture
def world(tmp_path: Path, way: Way, enabled: Callable[[Way], Path]) -> World:
    """An enabled repository with one commit, on which everything is driven through installed hooks."""
    shutil.copytree(enabled(way), tmp_path / "repo", symlinks=True)
    world = World(Repo(tmp_path / "repo"))
    world.way = way
    world.git("update-index", "--refresh")  # the index knows files by their inodes
    return world


@pytest.fixture
def hasty(world: World) -> World:
    """As on a user's machine: what nobody waits for is done in the background."""
    del world.env["ENTIRE_SYNC"]
    world.env.pop("CI", None)
    return world
