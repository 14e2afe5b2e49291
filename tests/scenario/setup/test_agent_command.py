"""`entire agent`: which agents are recorded here, and why one is not."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.world import World, make_repo
from tests.support import Repo

from entire.agent import registry


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World.new(tmp_path / "repo")


def row(world: World, name: str = "claude-code") -> dict[str, Any]:
    rows = json.loads(world.entire("agent", "list", "--json"))["known_agents"]
    assert [one["name"] for one in rows] == registry.names()
    found: dict[str, Any] = next(one for one in rows if one["name"] == name)
    return found


def check(world: World, *names: str) -> tuple[str, int]:
    done = world.run("entire", "agent", "check", *names, check=False)
    return done.stdout.strip(), done.returncode


def test_an_agent_that_has_not_called_us(world: World) -> None:
    found = row(world)
    assert (found["enabled"], found["session_count"], found["last_session_at"]) == (True, 0, "")
    text = "Claude Code: has not called its hooks yet: start Claude Code here"
    assert check(world) == (f"! {text}", 1)
    assert text.partition(": ")[2] in world.entire("agent")


def test_an_agent_with_sessions(world: World) -> None:
    for number in range(2):
        world.agent().turn("Write", {f"{number}.py": "1\n"})
    assert row(world)["session_count"] == 2
    assert check(world) == ("✓ Claude Code: 2 sessions, the last just now", 0)
    first = world.entire("agent", "list").splitlines()[0]
    assert re.fullmatch(r"✓ Claude Code +claude-code +2 sessions, the last just now", first)


def test_sessions_of_others_are_not_calls_of_ours(world: World, tmp_path: Path) -> None:
    world.agent().turn("Write", {"1.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    world.git("clone", "--quiet", str(world.repo.path), str(tmp_path / "clone"))
    there = World(Repo(tmp_path / "clone"))
    there.git("fetch", "--quiet", "origin", "entire/checkpoints/v1:entire/checkpoints/v1")
    there.entire("enable")
    found = row(there)
    assert (found["session_count"], found["has_called"]) == (1, False)
    assert check(there) == ("! Claude Code: has not called its hooks yet: start Claude Code here", 1)


def test_an_agent_that_must_be_trusted(world: World) -> None:
    out = world.entire("agent", "add", "codex")
    assert out.startswith(
        "Codex: hooks added to .codex/hooks.json\nCodex runs hooks only after you trust them: "
    )


def test_remove_and_add(world: World) -> None:
    before = world.file(".claude/settings.json").read_text()
    assert "Claude Code: hooks removed from .claude/settings.json" in world.entire(
        "agent", "remove", "claude"
    )
    assert row(world)["enabled"] is False
    out, code = check(world, "claude-code")
    assert (out.splitlines()[0], code) == ("! Claude Code: not enabled here: entire agent add claude-code", 1)
    assert "✗" not in out
    assert check(world)[1] == 1
    assert world.entire("agent", "add", "claude") == "Claude Code: hooks added to .claude/settings.json\n"
    assert world.file(".claude/settings.json").read_text() == before
    assert world.entire("agent", "add", "claude") == "Claude Code: hooks are in .claude/settings.json\n"


def test_hooks_that_someone_removed(world: World) -> None:
    world.agent().turn("Write", {"1.py": "1\n"})
    path = world.file(".claude/settings.json")
    document = json.loads(path.read_text())
    del document["hooks"]["SessionEnd"]
    path.write_text(json.dumps(document))
    out, code = check(world)
    assert (out, code) == (
        "! Claude Code: .claude/settings.json lacks SessionEnd: entire agent add claude-code",
        1,
    )
    world.entire("agent", "add", "claude-code")
    assert check(world)[1] == 0


def test_a_configuration_that_cannot_be_read(world: World) -> None:
    world.file(".claude/settings.json").write_text("{ nonsense")
    out, code = check(world, "claude-code")
    assert (out.startswith("! Claude Code: "), code) == (True, 1)
    done = world.run("entire", "agent", "add", "claude-code", check=False)
    assert (done.returncode, "cannot edit .claude/settings.json" in done.stderr) == (1, True)
    assert world.file(".claude/settings.json").read_text() == "{ nonsense"


def test_an_unknown_agent(world: World) -> None:
    for verb in ("add", "remove", "check"):
        done = world.run("entire", "agent", verb, "nobody", check=False)
        assert "unknown agent: 'nobody'" in done.stderr
        assert done.returncode == 1


def test_add_before_enable(tmp_path: Path) -> None:
    world = World(make_repo(tmp_path / "new"))
    done = world.run("entire", "agent", "add", "claude", check=False)
    assert "entire is not set up here" in done.stderr
    assert "entire enable --agent claude-code" in done.stderr
    assert not os.path.exists(world.file(".claude"))


def test_every_short_name_is_an_agents() -> None:
    assert set(registry.SHORT.values()) <= set(registry.names())
    assert not set(registry.SHORT) & set(registry.names())
