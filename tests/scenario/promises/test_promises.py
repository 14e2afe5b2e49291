"""Invariant I2 for commits: what was promised a checkpoint gets it, however many wait, whoever is late."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.scenario.commits.waiting import (
    branch_locked,
    findings,
    is_stored,
    promised,
    sessions_dir,
    without_hook,
)
from tests.scenario.world import World


@pytest.mark.parametrize("event", ["session", "prompt", "doctor", "command"])
def test_every_commit_that_waits_is_completed(world: World, event: str) -> None:
    agent = world.agent()
    checkpoints = []
    with branch_locked(world):
        for name in ("one", "two", "three"):
            agent.turn(f"Write {name}", {f"{name}.py": f"{name}\n"})
            world.git("add", f"{name}.py")
            checkpoints.append(world.commit())
        if event == "doctor":
            assert json.loads(world.entire("status", "--json"))["waiting_commits"] == 3
            assert "Commits that have no checkpoint yet: 3" in world.entire("status")
    assert len(set(checkpoints)) == 3
    assert not any(is_stored(world, checkpoint) for checkpoint in checkpoints)
    if event == "session":
        world.agent().start()
    elif event == "prompt":
        agent.prompt("Go on")
    elif event == "command":
        assert "Write two" in world.entire("explain", checkpoints[1])
    else:
        assert [finding["kind"] for finding in findings(world)] == ["interrupted_commit"] * 3
        world.doctor("--force")
    for checkpoint, name in zip(checkpoints, ("one", "two", "three"), strict=True):
        assert world.session(checkpoint)["files_touched"] == [f"{name}.py"]
    assert promised(world) == []
    assert json.loads(world.entire("status", "--json"))["waiting_commits"] == 0
    assert world.shadows() == []
    world.git("fsck", "--strict", "--no-dangling")


def test_an_agents_own_commit_is_completed_after_its_turn(world: World) -> None:
    """The turn is over when the checkpoint can be written: nothing but the promise knows its files."""
    agent = world.agent()
    with branch_locked(world):
        agent.prompt("Write one, and commit it")
        agent.shell("echo 1 >one.py && git add one.py && git commit -qm 'Add one'")
        checkpoint = world.checkpoint()
        agent.say("Done.")
        agent.stop()
        agent.end()
    world.agent().start()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert "Done." in world.transcript(checkpoint)
    assert promised(world) == []


def test_clean_keeps_a_session_that_a_commit_waits_for(world: World) -> None:
    agent = world.agent()
    with branch_locked(world):
        agent.prompt("Write one, and commit it")
        agent.shell("echo 1 >one.py && git add one.py && git commit -qm 'Add one'")
        checkpoint = world.checkpoint()
        agent.say("Done.")
        agent.stop()
    path = sessions_dir(world) / f"{agent.session_id}.json"
    state = json.loads(path.read_text())
    path.write_text(
        json.dumps(state | dict.fromkeys(("started_at", "last_interaction_time"), "2020-01-01T00:00:00Z"))
    )
    os.utime(agent.transcript, (0, 0))
    assert "No orphaned items" in world.entire("clean", "--force")
    world.agent().start()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]


def test_a_late_post_commit_leaves_the_promise_of_the_next_commit(world: World) -> None:
    agent = world.agent()
    agent.turn("Write two files", {"one.py": "1\n", "two.py": "2\n"})
    world.git("add", "one.py")
    with without_hook(world, "post-commit"):
        first = world.commit()
    world.git("add", "two.py")
    message = world.repo.write(".git/COMMIT_EDITMSG", "work\n")
    world.run("entire", "hooks", "git", "prepare-commit-msg", str(message), "message")
    world.run("entire", "hooks", "git", "post-commit")  # of the first commit
    assert is_stored(world, first)
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-F", str(message))
    second = world.checkpoint()
    assert second
    world.agent().start()
    assert world.session(second)["files_touched"] == ["two.py"]
    assert promised(world) == []
    world.check_sound()


def test_a_commit_that_waits_in_an_editor_keeps_its_promise(world: World, tmp_path: Path) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    editor = tmp_path / "editor"
    payload = json.dumps({"session_id": "other", "transcript_path": "", "source": "startup"})
    editor.write_text(
        f"#!/bin/sh\necho '{payload}' | entire hooks claude-code session-start >&2\n"
        'sed -i.old "1s/^.*$/Write one/" "$1"\n'
    )
    editor.chmod(0o755)
    world.env["GIT_EDITOR"] = str(editor)
    with without_hook(world, "post-commit"):
        world.git("commit", "--quiet")
    checkpoint = world.checkpoint()
    assert checkpoint
    assert promised(world) == [checkpoint]
    world.agent().start()
    assert is_stored(world, checkpoint)
    assert promised(world) == []


@pytest.mark.parametrize("how", ["aborted", "line deleted"])
def test_a_promise_that_is_not_needed_goes_away(world: World, tmp_path: Path, how: str) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    editor = tmp_path / "editor"
    edit = "exit 1" if how == "aborted" else 'sed -i.old -e "/^Entire-/d" -e "1s/^.*$/Write one/" "$1"'
    editor.write_text(f"#!/bin/sh\n{edit}\n")
    editor.chmod(0o755)
    world.env["GIT_EDITOR"] = str(editor)
    world.run("git", "commit", "--quiet", check=how != "aborted")
    if how == "aborted":
        assert len(promised(world)) == 1
        checkpoint = world.commit()
        assert world.session(checkpoint)["files_touched"] == ["one.py"]
    else:
        assert world.checkpoint() == ""
        assert world.run("git", "notes", "--ref=entire", "show", check=False).returncode != 0
    assert promised(world) == []


def test_a_promise_of_an_earlier_version_is_kept(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    with without_hook(world, "post-commit"):
        checkpoint = world.commit()
    (sessions_dir(world) / "promised" / checkpoint).unlink()
    (sessions_dir(world) / "promised.main").write_text(checkpoint)
    world.agent().start()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert not (sessions_dir(world) / "promised.main").exists()


@pytest.mark.parametrize("amended", [True, False])
def test_a_promise_that_was_kept_takes_nothing_of_later_work(world: World, amended: bool) -> None:
    """The hook was killed after the last write, before it deleted the promise.

    ``amended``: a commit that replaces it was begun meanwhile, and aborted.
    """
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    with without_hook(world, "post-commit"):
        checkpoint = world.commit()
    path = sessions_dir(world) / "promised" / checkpoint
    if amended:
        world.env["GIT_EDITOR"] = "false"
        assert world.run("git", "commit", "--amend", check=False).returncode == 1
    promise = path.read_text()
    assert ("amends" in json.loads(promise)) == amended
    world.agent().start()
    agent.turn("Write one again", {"one.py": "2\n"})
    path.write_text(promise)
    world.agent().start()
    assert "again" not in world.transcript(checkpoint)
    assert promised(world) == ([checkpoint] if amended else [])  # it may still be in the editor
    world.git("add", "one.py")
    assert "again" in world.transcript(world.commit())
    assert promised(world) == []


def test_an_amended_commit_whose_hook_was_killed(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    checkpoint = world.commit()
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py")
    with without_hook(world, "post-commit"):
        world.git("commit", "--quiet", "--amend", "--no-edit")
    assert world.checkpoint() == checkpoint
    world.agent().start()
    assert world.root(checkpoint)["files_touched"] == ["one.py", "two.py"]
    assert promised(world) == []


def test_worktrees_do_not_take_each_others_promises(world: World) -> None:
    other = world.repo.path.parent / "other"
    world.git("worktree", "add", "--quiet", str(other), "-b", "side")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    there = world.agent()
    there.root = str(other)
    there.turn("Write two", {"two.py": "2\n"})
    world.git("add", "one.py")
    world.git("add", "two.py", cwd=other)
    with without_hook(world, "post-commit"):
        world.git("commit", "--quiet", "-m", "two", cwd=other)
        second = world.checkpoint("side")
        first = world.commit()
    world.agent().start()
    assert world.session(first)["files_touched"] == ["one.py"]
    assert not is_stored(world, second)
    assert promised(world) == [second]
    assert [finding["ref"] for finding in findings(world)] == [world.git("rev-parse", "side")]
    world.doctor("--force")
    assert world.session(second)["files_touched"] == ["two.py"]
    assert promised(world) == []


@pytest.mark.parametrize("event", ["prompt", "commit"])
def test_a_commit_is_completed_after_its_session_moved_to_another_worktree(world: World, event: str) -> None:
    other = world.repo.path.parent / "other"
    world.git("worktree", "add", "--quiet", str(other), "-b", "side")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    here, agent.root = agent.root, str(other)
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py", cwd=other)
    with without_hook(world, "post-commit"):
        world.git("commit", "--quiet", "-m", "two", cwd=other)
    second = world.checkpoint("side")
    if event == "prompt":
        agent.root = here
        agent.prompt("Write three")
    else:
        world.git("add", "one.py")
        assert world.session(world.commit())["files_touched"] == ["one.py"]
    assert world.session(second)["files_touched"] == ["two.py"]
    assert "Write three" not in world.transcript(second)
    assert promised(world) == []


def test_doctor_completes_a_commit_whose_promise_is_lost(world: World) -> None:
    world.git("commit", "--quiet", "-m", "stranger", "--allow-empty", "-m", "Entire-Checkpoint: 0123456789ab")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    with without_hook(world, "post-commit"):
        checkpoint = world.commit()
    (sessions_dir(world) / "promised" / checkpoint).unlink()
    assert [finding["kind"] for finding in findings(world)] == ["interrupted_commit", "dangling_trailers"]
    shown = world.run("entire", "doctor", "--force", check=False).stdout  # the other one is not here
    assert f"checkpoint {checkpoint} written" in shown
    assert world.session(checkpoint)["files_touched"] == ["one.py"]


@pytest.mark.parametrize("how", ["killed", "refused"])
def test_the_first_commits_of_two_branches(world: World, how: str) -> None:
    """Both have the same parent: the second one does not mean that the first was not made."""
    agent = world.agent()
    agent.turn("Write two", {"one.py": "1\n", "two.py": "2\n"})
    world.git("checkout", "--quiet", "-b", "side")
    world.git("add", "one.py")
    with without_hook(world, "post-commit") if how == "killed" else branch_locked(world):
        first = world.commit()
    world.git("checkout", "--quiet", "main")
    world.git("add", "two.py")
    second = world.commit()
    assert (world.session(first)["files_touched"], world.session(second)["files_touched"]) == (
        ["one.py"],
        ["two.py"],
    )
    assert promised(world) == []
