"""Commands that read cost what they show, by counting: git processes, objects, and what they load."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

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
    "explain, of an author": ["explain", "--author", "a@example.com"],
    "session list, of an author": ["session", "list", "--author", "a@example.com"],
    "session list, of a folder": ["session", "list", "--", "src"],
    "search": ["search", "do", "3"],
    "search, narrowed": ["search", "do", "--author", "a@example.com", "--since", "2020-01-01"],
    "stats": ["stats"],
    "stats, by directory": ["stats", "--by", "directory"],
    "du": ["du"],
    "relink": ["relink"],
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
    assert len(seen[MANY][1]) <= (20 if name == "du" else 12)


COUNTED = """
import sys
from entire import __main__
from entire.git.objects import read as objects
counts = {"objects": 0, "exchanges": 0, "statements": 0}
def counted(name, method):
    def count(*given):
        counts[name] += 1
        return method(*given)
    return count
def watch(event, given):
    if event == "entire.database":
        given[0].set_trace_callback(counted("statements", lambda statement: None))
objects.Objects._answer = counted("objects", objects.Objects._answer)
objects.Objects._send = counted("exchanges", objects.Objects._send)
sys.addaudithook(watch)
sys.argv = ["entire", *sys.argv[1:]]
__main__._exit = lambda code: None
__main__.main()
print(*counts.values(), file=sys.stderr)
"""


class Counts(NamedTuple):
    """What a command does besides starting git."""

    objects: int  # read from git
    exchanges: int  # in which they were asked for
    statements: int  # of SQL


def counts(world: World, *words: str) -> Counts:
    done = world.run(sys.executable, "-c", COUNTED, *words)
    return Counts(*map(int, done.stderr.split()))


@pytest.mark.parametrize(
    "words",
    [
        ["explain", "-n", "0"],
        ["explain", "-n", "0", "--author", "a@example.com"],
        ["session", "list", "--author", "a@example.com"],
        ["stats"],
        ["relink"],
    ],
)
def test_lists_ask_for_everything_at_once(
    worlds: dict[int, World], tmp_path_factory: pytest.TempPathFactory, words: list[str]
) -> None:
    """Not once for each checkpoint or session."""
    world = world_of(worlds, MANY, tmp_path_factory.getbasetemp())
    world.entire(*words)
    found = counts(world, *words)
    assert found.statements < 80
    assert found.exchanges < 60


def test_a_search_reads_the_hits_that_it_shows(
    worlds: dict[int, World], tmp_path_factory: pytest.TempPathFactory
) -> None:
    world = world_of(worlds, MANY, tmp_path_factory.getbasetemp())
    world.entire("search", "do")
    few, more = (counts(world, "search", "do", "-n", number).objects for number in ("5", "10"))
    assert few < more < 80


def test_disk_usage_reads_metadata_together(
    worlds: dict[int, World], tmp_path_factory: pytest.TempPathFactory
) -> None:
    world = world_of(worlds, MANY, tmp_path_factory.getbasetemp())
    shutil.rmtree(world.file(".git/entire-index"), ignore_errors=True)
    found = counts(world, "du")
    assert found.objects > MANY
    assert found.exchanges < 40


def test_disk_usage_counts_what_is_new(tmp_path: Path) -> None:
    """Not the branch again, also after one more commit: neither objects are read, nor commits compared."""
    world = many(tmp_path / "repo", 100)
    world.entire("du")
    for new in (0, 1):
        for number in range(new):
            world.agent().turn("Write", {f"{number}.py": "1\n"})
            world.git("add", "--all")
            assert world.commit()
        found = counts(world, "du")
        assert found.objects <= 8 + 8 * new
        assert found.exchanges <= 8 + 4 * new
        assert found.statements < 40 + 60 * new
        assert counts(world, "du").objects <= 8
        assert len(Trace(world, tmp_path / "trace", ["du"]).commands) <= 16


@pytest.mark.parametrize(
    "words", [["explain", "-n", "3"], ["session", "list", "--all"], ["rewind", "--list", "-n", "3"]]
)
def test_what_is_known_is_not_read_again(
    worlds: dict[int, World], tmp_path_factory: pytest.TempPathFactory, words: list[str]
) -> None:
    world = world_of(worlds, MANY, tmp_path_factory.getbasetemp())
    world.entire(*words)
    assert counts(world, *words).objects <= 8  # tips of branches, and HEAD


def test_hooks_do_not_know_the_index(world: World) -> None:
    agent = world.agent()
    agent.start()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "--all")
    assert world.commit()
    agent.end()
    assert not world.file(".git/entire-index").exists()


def test_a_long_list_decodes_no_documents(
    worlds: dict[int, World], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What it prints is in columns: decoding everything about ten thousand checkpoints takes longer."""
    world = world_of(worlds, MANY, tmp_path_factory.getbasetemp())
    world.entire("explain", "-n", "0")
    asked = world.run(sys.executable, "-c", ASKED, "explain", "-n", "0").stderr
    assert "FROM overviews" in asked or "JOIN overviews" in asked
    assert "document" not in asked


ASKED = """
import sys
from entire import __main__
def watch(event, given):
    if event == "entire.database":
        given[0].set_trace_callback(lambda statement: print(statement, file=sys.stderr))
sys.addaudithook(watch)
sys.argv = ["entire", *sys.argv[1:]]
__main__._exit = lambda code: None
__main__.main()
"""
