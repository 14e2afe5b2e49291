"""Whose work a file is, when people and agents work at the same time and place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo


def test_what_a_person_edits_during_a_turn_is_theirs(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    world.repo.write("README.md", "# Edited by a person meanwhile\n")
    agent.say("Written.")
    agent.stop()
    assert world.touched(agent) == ["one.py"]
    world.git("add", "README.md")
    assert world.commit() == ""


def test_parallel_sessions_keep_to_their_own(world: World) -> None:
    one, two = world.agent(), world.agent()
    one.prompt("Write one")
    two.prompt("Write two")
    one.write("one.py", "1\n")
    two.write("two.py", "2\n")
    two.shell("echo generated > generated.txt")
    two.say("Two.")
    two.stop()
    world.git("add", "two.py")
    checkpoint = world.commit()
    assert [s["metadata"][-15:] for s in world.root(checkpoint)["sessions"]] == ["0/metadata.json"]
    assert world.session(checkpoint)["session_id"] == two.session_id
    one.say("One.")
    one.stop()
    assert world.touched(one) == ["one.py"]
    assert world.touched(two) == ["generated.txt"]
    world.git("add", "-A")
    assert world.commit()
    assert world.shadows() == []
    world.check_sound()


def test_a_command_that_changes_what_an_idle_session_wrote(world: World) -> None:
    one, two = world.agent(), world.agent()
    one.turn("Write one", {"one.py": "1\n"})
    two.prompt("Format all")
    two.shell("echo formatted >> one.py")
    two.say("Formatted.")
    two.stop()
    assert world.touched(two) == ["one.py"]
    world.git("add", "-A")
    assert len(world.root(world.commit())["sessions"]) == 2
    assert world.shadows() == []


@pytest.mark.parametrize("now", ["", "two.py"])
def test_a_command_that_changes_what_another_session_wrote_in_an_earlier_turn(world: World, now: str) -> None:
    """The other session is in a turn, or was killed in one: only what that turn writes is its own."""
    one, two = world.agent(), world.agent()
    one.turn("Write one", {"one.py": "1\n", "two.py": "1\n"})
    one.prompt("More")
    two.prompt("Format all")
    if now:
        one.write(now, "2\n")
    two.shell("echo formatted | tee one.py two.py")
    two.say("Formatted.")
    two.stop()
    assert world.touched(two) == [path for path in ("one.py", "two.py") if path != now]


def test_work_committed_without_a_link_is_not_claimed_again(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "without hooks")
    agent.turn("Write two", {"two.py": "2\n"})
    assert world.touched(agent) == ["two.py"]
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["two.py"]
    world.repo.write("one.py", "rewritten by a person\n")
    world.git("add", "-A")
    assert world.commit() == ""
    assert world.shadows() == []


def test_a_stop_before_the_commits_own_hook(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write and commit")
    agent.write("one.py", "1\n")
    hook = world.repo.path / ".git" / "hooks" / "post-commit"
    hook.rename(hook.with_suffix(".aside"))
    agent.shell("git add . && git commit -qm 'Add one'")
    agent.say("Committed.")
    agent.stop()
    hook.with_suffix(".aside").rename(hook)
    checkpoint = world.checkpoint()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert "Committed." in world.transcript(checkpoint)
    before = world.git("rev-parse", "entire/checkpoints/v1")
    world.run("entire", "hooks", "git", "post-commit")
    assert world.git("rev-parse", "entire/checkpoints/v1") == before
    world.check_sound()


def test_private_files_stay_out_of_commits_on_every_branch(tmp_path: Path) -> None:
    world = World(make_repo(tmp_path / "repo"))
    world.git("branch", "before")
    world.entire("enable")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "use entire")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.prompt("Go on")
    world.git("stash", "--include-untracked", "--quiet")
    world.git("checkout", "--quiet", "before")
    world.repo.write("two.py", "2\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "all")
    committed = world.git("show", "--name-only", "--format=").split()
    assert committed == ["two.py"]


@pytest.mark.parametrize("name", [".entire/metadata", ".entire/logs", ".entire/tmp"])
def test_links_in_our_place_are_not_followed(world: World, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    path = world.file(name)
    if path.exists():
        path.rename(tmp_path / "aside")
    os.symlink(outside, path)
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    world.commit()
    assert list(outside.iterdir()) == []


def test_enabled_in_the_middle_of_a_turn(world: World) -> None:
    agent = world.agent()
    agent.record(type="user", message={"role": "user", "content": "Asked before"})
    agent.write("one.py", "1\n")
    world.repo.write("mine.txt", "mine\n")
    agent.say("Done.")
    agent.stop()
    assert world.touched(agent) == ["one.py"]
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["one.py"]


def test_large_files_of_the_users_are_not_copied(world: World) -> None:
    with open(world.file("large.bin"), "wb") as file:
        file.truncate(40 * 1024 * 1024)
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    (shadow,) = world.shadows()
    assert "large.bin" not in world.names(shadow)
    assert "one.py" in world.names(shadow)


def test_what_a_stop_says_survives_a_moved_head(world: World, tmp_path: Path) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "--allow-empty", "-m", "meanwhile")
    moved = tmp_path / "moved.jsonl"
    Path(agent.transcript).rename(moved)
    agent.transcript = str(moved)
    agent.say("Written.")
    agent.stop()
    state = world.state(agent.session_id)
    assert state is not None
    assert state["transcript_path"] == str(moved)
    assert state["files_touched"] == ["one.py"]


def test_steps_of_a_session_that_is_over_are_found_although_its_work_was_not_linked(world: World) -> None:
    one, two = world.agent(), world.agent()
    one.turn("Write one", {"one.py": "1\n"})
    two.turn("Write two", {"two.py": "2\n"})
    one.end()
    world.git("add", "one.py")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "without hooks")
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "mine.txt")
    assert world.commit() == ""
    two.turn("Write three", {"three.py": "3\n"})
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["three.py", "two.py"]
    assert world.shadows() == []
    aside = world.git("for-each-ref", "--format=%(refname)", "refs/entire/orphaned/")
    assert "Write one" in world.show(f".entire/metadata/{one.session_id}/full.jsonl", aside)
