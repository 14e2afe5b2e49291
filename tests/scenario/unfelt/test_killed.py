"""The background is killed at any moment, while people commit, push and pack."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest
from tests.scenario.world import World
from tests.support import Repo

_ROUNDS = 50 if os.environ.get("ENTIRE_SOAK") else 6
_MOST_SECONDS = 0.25  # until the kill: about what the background takes


class Killer:
    """Writes down the processes in the background, and kills the last one."""

    def __init__(self, world: World, folder: Path) -> None:
        self._pids = folder / "pids"
        self._pids.write_text("")
        real = world.run("sh", "-c", "command -v entire").stdout.strip()
        wrapper = folder / "bin" / "entire"
        wrapper.parent.mkdir()
        noted = f'case "$*" in *"hooks detached"*) echo $$ >> "{self._pids}" ;; esac'
        wrapper.write_text(f'#!/bin/sh\n{noted}\nexec "{real}" "$@"\n')
        wrapper.chmod(0o755)
        world.env["PATH"] = f"{wrapper.parent}:{world.env['PATH']}"

    def kill(self) -> None:
        for pid in self._pids.read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        self._pids.write_text("")


@pytest.mark.property
@pytest.mark.parametrize("beside", ["commit", "push", "gc"])
def test_every_commit_has_its_checkpoint_in_the_end(hasty: World, tmp_path: Path, beside: str) -> None:
    world, remote = hasty, Repo.init(tmp_path / "remote.git", "--bare")
    world.git("remote", "add", "origin", str(remote.path))
    killer, chance, agent = Killer(world, tmp_path), random.Random(beside), world.agent()
    commands = {"push": ["push", "--quiet", "origin", "HEAD"], "gc": ["gc", "--quiet"]}
    made = {}
    for number in range(_ROUNDS):
        names = [f"{number}.py", f"{number}-too.py"]
        agent.turn(f"Write {names[0]}", {name: f"{name}\n" for name in names})
        for name in names:
            world.git("add", name)
            made[world.commit()] = name
            running = None
            if beside in commands:
                running = subprocess.Popen(
                    ["git", *commands[beside]], cwd=world.repo.path, env=world.env, stderr=subprocess.DEVNULL
                )
            time.sleep(chance.random() * _MOST_SECONDS)
            killer.kill()
            if running is not None:
                assert running.wait() == 0
    world.entire("explain")
    assert os.listdir(world.file(".git/entire-sessions/promised")) == []
    assert {id: world.session(id)["files_touched"] for id in made} == {id: [made[id]] for id in made}
    stored = [name for name in world.names() if name.endswith("/0/metadata.json")]
    assert len(stored) == len(made) == 2 * _ROUNDS
    world.git("fsck", "--strict", "--no-dangling")
    assert world.errors() == []
