"""Two agents at work in one repository at the same time, also on the same file: each owns what it wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo
from tools.clients import registry as clients
from tools.clients.client import Client

from entire.agent import registry
from entire.cli.commands.demo.stand_in import MODEL

CLAUDE = "claude-code"
OTHERS = [name for name in clients.names() if name != CLAUDE]
SHARED = "first = 1\nsecond = 2\nthird = 3\n"
UNTIMED = {"Cursor": "unknown"}  # it does not say when it changed what
CHANGED = SHARED.replace("second = 2", "second = 22")


def begins(agent: Client, prompt: str) -> None:
    agent.start()
    agent.submit(prompt)
    agent.asked(prompt)


def owners(world: World, file: str) -> list[str]:
    """By line: the agent that `entire blame` names."""
    names = [row.split("\t")[1] for row in world.entire("blame", file).splitlines()]
    return [name.rpartition(" ")[0] or name for name in names]


def ends(agent: Client) -> None:
    agent.say("Done.")
    agent.stop()


@pytest.mark.parametrize("claude_begins", [True, False])
@pytest.mark.parametrize("name", OTHERS)
def test_each_agent_owns_its_lines(tmp_path: Path, name: str, claude_begins: bool) -> None:
    """One writes a file; meanwhile the other one changes a line of it, and both write one of their own."""
    world = World(make_repo(tmp_path / "repo"))
    world.env["HOME"] = str(tmp_path / "home")
    Path(world.env["HOME"]).mkdir()
    world.entire("enable", "--agent", CLAUDE, "--agent", name)
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "use entire")
    names = [CLAUDE, name] if claude_begins else [name, CLAUDE]
    first, second = (clients.session(one, str(world.repo.path), world.env) for one in names)

    begins(first, "Write the numbers")
    first.write("shared.py", SHARED)
    begins(second, "Change the second")
    second.write("shared.py", CHANGED)
    second.write("second.py", "second = 2\n")
    ends(second)
    first.write("first.py", "first = 1\n")
    ends(first)
    world.git("add", "-A")
    checkpoint = world.commit()

    count = len(world.root(checkpoint)["sessions"])
    parts = {world.session(checkpoint, at)["agent"]: at for at in range(count)}
    types = [registry.AGENTS[one][1] for one in names]
    assert parts.keys() == set(types)
    for kind, agent, prompt, files in (
        (types[0], first, "Write the numbers", ["first.py", "shared.py"]),
        (types[1], second, "Change the second", ["second.py", "shared.py"]),
    ):
        part = world.session(checkpoint, parts[kind])
        assert (part["session_id"], part["files_touched"]) == (agent.session_id, files)
        assert part["model"] == (MODEL if kind == registry.AGENTS[CLAUDE][1] else "model-1")
        assert world.stored(checkpoint, "prompt.txt", parts[kind]) == prompt
    by_first, by_second = types
    shared = [UNTIMED.get(kind, kind) for kind in (by_first, by_second, by_first)]
    assert {file: owners(world, file) for file in ("shared.py", "first.py", "second.py")} == {
        "shared.py": shared,
        "first.py": [by_first],
        "second.py": [by_second],
    }
    world.check_sound()
