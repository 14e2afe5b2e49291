"""`entire search`: what is secret, deleted or another repository's is never found."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.scenario.search.test_search import databases, search, without
from tests.scenario.test_import import Unheard
from tests.scenario.world import BRANCH, World, make_repo

SECRETS = {  # by where they are
    "result": "ghp_" + "q1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8",
    "answer": "ghp_" + "w9X8y7Z6a5B4c3D2e1F0" + "g9H8i7J6k5L4m3N2",
    "name": "ghp_" + "z4T5u6V7w8X9y0A1b2C3" + "d4E5f6G7h8I9j0K1",
    "command": "ghp_" + "m2N3o4P5q6R7s8T9u0V1" + "w2X3y4Z5a6B7c8D9",
}


def assert_no_secret(world: World) -> None:
    for where, secret in SECRETS.items():
        for typed in (secret, f'"{secret}"', f"{secret[:12]}*", secret[6:20], secret[-9:]):
            assert search(world, typed) == [], (where, typed)
        assert re.search(secret[4:].encode(), databases(world), re.IGNORECASE) is None, where


def test_no_secret_is_found_wherever_it_is(world: World) -> None:
    agent = world.agent()
    agent.start()
    agent.prompt("Look for the quokkaword")
    name = f"keys/{SECRETS['name']}.txt"
    agent.write(name, "key\n")
    agent.write("src/login.py", "limit = 5\n")
    called = agent.call("Bash", command=f"curl -H 'Authorization: {SECRETS['command']}' x.example")
    agent.result(called, {"stdout": f"token={SECRETS['result']} for the wombatword", "stderr": ""})
    agent.say(f"The numbatword is {SECRETS['answer']}")
    for event in ("no hook has read it", "a step", "a commit"):
        if event == "a step":
            agent.stop()
        elif event == "a commit":
            world.git("add", "--all")
            world.commit(message="Add a bilbyword")
        for typed in ("quokkaword", "wombatword", "numbatword", "src/login.py", "keys"):
            if (event, typed) not in (
                ("no hook has read it", "src/login.py"),
                ("no hook has read it", "keys"),
            ):
                assert search(world, typed), (event, typed)
        assert_no_secret(world)


def test_no_other_repository_is_searched(world: World, tmp_path: Path) -> None:
    """Though its conversations are in the same folder of the agent, and one is below this work tree."""
    word = "zqforeignword"
    for number, place in enumerate((tmp_path / "other", world.repo.path / "lib", tmp_path / "repo-more")):
        other = World.enabled(make_repo(place))
        agent = other.agent(f"foreign-{number}")
        agent.turn(f"About {word}{number}", {f"{word}{number}.py": "x = 1\n"}, f"Done with {word}{number}")
        assert len(search(other, f"{word}{number}")) == 1
        other.git("add", "--all")
        other.commit(message=f"Add {word}{number}")
        agent.turn(f"More about {word}{number}", {"more.py": "x = 2\n"})
        unheard = Unheard(str(place), other.env, f"unheard-{number}")
        unheard.prompt(f"Nobody heard {word}{number}")
        assert len(search(other, f"{word}{number}")) >= 2
    own = world.agent("own-1")
    own.turn("About the quokkaword", {"src/login.py": "limit = 5\n"})
    assert [hit["session_id"] for hit in search(world, "quokkaword")] == ["own-1"]
    for number in range(3):
        for typed in (f"{word}{number}", f"foreign-{number}", f"unheard-{number}"):
            assert search(world, typed) == []
    assert search(world, f"{word}*") == []
    assert word.encode() not in databases(world)


def test_a_linked_worktree_is_the_same_repository(world: World, tmp_path: Path) -> None:
    world.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    side = World(world.repo.__class__(tmp_path / "side"))
    side.agent("side-1").turn("About the quokkaword", {"src/login.py": "limit = 5\n"})
    assert [hit["session_id"] for hit in search(world, "quokkaword")] == ["side-1"]


@pytest.fixture
def four(world: World) -> tuple[World, dict[str, str]]:
    """Four checkpoints, by the word that is in each."""
    agent = world.agent()
    found = {}
    for word in ("firstquoll", "secondquoll", "thirdquoll", "fourthquoll"):
        agent.turn(f"Draw a {word}", {f"src/{word}.py": f"{word} = 1\n"}, f"Drew a {word}")
        world.git("add", "--all")
        found[word] = world.commit(message=f"Add a {word}")
    return world, found


def test_nothing_of_deleted_checkpoints_is_found(four: tuple[World, dict[str, str]]) -> None:
    """One after the other, the first, the last and one in between, each by all that it had."""
    world, checkpoints = four
    for word, id in checkpoints.items():
        assert {hit["checkpoint_id"] for hit in search(world, word)} == {id}
    gone: set[str] = set()
    for word in ("firstquoll", "fourthquoll", "secondquoll"):
        world.git("update-ref", f"refs/heads/{BRANCH}", without(world, checkpoints[word]))
        gone.add(word)
        for each, id in checkpoints.items():
            expected = set() if each in gone else {id}
            for typed in (each, f"{each[:-3]}*", each[1:], f"src/{each}.py"):
                assert {hit["checkpoint_id"] for hit in search(world, typed)} == expected, (typed, gone)
            assert (each.encode() in databases(world)) is (each not in gone)
    left = json.loads(world.entire("search", "quoll", "--json"))["hits"]
    assert {hit["checkpoint_id"] for hit in left} == {checkpoints["thirdquoll"]}


def test_what_a_rewind_or_a_reset_took_back_is_not_found(world: World) -> None:
    agent = world.agent()
    agent.turn("Draw a firstquoll", {"src/one.py": "one = 1\n"})
    assert search(world, "firstquoll")
    world.entire("reset", "--force")
    assert search(world, "firstquoll") == []
    assert b"firstquoll" not in databases(world)
