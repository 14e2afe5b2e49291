"""Invariant I2 for commits: what was promised a checkpoint gets it, however many wait, whoever is late."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.commits.test_crashes import killing_git
from tests.scenario.world import BRANCH, World


def sessions_dir(world: World) -> Path:
    return world.repo.path / ".git" / "entire-sessions"


def promised(world: World) -> list[str]:
    folder = sessions_dir(world) / "promised"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def is_stored(world: World, checkpoint: str) -> bool:
    path = f"{BRANCH}:{checkpoint[:2]}/{checkpoint[2:]}/metadata.json"
    return bool(checkpoint) and world.run("git", "cat-file", "-e", path, check=False).returncode == 0


@contextmanager
def without_hook(world: World, name: str) -> Iterator[None]:
    hook = world.repo.path / ".git" / "hooks" / name
    hook.rename(hook.with_suffix(".aside"))
    try:
        yield
    finally:
        hook.with_suffix(".aside").rename(hook)


@contextmanager
def branch_locked(world: World) -> Iterator[None]:
    """Another git process has the checkpoints branch locked: nothing can be written to it."""
    lock = world.repo.path / ".git" / "refs" / "heads" / f"{BRANCH}.lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    lock.write_text("")
    world.git("config", "core.filesRefLockTimeout", "0")  # in vain, git would wait at each attempt
    try:
        yield
    finally:
        world.git("config", "--unset", "core.filesRefLockTimeout")
        lock.unlink()


def commit_with_killed_link(
    world: World, tmp_path: Path, command: str, words: tuple[str, ...] = ("-m", "work")
) -> None:
    """Commit; prepare-commit-msg is killed when it runs that git command for the first time."""
    done = killing_git(world, tmp_path, command)
    real = world.run("sh", "-c", "command -v entire").stdout.strip()
    wrapper = tmp_path / "bin" / "entire"
    wrapper.parent.mkdir()
    # Git puts its own folder first on the PATH of hooks.
    lines = f"""case "$*" in *prepare-commit-msg*) PATH="{done.parent}:$PATH" ;; esac
exec "{real}" "$@"
"""
    wrapper.write_text(f"#!/bin/sh\n{lines}")
    wrapper.chmod(0o755)
    before = world.env["PATH"]
    world.env["PATH"] = f"{wrapper.parent}:{before}"
    try:
        world.git("commit", "--quiet", *words)
    finally:
        world.env["PATH"] = before
    assert done.exists()
    assert world.checkpoint() == ""


def findings(world: World) -> list[dict[str, Any]]:
    """What `entire doctor` finds; a busy machine makes hooks slow."""
    found = json.loads(world.entire("doctor", "--json"))["findings"]
    return [finding for finding in found if finding["kind"] != "slow_hook"]


@pytest.mark.parametrize("event", ["session", "prompt", "doctor"])
def test_every_commit_that_waits_is_completed(world: World, event: str) -> None:
    agent = world.agent()
    checkpoints = []
    with branch_locked(world):
        for name in ("one", "two", "three"):
            agent.turn(f"Write {name}", {f"{name}.py": f"{name}\n"})
            world.git("add", f"{name}.py")
            checkpoints.append(world.commit())
    assert len(set(checkpoints)) == 3
    assert not any(is_stored(world, checkpoint) for checkpoint in checkpoints)
    if event == "session":
        world.agent().start()
    elif event == "prompt":
        agent.prompt("Go on")
    else:
        assert [finding["kind"] for finding in findings(world)] == ["interrupted_commit"] * 3
        assert json.loads(world.entire("status", "--json"))["waiting_commits"] == 3
        assert "Commits that have no checkpoint yet: 3" in world.entire("status")
        world.entire("doctor", "--force")
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


def test_a_promise_that_was_kept_takes_nothing_of_later_work(world: World) -> None:
    """The hook was killed after the last write, before it deleted the promise."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    with without_hook(world, "post-commit"):
        checkpoint = world.commit()
    path = sessions_dir(world) / "promised" / checkpoint
    promise = path.read_text()
    world.agent().start()
    agent.turn("Write one again", {"one.py": "2\n"})
    path.write_text(promise)
    world.agent().start()
    assert "again" not in world.transcript(checkpoint)
    assert promised(world) == []
    world.git("add", "one.py")
    assert "again" in world.transcript(world.commit())


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
    world.entire("doctor", "--force")
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
    assert f"checkpoint {checkpoint} written" in world.entire("doctor", "--force")
    assert world.session(checkpoint)["files_touched"] == ["one.py"]


