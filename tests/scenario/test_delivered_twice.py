"""The same call twice, as when a hook is in the user's and in the project's configuration, counts once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn


class Doubled(StandIn):
    """Calls each hook twice: one after the other, or both at once."""

    at_once = False

    def hook(self, verb: str, **fields: Any) -> str:
        if not self.at_once:
            super().hook(verb, **fields)
            return super().hook(verb, **fields)
        other = threading.Thread(target=super().hook, args=(verb,), kwargs=fields)
        other.start()
        said = super().hook(verb, **fields)
        other.join()
        return said


class AtOnce(Doubled):
    at_once = True


def story(world: World, agent: StandIn) -> dict[str, Any]:
    """What is stored of two turns, a commit in between, and a commit of the agent's own."""
    agent.start()
    agent.turn("Write one.py", {"one.py": "1\n"})
    agent.turn("Write two.py", {"two.py": "2\n"})
    steps = [world.git("rev-list", "--count", name) for name in world.shadows()]
    world.git("add", "-A")
    first = world.commit()
    agent.prompt("Commit three.py")
    agent.write("three.py", "3\n")
    agent.shell("git add -A && git commit -qm three")
    agent.say("Done.")
    agent.stop()
    second = world.checkpoint()
    agent.end()
    kept = ("files_touched", "token_usage", "checkpoints_count", "initial_attribution")
    return {
        "steps": steps,
        "sessions": [{key: world.session(id).get(key) for key in kept} for id in (first, second)],
        "prompts": [world.stored(id, "prompt.txt") for id in (first, second)],
        "lines": [world.transcript(id).count("\n") for id in (first, second)],
        "errors": world.errors(),
    }


@pytest.mark.parametrize("kind", [Doubled, AtOnce])
def test_each_call_counts_once(tmp_path: Path, kind: type[StandIn]) -> None:
    found = []
    for name, agent in (("once", StandIn), ("twice", kind)):
        world = World.new(tmp_path / name / "repo")
        found.append(story(world, agent(str(world.repo.path), world.env)))
    once, twice = found
    for one in (*once["sessions"], *twice["sessions"]):
        one["initial_attribution"].pop("calculated_at", None)
    assert twice == once
