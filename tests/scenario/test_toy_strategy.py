"""Scenario 1 with a strategy that is not ours, through the real hooks: the seam carries it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo
from tests.toys.install import install_toys


@pytest.fixture
def toy(tmp_path: Path) -> World:
    world = World(make_repo(tmp_path / "repo"))
    install_toys(world, tmp_path / "bin")
    world.entire("enable", "--agent", "claude-code", "--strategy", "toy")
    world.git("add", ".claude", ".entire")
    world.git("commit", "--quiet", "-m", "use entire")
    return world


def test_the_user_commits_after_the_turn(toy: World) -> None:
    assert toy.entire("status").splitlines()[0] == "Enabled (toy)"
    agent = toy.agent()
    agent.start()
    agent.turn("Please write one?", {"one.py": "one = 1\n"}, "Written.")
    (shadow,) = toy.shadows()
    assert toy.git("log", "-1", "--format=%(trailers:key=Entire-Strategy,valueonly)", shadow).strip() == "toy"
    assert json.loads(toy.entire("status", "--json"))["next_commit"]["paths"] == ["one.py"]

    toy.repo.write("mine.txt", "not the agent's\n")
    toy.git("add", "mine.txt")
    checkpoint = toy.commit()
    assert checkpoint, "this strategy links whatever is committed"
    assert toy.root(checkpoint)["strategy"] == "toy"
    session = toy.session(checkpoint)
    assert (session["session_id"], session["files_touched"]) == (agent.session_id, ["one.py"])
    assert toy.transcript(checkpoint) == Path(agent.transcript).read_text()
    assert toy.stored(checkpoint, "prompt.txt") == "Please write one?"
    assert toy.shadows() == []
    assert not toy.touched(agent), "and leaves nothing for the next commit"
    assert "Please write one?" in toy.entire("explain", checkpoint)
    toy.git("add", "one.py")
    assert toy.commit() == ""
    toy.check_sound()


def test_commands_go_through_the_seam(toy: World) -> None:
    agent = toy.agent()
    agent.start()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.turn("Write two", {"two.py": "2\n"})
    first = next(p for p in json.loads(toy.entire("rewind", "--list")) if p["message"] == "Write one")
    toy.entire("rewind", "--to", first["id"], "--force")
    assert toy.file("one.py").exists()
    assert not toy.file("two.py").exists()
    agent.prompt("Write three")
    agent.write("three.py", "3\n")
    toy.entire("session", "stop", agent.session_id)
    stuck = json.loads(toy.run("entire", "doctor", "--json", check=False).stdout)["findings"]
    assert [finding["kind"] for finding in stuck] == ["ended_session"]
    toy.doctor("--force")
    assert toy.names() != []
    assert toy.entire("clean").strip()
    toy.entire("reset", "--force")
    toy.check_sound()