# A hook that links, killed before the message has the trailer


@pytest.mark.parametrize("command", ["diff-index", "cat-file"])
def test_a_killed_link_is_made_with_a_note(world: World, tmp_path: Path, command: str) -> None:
    agent = world.agent()
    agent.turn("Write two files", {"one.py": "1\n", "two.py": "2\n"})
    world.git("add", "one.py")
    commit_with_killed_link(world, tmp_path, command)
    note = world.git("notes", "--ref=entire", "show")
    checkpoint = note.removeprefix("Entire-Checkpoint: ").strip()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert checkpoint in world.entire("explain", "--commit", "HEAD", "--json")
    assert promised(world) == []
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["two.py"]


@pytest.mark.parametrize("words", ["work", "other words", "work\n\n#12"])
@pytest.mark.parametrize("adds_work", [True, False])
def test_a_killed_link_of_an_amended_commit(
    world: World, tmp_path: Path, words: str, adds_work: bool
) -> None:
    """The new message has no trailer, and nobody wanted that, be it the same message or not."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    checkpoint = world.commit(message="work" if words == "other words" else words)
    assert checkpoint
    if adds_work:
        agent.turn("Write two", {"two.py": "2\n"})
        world.git("add", "two.py")
    commit_with_killed_link(world, tmp_path, "diff-index", ("--amend", "-m", words))
    note = world.git("notes", "--ref=entire", "show")
    assert f"Entire-Checkpoint: {checkpoint}" in note.splitlines()
    linked = sorted(f for line in note.split() if len(line) == 12 for f in world.root(line)["files_touched"])
    assert linked == (["one.py", "two.py"] if adds_work else ["one.py"])
    assert promised(world) == []


def test_a_trailer_that_the_user_deleted_while_amending_stays_deleted(world: World, tmp_path: Path) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    assert world.commit()
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nsed -i.old "/^Entire-/d" "$1"\n')
    editor.chmod(0o755)
    world.env["GIT_EDITOR"] = str(editor)
    world.repo.write(".git/ENTIRE_LINKING", "")
    with without_hook(world, "prepare-commit-msg"):  # killed before it did anything
        world.git("commit", "--quiet", "--amend")
    assert world.checkpoint() == ""
    assert world.run("git", "notes", "--ref=entire", "show", check=False).returncode != 0


def test_a_commit_without_hooks_after_an_aborted_one_is_left_alone(world: World) -> None:
    """The hook hangs, the user presses Ctrl-C, and turns hooks off: that is an answer."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    world.repo.write(".git/ENTIRE_LINKING", "")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "mine")
    world.agent().start()
    agent.turn("Write two", {"two.py": "2\n"})
    assert world.run("git", "notes", "--ref=entire", "show", check=False).returncode != 0
    assert [finding["kind"] for finding in findings(world)] == ["unlinked_commit"]  # the user may want it
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["two.py"]


def test_a_link_that_the_user_must_agree_to_is_not_made_without_asking(world: World, tmp_path: Path) -> None:
    world.file(".entire/settings.local.json").write_text('{"commit_linking": "prompt"}')
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    world.env["ENTIRE_TEST_TTY"] = "1"
    commit_with_killed_link(world, tmp_path, "cat-file")
    assert world.run("git", "notes", "--ref=entire", "show", check=False).returncode != 0
    assert [finding["kind"] for finding in findings(world)] == ["unlinked_commit"]


def test_doctor_offers_to_link_what_two_kills_left(world: World, tmp_path: Path) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    with without_hook(world, "post-commit"):
        commit_with_killed_link(world, tmp_path, "cat-file")
    world.agent().start()
    (finding,) = findings(world)
    assert finding["kind"] == "unlinked_commit"
    assert finding["ref"] == world.git("rev-parse", "HEAD")
    world.entire("doctor", "--force")
    checkpoint = world.git("notes", "--ref=entire", "show").removeprefix("Entire-Checkpoint: ").strip()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert promised(world) == []
    assert findings(world) == []
