"""What docs/auto-commit.md shows of commits and settings is played with the hooks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.scenario.ways import BY_ITSELF
from tests.scenario.world import World
from tools.examples import ROOT

PAGE = (ROOT / "docs" / "auto-commit.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    """The first block of a kind."""
    found = re.search(rf"^```{kind}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert found is not None, kind
    return found[1]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World.new(tmp_path / "repo", BY_ITSELF)


def test_the_commit_of_a_prompt(world: World) -> None:
    [prompt] = re.findall(r'^A prompt like "(.*)" makes this commit:$', PAGE, re.MULTILINE)
    world.agent().turn(prompt, {"login.py": "LIMIT = 5\n"})
    made = world.git("log", "-1", "--format=%B")
    assert made.replace(world.checkpoint(), "<id>") == re.sub(r"[0-9a-f]{12}", "<id>", block("text"))


def test_the_branches_of_the_settings(world: World) -> None:
    shown = json.loads(block("json"))
    world.file(".entire/settings.local.json").write_text(json.dumps(shown))
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    assert not world.checkpoint()
    for number, pattern in enumerate(shown["strategy_options"]["auto_commit"]["branches"]):
        world.git("switch", "--quiet", "--create", pattern.replace("*", "login"))
        agent.turn(f"Write {number}", {f"{number}.py": f"{number}\n"})
        assert world.git("log", "-1", "--format=%s") == f"Write {number}"


@pytest.mark.parametrize("kept", ["all", "not-default"])
def test_the_other_values_of_the_setting(world: World, kept: str) -> None:
    assert f'`"{kept}"`' in PAGE
    options = {"strategy_options": {"auto_commit": {"branches": kept}}}
    world.file(".entire/settings.local.json").write_text(json.dumps(options))
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    assert bool(world.checkpoint()) == (kept == "all")
    world.git("switch", "--quiet", "--create", "side")
    agent.turn("Write two", {"two.py": "2\n"})
    assert world.git("log", "-1", "--format=%s") == "Write two"
