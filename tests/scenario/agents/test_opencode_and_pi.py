"""OpenCode and Pi, played: what the real clients rarely do, and what their plugins report then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.scenario.agents.players import enabled
from tests.scenario.agents.plugin_players import OpenCode, Pi
from tests.scenario.world import World


@pytest.fixture
def opencode(tmp_path: Path) -> OpenCode:
    return OpenCode(enabled(tmp_path, "opencode"))


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(enabled(tmp_path, "pi"))


def points(world: World) -> dict[str, str]:
    return {one["message"]: one["id"] for one in json.loads(world.entire("rewind", "--list"))}


def commit(world: World) -> str:
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "work")
    return world.checkpoint()


def test_a_commit_inside_the_answer_that_makes_it(opencode: OpenCode) -> None:
    """That answer is not complete when git's hooks run: it is added when the turn ends."""
    world = opencode.world
    opencode.hook("session-start")
    opencode.ask("Write one and commit")
    opencode.create("one.py", "1\n")
    running = opencode.answer({"type": "tool", "tool": "bash", "callID": "c9", "state": {}}, done=False)
    checkpoint = commit(world)
    assert checkpoint
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert running not in world.transcript(checkpoint)

    opencode.database.ask(
        "update message set data = json_set(data, '$.time.completed', 1) where id = ?", running
    )
    opencode.say("Done.")
    opencode.hook("turn-end")
    kept = world.transcript(checkpoint)
    assert running in kept
    assert "Done." in kept
    assert world.session(checkpoint)["token_usage"]["api_call_count"] == 3
    assert not world.errors()


def test_messages_that_the_user_takes_back(opencode: OpenCode) -> None:
    """What was recorded stays recorded; what comes after it is new."""
    world = opencode.world
    opencode.ask("Write one")
    opencode.create("one.py", "1\n")
    opencode.hook("turn-end")
    opencode.ask("Write two")
    gone = opencode.create("two.py", "2\n")
    opencode.hook("turn-end")
    opencode.database.ask("delete from message where id = ?", gone)
    opencode.ask("Write three")
    opencode.create("three.py", "3\n")
    opencode.hook("turn-end")
    found = world.session(commit(world))
    assert found["files_touched"] == ["one.py", "three.py", "two.py"]
    assert found["token_usage"]["api_call_count"] == 3
    assert not world.errors()


def test_a_rewind_reaches_the_database(opencode: OpenCode) -> None:
    world = opencode.world
    for name in ("one", "two"):
        opencode.ask(f"Write {name}")
        opencode.create(f"{name}.py", f"{name}\n")
        opencode.hook("turn-end")
    world.entire("rewind", "--to", points(world)["Write one"])
    texts = [row[0] for row in opencode.database.ask("select data from part")]
    assert [name for name in ("one", "two") if any(f"Write {name}" in text for text in texts)] == ["one"]
    opencode.ask("Write three")
    opencode.create("three.py", "3\n")
    opencode.hook("turn-end")
    assert list(points(world)) == ["Write three", "Write one", "Before: Write one"]
    assert not world.errors()


def test_a_database_that_is_gone_loses_nothing(opencode: OpenCode) -> None:
    world = opencode.world
    opencode.ask("Write one")
    opencode.create("one.py", "1\n")
    opencode.hook("turn-end")
    opencode.database.path.write_bytes(b"garbage" * 1000)
    opencode.write_file("two.py", "2\n")
    opencode.hook("turn-start", prompt="Write two")
    opencode.write_file("two.py", "22\n")
    opencode.hook("turn-end")
    found = commit(world)
    assert "Write one" in world.transcript(found)
    assert "one.py" in world.session(found)["files_touched"]


def test_an_uninstall_leaves_no_files(opencode: OpenCode) -> None:
    opencode.ask("Write one")
    opencode.create("one.py", "1\n")
    opencode.hook("turn-end")
    assert opencode.file.exists()
    opencode.world.entire("disable", "--uninstall", "--force")
    assert not opencode.file.parent.exists()
    assert not (opencode.world.repo.path / ".opencode").exists()


def test_a_tree_of_which_one_branch_is_active(pi: Pi) -> None:
    world = pi.world
    pi.hook("session-start", reason="startup")
    pi.ask("Write one")
    pi.create("one.py", "1\n")
    first = pi.say("One is written.")
    pi.flush()
    pi.hook("turn-end")
    pi.ask("Write two")
    pi.create("two.py", "2\n")
    pi.say("Two is written.")
    pi.flush()
    pi.hook("turn-end")
    pi.last = first  # `/tree`
    pi.ask("Write three")
    pi.create("three.py", "3\n")
    pi.say("Three is written.")
    pi.flush()
    pi.hook("turn-end")

    checkpoint = commit(world)
    assert world.session(checkpoint)["token_usage"]["api_call_count"] == 6
    assert "Write two" in world.transcript(checkpoint)
    shown = world.entire("explain", checkpoint, "--full")
    conversation = shown[shown.rindex("One is written.") :]
    assert "Three is written." in conversation
    assert "Two is written." not in conversation
    assert not world.errors()


def test_a_prompt_before_the_file_exists(pi: Pi) -> None:
    """Pi writes it when the first answer is there: a commit before that gets the rest at the turn's end."""
    world = pi.world
    pi.hook("session-start", reason="startup")
    pi.ask("Write one and commit")
    pi.create("one.py", "1\n")
    checkpoint = commit(world)
    pi.say("Done.")
    pi.flush()
    pi.hook("turn-end")
    pi.hook("session-end")
    if checkpoint:
        assert "Done." in world.transcript(checkpoint)
        assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert not world.errors()
