from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.ways import BY_HAND, Way
from tests.scenario.world import World, make_repo


@pytest.fixture
def way(request: pytest.FixtureRequest) -> Way:
    """How work becomes commits, for scenarios that are played in several ways (`ways.py`)."""
    found: Way = getattr(request, "param", BY_HAND)
    return found


@pytest.fixture
def world(tmp_path: Path, way: Way) -> World:
    """An enabled repository with one commit, on which everything is driven through installed hooks."""
    return World.enabled(make_repo(tmp_path / "repo"), way)
