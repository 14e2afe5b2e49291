"""Agents that skip hooks until they are trusted: `enable` says what to do, `status` that it was not done."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.scenario.care.test_doctor import kinds
from tests.scenario.world import World, make_repo

TRUST = "Codex runs hooks only after you trust them: start `codex` here"
SILENT = "Codex has not called its hooks yet"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A machine that has the command."""
    world = World(make_repo(tmp_path / "repo"))
    program = tmp_path / "bin" / "codex"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    world.env["PATH"] = f"{program.parent}:{world.env['PATH']}"
    return world


def call(world: World, verb: str, **payload: str) -> None:
    about = {"session_id": "01a1de28-63c1-7fa1-9a92-8b2a0a14877d", "cwd": str(world.repo.path), **payload}
    words = ["entire", "hooks", "codex", verb]
    text = json.dumps(about)
    done = subprocess.run(
        words, cwd=world.repo.path, env=world.env, input=text, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_until_it_calls(world: World) -> None:
    said = " ".join(world.entire("enable", "--agent", "codex", "--agent", "claude-code").split())
    assert TRUST in said
    assert "Claude Code runs hooks only" not in said
    assert TRUST not in " ".join(world.entire("enable", "--agent", "codex").split()), "once"
    assert SILENT in world.entire("status")
    assert "silent_agent" in kinds(world)

    call(world, "session-start", source="startup")
    call(world, "user-prompt-submit", prompt="Do it")
    assert SILENT not in world.entire("status")
    assert "silent_agent" not in kinds(world)
    call(world, "session-end")
    assert SILENT not in world.entire("status"), "though the session is over"


def test_nobody_is_told_about_what_is_not_used_here(world: World, tmp_path: Path) -> None:
    world.entire("enable", "--agent", "claude-code")
    assert SILENT not in world.entire("status")
    world.entire("enable", "--agent", "codex")
    (tmp_path / "bin" / "codex").unlink()
    assert SILENT not in world.entire("status")
    assert "silent_agent" not in kinds(world)
