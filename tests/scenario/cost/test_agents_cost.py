"""A hook of one agent loads no other agent's module, and no more of the standard library than others do."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.cost.test_hook_cost import CONTAINERS, PROBE, TEXT, of_pages
from tests.scenario.world import World, make_repo

from entire.agent import registry

DATA = Path(__file__).parents[2] / "data"
MODULES = {name: module.removesuffix(".agent") for name, (module, _) in registry.AGENTS.items()}


def recorded(name: str) -> dict[str, Any]:
    """A call for each verb."""
    found = [
        json.loads(path.read_text())
        for path in sorted((DATA / name.replace("-", "_") / "payloads").iterdir())
    ]
    return {one["verb"]: one["payload"] for one in found}


@pytest.mark.parametrize("name", registry.names())
def test_what_an_agent_loads(name: str, tmp_path: Path) -> None:
    world = World(make_repo(tmp_path / "repo"))
    world.entire("enable", "--agent", name)
    calls = recorded(name)
    assert calls
    for verb, payload in calls.items():
        done = subprocess.run(
            [sys.executable, "-c", PROBE, "hooks", name, verb],
            input=json.dumps(payload).encode(),
            cwd=world.repo.path,
            env=world.env | {"ENTIRE_TEST_TTY": "0"},
            capture_output=True,
            check=False,
        )
        assert done.returncode == -9, done.stderr
        loaded = done.stderr.decode().split("\n")[-2].split()
        others = [one for other, one in MODULES.items() if other != name]
        assert [found for found in loaded if any(f"{found}.".startswith(f"{one}.") for one in others)] == []
        assert MODULES[name] in loaded
        assert of_pages(loaded) == [], verb
        standard = {found.split(".")[0] for found in loaded} & sys.stdlib_module_names
        allowed = TEXT | (CONTAINERS if "_sqlite3" in loaded else set())  # which loads them itself
        assert {found for found in standard if not found.startswith("_")} <= allowed, verb
    assert not world.errors()
