"""Hooks in sandboxes and containers: what is not there or not writable is said, and nothing fails."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.scenario.damage.test_not_stored import without_privileges
from tests.scenario.world import World, make_repo


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World.new(tmp_path / "repo")


def logged(world: World, text: str) -> bool:
    rows = [row for row in world.log() if row["level"] in ("WARN", "ERROR")]
    return any(text in f"{row['msg']} {row.get('error', '')}" for row in rows)


def problems(world: World) -> str:
    found = json.loads(world.entire("status", "--json"))
    return json.dumps([found["problems"], found["last_error"]])


def test_a_transcript_that_is_not_here(world: World) -> None:
    """The agent runs in a container: its home directory is not ours."""
    agent = world.agent()
    agent.hook("user-prompt-submit", prompt="Write one")
    world.repo.write("one.py", "1\n")
    agent.hook("stop")
    assert logged(world, "the transcript is not here")
    assert f"the transcript of session {agent.session_id} is gone, or cannot be read here" in problems(world)
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    world.check_sound()


def test_a_transcript_that_is_there_is_not_complained_about(world: World) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    assert not logged(world, "transcript")
    assert problems(world) == "[[], null]"


def test_a_transcript_that_may_not_be_read(world: World) -> None:
    if not without_privileges(world):
        pytest.skip("needs setpriv")
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    os.chmod(agent.transcript, 0)
    agent.stop()
    assert logged(world, "the transcript cannot be read")
    assert "cannot be read here" in problems(world)
    os.chmod(agent.transcript, 0o600)
    world.git("add", "-A")
    assert world.commit()


def test_a_git_directory_that_is_not_writable(world: World) -> None:
    if not without_privileges(world):
        pytest.skip("needs setpriv")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    folders = [world.file(".git"), *(path for path in world.file(".git").rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        agent.turn("Write two", {"two.py": "2\n"})
        assert logged(world, "Permission denied") or logged(world, "cannot")
        found = problems(world)
        assert "cannot record anything: .git is read-only" in found
    finally:
        for folder in folders:
            folder.chmod(0o755)
    agent.turn("Write three", {"three.py": "3\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["one.py", "three.py", "two.py"]


def test_a_folder_of_ours_that_is_not_writable(world: World) -> None:
    if not without_privileges(world):
        pytest.skip("needs setpriv")
    folders = [world.file(".entire"), *(path for path in world.file(".entire").rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        world.agent().turn("Write one", {"one.py": "1\n"})
        assert "cannot record conversations, nor write a log: .entire is read-only" in problems(world)
    finally:
        for folder in folders:
            folder.chmod(0o755)


# Several repositories


@pytest.fixture
def two(tmp_path: Path) -> tuple[World, World]:
    return tuple(World.new(tmp_path / name) for name in ("one", "two"))  # type: ignore[return-value]


def test_a_session_in_two_repositories(two: tuple[World, World]) -> None:
    here, there = two
    there.repo.write("theirs.txt", "a person's\n")
    agent = here.agent()
    agent.turn("Keep this here", {"private.py": "p\n"})
    here.git("add", "-A")
    here.commit()
    agent.turn("Write both", {"one.py": "1\n", str(there.repo.path / "two.py"): "2\n"})
    for world, path in ((here, "one.py"), (there, "two.py")):
        state = world.state(agent.session_id)
        assert state is not None
        assert (state["files_touched"], state["phase"], state["worktree_path"]) == (
            [path],
            "idle",
            str(world.repo.path),
        )
    for world, path in ((there, "two.py"), (here, "one.py")):
        world.git("add", "-A")
        checkpoint = world.commit()
        assert world.session(checkpoint)["files_touched"] == [path]
        assert world.stored(checkpoint, "prompt.txt") == "Write both"
        assert world.session(checkpoint)["session_id"] == agent.session_id
        usage = world.session(checkpoint)["token_usage"]
        assert usage["api_call_count"] == 3
        assert ("Keep this here" in world.transcript(checkpoint)) is (world is here)

    agent.turn("Write two again", {str(there.repo.path / "two.py"): "22\n"})
    agent.hook("stop")  # twice
    there.git("add", "-A")
    again = there.commit()
    assert there.stored(again, "prompt.txt") == "Write two again"
    assert there.transcript(again).count("Write two again") == 1
    here.check_sound()
    there.check_sound()


def test_a_repository_without_entire_is_left_alone(world: World, tmp_path: Path) -> None:
    other = make_repo(tmp_path / "other")
    agent = world.agent()
    agent.turn("Write both", {"one.py": "1\n", str(other.path / "two.py"): "2\n"})
    assert not (other.path / ".git" / "entire-sessions").exists()
    assert not (other.path / ".entire").exists()
    assert not world.errors()


def test_another_repository_that_cannot_be_written_to(two: tuple[World, World]) -> None:
    here, there = two
    there.file(".git/entire-sessions").rename(there.file(".git/elsewhere"))
    there.file(".git/entire-sessions").write_text("not a folder\n")
    agent = here.agent()
    agent.turn("Write both", {"one.py": "1\n", str(there.repo.path / "two.py"): "2\n"})
    assert logged(here, "cannot save a turn's work in another repository")
    here.git("add", "-A")
    assert here.commit()


def part(world: World, session_id: str) -> tuple[str, list[str]]:
    state = world.state(session_id)
    assert state is not None
    return state["phase"], state["files_touched"]


@pytest.mark.parametrize("how", ["by the agent", "by hand"])
def test_a_part_ends_with_its_session(two: tuple[World, World], how: str) -> None:
    here, there = two
    agent = here.agent()
    agent.turn("Write both", {"one.py": "1\n", str(there.repo.path / "two.py"): "2\n"})
    agent.turn("Write here", {"one.py": "11\n"})
    assert part(there, agent.session_id) == ("idle", ["two.py"])
    if how == "by hand":
        here.entire("session", "stop", agent.session_id)
    else:
        agent.end()
    assert part(here, agent.session_id) == ("ended", ["one.py"])
    assert part(there, agent.session_id) == ("ended", ["two.py"])

    there.git("add", "-A")
    assert there.stored(there.commit(), "prompt.txt") == "Write both"
    agent.start("resume")
    agent.turn("Write there again", {str(there.repo.path / "two.py"): "22\n"})
    assert part(there, agent.session_id) == ("idle", ["two.py"])
    agent.end()
    assert part(there, agent.session_id)[0] == "ended"


def test_a_session_of_its_own_does_not_end_with_another(two: tuple[World, World]) -> None:
    """The agent went on in the other repository, whose hooks report it now."""
    here, there = two
    agent = here.agent()
    agent.turn("Write both", {"one.py": "1\n", str(there.repo.path / "two.py"): "2\n"})
    moved = there.agent(agent.session_id)
    moved.turn("Write there", {"three.py": "3\n"})
    agent.end()
    assert part(there, agent.session_id)[0] == "idle"


@pytest.mark.parametrize("then", ["the next prompt", "the end of the session"])
def test_a_turn_without_an_end_in_two_repositories(two: tuple[World, World], then: str) -> None:
    """It was interrupted: no hook saw it stop."""
    here, there = two
    agent = here.agent()
    agent.prompt("Write both")
    agent.write("one.py", "1\n")
    agent.write(str(there.repo.path / "two.py"), "2\n")
    if then == "the next prompt":
        agent.prompt("And then")
    else:
        agent.end()
    assert part(there, agent.session_id)[1] == ["two.py"]
    there.git("add", "-A")
    checkpoint = there.commit()
    assert there.stored(checkpoint, "prompt.txt") == "Write both"
    assert "And then" not in there.transcript(checkpoint)
