"""The background is killed at any moment, while people commit, push and pack."""

from __future__ import annotations

import os
import random
import subprocess
import time
from pathlib import Path

import pytest
from tests.scenario.background import Background
from tests.scenario.world import World
from tests.support import Repo

_ROUNDS = 50 if os.environ.get("ENTIRE_SOAK") else 6
_MOST_SECONDS = 0.25  # until the kill: about what the background takes


COMMANDS = {
    "commit": ("commit", "--quiet", "-m", "work"),
    "push": ("push", "--quiet", "origin", "HEAD"),
    "gc": ("gc", "--quiet"),
}


@pytest.mark.property
@pytest.mark.parametrize("beside", [*((name,) for name in COMMANDS), (*COMMANDS,)], ids=" and ".join)
def test_every_commit_has_its_checkpoint_in_the_end(
    hasty: World, tmp_path: Path, beside: tuple[str, ...]
) -> None:
    """The second commit, a push and a pack have begun when the background of the first is killed."""
    world, remote = hasty, Repo.init(tmp_path / "remote.git", "--bare")
    world.git("remote", "add", "origin", str(remote.path))
    background, agent = Background(world, tmp_path), world.agent()
    chance = random.Random(" ".join(beside))
    made = {}

    def meanwhile(*names: str) -> None:
        """Kill the background at some moment after these have begun."""
        running = [
            subprocess.Popen(["git", *COMMANDS[name]], cwd=world.repo.path, env=world.env) for name in names
        ]
        time.sleep(chance.random() * _MOST_SECONDS)
        background.kill()
        ended = dict(zip(names, [process.wait() for process in running], strict=True))
        assert not any(code for name, code in ended.items() if name != "commit"), ended

    for number in range(_ROUNDS):
        first, second = f"{number}.py", f"{number}-too.py"
        agent.turn(f"Write {first}", {name: f"{name}\n" for name in (first, second)})
        world.git("add", first)
        made[world.commit()] = first
        world.git("add", second)
        meanwhile(*beside)
        if world.git("diff", "--cached", "--name-only"):  # not yet, or gc was in its way
            world.commit()
        made[world.checkpoint()] = second
        meanwhile(*(name for name in beside if name != "commit"))
    world.entire("explain")
    waiting = os.listdir(world.file(".git/entire-sessions/promised"))
    assert not [name for name in waiting if name.partition(".")[0] in made]  # gc may have hindered others
    assert {id: world.session(id)["files_touched"] for id in made} == {id: [made[id]] for id in made}
    stored = [name for name in world.names() if name.endswith("/0/metadata.json")]
    assert len(stored) == len(made) == 2 * _ROUNDS
    world.git("fsck", "--strict", "--no-dangling")
    assert world.errors() == []
