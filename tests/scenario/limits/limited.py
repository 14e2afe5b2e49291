"""A world with limits of its own, and what its processes leave behind."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.scenario.world import World


def limit(world: World, **limits: float) -> None:
    """Set limits as a user does, and let them count: other tests must not depend on a busy machine."""
    path = world.file(".entire/settings.local.json")
    settings = json.loads(path.read_text()) if path.exists() else {}
    settings.setdefault("strategy_options", {})["limits"] = limits
    path.write_text(json.dumps(settings))
    world.env.pop("ENTIRE_TIME_LIMIT", None)


def unlimited(world: World) -> None:
    world.file(".entire/settings.local.json").unlink(missing_ok=True)
    world.env["ENTIRE_TIME_LIMIT"] = "60"


def running(mark: str) -> list[str]:
    """Command lines that contain a mark, of processes that have not ended."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if mark in line and int(folder.name) != os.getpid():
            found.append(line)
    return found


def gone(mark: str) -> bool:
    """Whether they end soon."""
    for _ in range(500):
        if not running(mark):
            return True
        time.sleep(0.02)
    return False


def detached_jobs_done(world: World) -> bool:
    """Whether the processes that hooks of this world started in the background have ended."""
    home = f"HOME={world.env['HOME']}".encode()  # they leave the work tree
    for _ in range(1500):
        if not any(_is_job(folder, home) for folder in Path("/proc").glob("[0-9]*")):
            return True
        time.sleep(0.02)
    return False


def _is_job(folder: Path, variable: bytes) -> bool:
    try:
        words = (folder / "cmdline").read_bytes()
        return b"\0hooks\0detached\0" in words and variable in (folder / "environ").read_bytes().split(b"\0")
    except OSError:
        return False


@contextmanager
def nothing_in_the_background(world: World) -> Iterator[None]:
    """As on a machine where the process that continues is killed each time."""
    folder = world.file(".git/entire-sessions")
    folder.mkdir(exist_ok=True)
    with (folder / "lock-continue").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
        assert detached_jobs_done(world)
