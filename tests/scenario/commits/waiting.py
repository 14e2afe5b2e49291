"""Commits that wait for their checkpoint: how they come about, and what is known of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.scenario.world import BRANCH, World


def sessions_dir(world: World) -> Path:
    return world.repo.path / ".git" / "entire-sessions"


def promised(world: World) -> list[str]:
    folder = sessions_dir(world) / "promised"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def is_stored(world: World, checkpoint: str) -> bool:
    path = f"{BRANCH}:{checkpoint[:2]}/{checkpoint[2:]}/metadata.json"
    return bool(checkpoint) and world.run("git", "cat-file", "-e", path, check=False).returncode == 0


@contextmanager
def without_hook(world: World, name: str) -> Iterator[None]:
    hook = world.repo.path / ".git" / "hooks" / name
    hook.rename(hook.with_suffix(".aside"))
    try:
        yield
    finally:
        hook.with_suffix(".aside").rename(hook)


@contextmanager
def branch_locked(world: World) -> Iterator[None]:
    """Another git process has the checkpoints branch locked: nothing can be written to it."""
    lock = world.repo.path / ".git" / "refs" / "heads" / f"{BRANCH}.lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    lock.write_text("")
    world.git("config", "core.filesRefLockTimeout", "0")  # in vain, git would wait at each attempt
    try:
        yield
    finally:
        world.git("config", "--unset", "core.filesRefLockTimeout")
        lock.unlink()


def findings(world: World) -> list[dict[str, Any]]:
    """What `entire doctor` finds; a busy machine makes hooks slow."""
    found = json.loads(world.doctor("--json"))["findings"]
    return [finding for finding in found if finding["kind"] != "slow_hook"]
