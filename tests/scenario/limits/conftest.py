"""What takes too long."""

from __future__ import annotations

import uuid

import pytest
from tests.scenario.world import World

_ENDLESS = "600.{}"  # seconds that a filter sleeps: a number that no other process has


@pytest.fixture
def mark(world: World) -> str:
    """A clean filter for `*.slow` that hangs. Returns what its command line contains."""
    mark = _ENDLESS.format(uuid.uuid4().int % 10**12)
    world.repo.write(".gitattributes", "*.slow filter=slow\n")
    world.git("add", ".gitattributes")
    world.git("commit", "--quiet", "-m", "attributes")
    world.git("config", "filter.slow.clean", f"sleep {mark}; cat")
    world.git("config", "filter.slow.required", "true")
    return mark
