from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo

HOOK = "#!/bin/sh\n"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A repository with auto-commit, and a file of twenty lines."""
    return make_world(tmp_path)


def make_world(tmp_path: Path, *options: str) -> World:
    """The same, with options of `git init`."""
    world = World(make_repo(tmp_path / "repo", *options))
    world.repo.write("code.py", "".join(f"line {n}\n" for n in range(1, 21)))
    world.entire("enable", "--agent", "claude-code", "--strategy", "auto-commit", "--project")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "use entire")
    assert json.loads(world.file(".entire/settings.json").read_text())["strategy"] == "auto-commit"
    return world


def refuse_commits(world: World, text: str = "lint failed") -> Path:
    """Let a hook of the user's refuse every commit."""
    hook = world.file(".git/hooks/pre-commit")
    hook.write_text(f"{HOOK}echo {text} >&2\nexit 1\n")
    hook.chmod(0o755)
    return hook


def status(world: World) -> list[str]:
    return world.git("status", "--porcelain").splitlines()


def committed_names(world: World, commit: str = "HEAD") -> list[str]:
    return world.git("show", "--format=", "--name-only", "--no-renames", commit).splitlines()
