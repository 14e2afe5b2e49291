from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo


@pytest.fixture
def world(tmp_path: Path) -> World:
    """An enabled repository with one commit, on which everything is driven through installed hooks."""
    return World.enabled(make_repo(tmp_path / "repo"))
