"""People commit, and nothing in the background completes their commits."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.calls import Calls
from tests.scenario.world import World


@pytest.fixture
def calls(hasty: World, tmp_path: Path) -> Calls:
    return Calls(hasty, tmp_path, without="hooks detached")


@pytest.fixture
def alone(hasty: World, calls: Calls) -> World:
    """As if every process in the background were killed at once."""
    return hasty


@pytest.fixture
def there(alone: World, tmp_path: Path) -> Path:
    """Another worktree."""
    alone.git("worktree", "add", "--quiet", str(tmp_path / "there"))
    return tmp_path / "there"
