"""Hooks where the git directory is not there, or not ours: they say so, and nothing fails."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.scenario.world import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World.new(tmp_path / "repo")


def without_git_dir(world: World, side: Path, *, hook: str = "stop") -> None:
    """Call a hook in a worktree while the repository that it belongs to is away, as in a container."""
    world.file(".git").rename(world.file("away"))
    try:
        payload = json.dumps({"session_id": "s1", "transcript_path": "", "cwd": str(side)})
        done = subprocess.run(
            ["entire", "hooks", "claude-code", hook], cwd=side, env=world.env, input=payload.encode(),
            capture_output=True, check=False,
        )  # fmt: skip
    finally:
        world.file("away").rename(world.file(".git"))
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.fixture
def side(world: World, tmp_path: Path) -> Path:
    """A worktree; the settings are committed."""
    world.git("worktree", "add", "--quiet", str(tmp_path / "side"))
    return tmp_path / "side"


def test_a_git_directory_that_is_not_there(world: World, side: Path) -> None:
    (side / "below").mkdir()
    without_git_dir(world, side / "below")
    status = json.loads(world.run("entire", "status", "--json", cwd=side).stdout)
    assert status["last_error"]["text"] == "nothing is recorded: the git directory is not here"
    [row] = map(json.loads, (side / ".entire/logs/entire.log").read_text().splitlines())
    assert (row["level"], row["component"], row["hook"]) == ("ERROR", "hooks", "stop")
    assert world.git("status", "--porcelain", cwd=side) == ""


@pytest.mark.parametrize("why", ["off", "off here", "no settings", "a link", "a linked log"])
def test_where_nothing_is_said(world: World, side: Path, tmp_path: Path, why: str) -> None:
    ours, elsewhere = side / ".entire", tmp_path / "elsewhere"
    if why == "off":
        (ours / "settings.json").write_text('{"enabled": false}')
    elif why == "off here":
        (ours / "settings.local.json").write_text('{"enabled": false}')
    elif why == "no settings":
        (ours / "settings.json").unlink()
    elif why == "a link":
        ours.rename(elsewhere)
        ours.symlink_to(elsewhere)
    else:
        elsewhere.mkdir()
        (ours / "logs").symlink_to(elsewhere)
    without_git_dir(world, side)
    assert not (side / ".entire/logs/entire.log").exists()


def test_a_hook_inside_the_git_directory_is_no_error(world: World) -> None:
    world.run("sh", "-c", "cd .git && echo {} | entire hooks claude-code stop")
    assert not world.errors()


def test_a_repository_of_another_user(world: World) -> None:
    """Root works in a container, in a work tree of somebody whom git does not trust."""
    if os.geteuid():
        pytest.skip("only root can give files away")
    for path in (world.repo.path, *world.repo.path.rglob("*")):
        os.chown(path, 1234, 1234, follow_symlinks=False)
    world.run("sh", "-c", "echo {} | entire hooks claude-code stop")
    [row] = [row for row in world.log() if row["level"] == "ERROR"]
    assert "belongs to another user" in row["error"]
    assert "safe.directory" in row["hint"]
    log = world.file(".entire/logs/entire.log")
    assert {path.stat().st_uid for path in (log, log.parent)} == {1234}
    world.git("config", "--global", "--add", "safe.directory", str(world.repo.path))
    assert "belongs to another user" in world.entire("status")
