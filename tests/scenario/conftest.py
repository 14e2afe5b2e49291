from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario import background
from tests.scenario.ways import BY_HAND, Way
from tests.scenario.world import World


@pytest.fixture
def way(request: pytest.FixtureRequest) -> Way:
    """How work becomes commits, for scenarios that are played in several ways (`ways.py`)."""
    found: Way = getattr(request, "param", BY_HAND)
    return found


@pytest.fixture
def world(tmp_path: Path, way: Way) -> World:
    """An enabled repository with one commit, on which everything is driven through installed hooks."""
    return World.new(tmp_path / "repo", way)


@pytest.fixture
def hasty(world: World) -> World:
    """As on a user's machine: what nobody waits for is done in the background."""
    world.env = background.hasty(world.env)
    return world
