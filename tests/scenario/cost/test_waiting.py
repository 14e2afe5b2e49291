"""Clients write down what was said after they call a hook. Their own hooks wait for it; git's never do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.scenario.world import World
from tools.clients import registry as clients

# Runs the program, and notes which of its modules waits, and in which hook.
WATCHED = """#!{python}
import sys, time
sleep = time.sleep
def watched(seconds):
    with open("{notes}", "a") as file:
        print(" ".join(sys.argv[2:4]), sys._getframe(1).f_globals["__name__"], file=file)
    sleep(seconds)
time.sleep = watched
from entire.__main__ import main
main()
"""
FOR_OTHERS = {"entire.core.lock", "entire.git.process"}  # for another hook, or until git has ended


class Waits:
    """A command named `entire` that is first on PATH, and notes when it waits."""

    def __init__(self, world: World, folder: Path) -> None:
        self._notes = folder / "notes"
        program = folder / "bin" / "entire"
        program.parent.mkdir()
        program.write_text(WATCHED.format(python=sys.executable, notes=self._notes))
        program.chmod(0o755)
        world.env["PATH"] = f"{program.parent}:{world.env['PATH']}"

    def take(self) -> dict[str, set[str]]:
        """By hook: the modules that waited since the last time."""
        rows = self._notes.read_text().splitlines() if self._notes.exists() else []
        self._notes.unlink(missing_ok=True)
        found: dict[str, set[str]] = {}
        for row in rows:
            hook, _, module = row.rpartition(" ")
            found.setdefault(hook, set()).add(module)
        return found


def test_the_hook_of_a_turns_end_waits(world: World, tmp_path: Path) -> None:
    """What the others show could be seen."""
    waits = Waits(world, tmp_path)
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.last_answer = "Never written down."
    agent.stop()
    assert waits.take() == {"claude-code stop": {"entire.transcript.flush"}}


@pytest.mark.parametrize("name", clients.names())
def test_nothing_waits_in_a_git_hook(tmp_path: Path, name: str) -> None:
    world = World.new(tmp_path / "repo", agent=name)
    world.env["HOME"] = str(tmp_path / "home")
    Path(world.env["HOME"]).mkdir()
    waits = Waits(world, tmp_path)
    agent = clients.session(name, str(world.repo.path), world.env)
    agent.start()
    agent.submit("Write one")
    world.repo.write("one.py", "1\n")  # neither the prompt nor the call is written down yet
    for moment in ("in the turn", "after the turn", "at a terminal"):
        waits.take()
        world.repo.write(f"{moment}.py", "1\n")
        world.git("add", "-A")
        (world.commit_at_terminal if moment == "at a terminal" else world.commit)()
        world.git("commit", "--quiet", "--amend", "--no-edit")
        world.run("git", "push", "--quiet", str(tmp_path / "nowhere"), "HEAD:main", check=False)
        assert {hook: found for hook, some in waits.take().items() if (found := some - FOR_OTHERS)} == {}
        if moment == "in the turn":
            agent.stop()
    assert not world.errors()
