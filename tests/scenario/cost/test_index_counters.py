"""Commands that read cost what they show, by counting: git processes, objects, and what they load."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.scenario.cost.many import SESSION, checkpoint_id, many
from tests.scenario.world import World

FEW, MANY = 10, 300
COMMANDS = {
    "status": ["status"],
    "explain": ["explain"],
    "explain, all": ["explain", "--search-all", "--limit", "5"],
    "explain, one session": ["explain", "--session", SESSION.format(1)],
    "explain, one": ["explain", checkpoint_id(3)],
    "explain, of a commit": ["explain", "--commit", "HEAD~2"],
    "explain, of a commit that is linked by a note": ["explain", "--commit", "HEAD"],
    "explain, nothing": ["explain", "nothing"],
    "session list": ["session", "list", "--all"],
    "session show": ["session", "show", SESSION.format(1)],
    "rewind --list": ["rewind", "--list"],
    "blame": ["blame", "src/1.py"],
    "why": ["why", "src/1.py:2"],
    "resume": ["resume"],
}


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> dict[int, World]:
    return {}


def world_of(worlds: dict[int, World], count: int, base: Path) -> World:
    """Made once; the home is that of the test that runs."""
    if count not in worlds:
        worlds[count] = many(base / f"of-{count}", count)
    return worlds[count]


class Trace:
    """What git did for a command."""

    def __init__(self, world: World, folder: Path, words: list[str]) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        env = world.env
        world.env = env | {"GIT_TRACE2_EVENT": str(folder)}
        done = world.run("entire", *words, check=False)
        world.env = env
        self.out = done.stdout
        self.code = done.returncode
        self.commands = sorted(_command(path) for path in folder.iterdir())


def _command(path: Path) -> str:
    for line in path.read_text().splitlines():
        row = json.loads(line)
        if row["event"] == "cmd_name":
            return str(row["name"])
    return ""


@pytest.mark.parametrize("name", COMMANDS)
def test_as_many_git_processes_for_few_as_for_many(
    worlds: dict[int, World], tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    """Also the first time, when all is read: reading means a stream of objects through one process."""
    seen: dict[int, tuple[list[str], list[str]]] = {}
    for count in (FEW, MANY):
        world = world_of(worlds, count, tmp_path_factory.getbasetemp())
        shutil.rmtree(world.file(".git/entire-index"), ignore_errors=True)
        first, again = (Trace(world, tmp_path / "trace", COMMANDS[name]) for _ in range(2))
        assert (first.code, first.out) == (again.code, again.out)
        assert first.code == (1 if name.endswith("nothing") else 0)
        seen[count] = (first.commands, again.commands)
    assert seen[FEW] == seen[MANY]
    assert len(seen[MANY][1]) <= 12


OBJECTS_READ = """
import sys
from entire.git.objects import read as objects
count = 0
ask = objects.Objects._answer
def counted(self, *limits):
    global count
    count += 1
    return ask(self, *limits)
objects.Objects._answer = counted
sys.argv = ["entire", *sys.argv[1:]]
from entire.__main__ import main
try:
    main()
except SystemExit:
    pass
print(count, file=sys.stderr)
"""


@pytest.mark.parametrize(
    "words", [["explain", "-n", "3"], ["session", "list", "--all"], ["rewind", "--list", "-n", "3"]]
)
def test_what_is_known_is_not_read_again(
    worlds: dict[int, World], tmp_path_factory: pytest.TempPathFactory, words: list[str]
) -> None:
    import sys

    world = world_of(worlds, MANY, tmp_path_factory.getbasetemp())
    world.entire(*words)
    done = world.run(sys.executable, "-c", OBJECTS_READ, *words)
    assert int(done.stderr) <= 8  # tips of branches, and HEAD


def test_hooks_do_not_know_the_index(world: World) -> None:
    agent = world.agent()
    agent.start()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "--all")
    assert world.commit()
    agent.end()
    assert not world.file(".git/entire-index").exists()
