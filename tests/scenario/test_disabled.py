"""Reading needs no "on": in a disabled repository, commands that change nothing print the same as before."""

from __future__ import annotations

import pytest
from tests.scenario.world import World

READING = [
    ("explain",),
    ("explain", "--json"),
    ("explain", "HEAD", "--json"),
    ("rewind", "--list"),
    ("rewind", "--to", "HEAD", "--dry-run", "--json"),
    ("resume",),
    ("resume", "--json"),
    ("session", "list", "--all", "--json"),
    ("session", "show", "--json"),
    ("blame", "one.py"),
    ("blame", "one.py", "--json"),
    ("why", "one.py:1"),
    ("why", "one.py:1", "--json"),
    ("du", "--json"),
]


@pytest.fixture
def used(world: World) -> World:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    assert world.commit()
    agent.turn("Write two", {"two.py": "2\n"})
    return world


def test_commands_that_read(used: World) -> None:
    before = {words: used.run("entire", *words, check=False) for words in READING}
    used.entire("disable")
    for words, expected in before.items():
        done = used.run("entire", *words, check=False)
        assert (done.returncode, done.stderr) == (expected.returncode, expected.stderr), words
        assert len(done.stdout.splitlines()) == len(expected.stdout.splitlines()), words


@pytest.mark.parametrize(
    "words", [("explain", "--session", "zz"), ("explain", "zz"), ("session", "show", "zz")]
)
@pytest.mark.parametrize("json", [False, True])
def test_what_is_not_there(used: World, words: tuple[str, ...], json: bool) -> None:
    done = used.run("entire", *words, *["--json"] * json, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("entire: no ")
