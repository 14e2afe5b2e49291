"""Git returns, and the checkpoint is written in the background; whatever needs it completes it first."""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path

import pytest
from tests.scenario.calls import Calls
from tests.scenario.world import BRANCH, World
from tests.support import Repo

from entire.cli.commands.demo.stand_in import StandIn

_LONG = 60.0  # seconds, for a busy machine


def waiting(world: World) -> list[str]:
    folder = world.file(".git/entire-sessions/promised")
    return sorted(name for name in os.listdir(folder) if "." not in name) if folder.exists() else []


def work(world: World, *names: str) -> None:
    world.agent().turn(f"Write {names[0]}", {name: f"{name}\n" for name in names})


def commit(world: World, *names: str) -> str:
    world.git("add", *names)
    return world.commit()


def test_the_checkpoint_comes_by_itself(hasty: World) -> None:
    work(hasty, "one.py")
    checkpoint = commit(hasty, "one.py")
    until = time.monotonic() + _LONG
    while waiting(hasty) and time.monotonic() < until:
        time.sleep(0.05)
    assert hasty.stored(checkpoint, "prompt.txt") == "Write one.py"
    assert hasty.shadows() == []
    assert os.listdir(hasty.file(".git/entire-sessions/promised")) == []
    assert hasty.errors() == []


def test_the_commit_is_known_before_git_returns(alone: World) -> None:
    work(alone, "one.py")
    checkpoint = commit(alone, "one.py")
    assert waiting(alone) == [checkpoint]
    known = alone.file(f".git/entire-sessions/promised/{checkpoint}.commit").read_text().strip()
    assert known == alone.repo.head


_COMMANDS = (
    "explain",
    "why one.py:1",
    "session",
    "doctor",
    "rewind --list",
    "gc",
    "clean --force",
    "reset --force",
    "session stop",
    "agent remove claude-code",
    "disable",
    "disable --project",
    "disable --uninstall --force",
)


@pytest.mark.parametrize("words", _COMMANDS)
def test_a_command_completes_it(alone: World, words: str) -> None:
    work(alone, "one.py")
    checkpoint = commit(alone, "one.py")
    alone.entire(*words.split())
    assert waiting(alone) == []
    assert alone.stored(checkpoint, "prompt.txt") == "Write one.py"


@pytest.mark.parametrize("words", [("explain",), ("doctor",)])
def test_a_command_completes_what_was_killed_after_the_checkpoint(
    alone: World, calls: Calls, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """The checkpoint is there, but the session does not know it yet."""
    work(alone, "one.py")
    checkpoint = commit(alone, "one.py")
    alone.env["ENTIRE_FAULT"] = f"{checkpoint}.commit:kill:{tmp_path / 'effects'}"
    assert alone.run(calls.real, "hooks", "detached", "commits", check=False).returncode == -9
    del alone.env["ENTIRE_FAULT"]
    assert alone.stored(checkpoint, "prompt.txt") == "Write one.py"
    assert waiting(alone) == [checkpoint]
    alone.entire(*words)
    assert os.listdir(alone.file(".git/entire-sessions/promised")) == []


def test_a_push_takes_it_along(alone: World) -> None:
    remote = Repo.init(alone.repo.path.parent / "remote.git", "--bare")
    alone.git("remote", "add", "origin", str(remote.path))
    work(alone, "one.py")
    commit(alone, "one.py")
    alone.git("push", "--quiet", "origin", "HEAD")
    assert waiting(alone) == []
    assert remote.git("rev-parse", "entire/checkpoints/v1") == alone.git("rev-parse", "entire/checkpoints/v1")


def test_a_push_starts_nothing_for_what_a_killed_write_left(alone: World, calls: Calls) -> None:
    remote = Repo.init(alone.repo.path.parent / "remote.git", "--bare")
    alone.git("remote", "add", "origin", str(remote.path))
    alone.repo.write(".git/entire-sessions/promised/0123456789ab.123-0a1b2c3d.tmp", "half")
    alone.git("branch", "--quiet", "-D", BRANCH)
    alone.git("push", "--quiet", "origin", "HEAD")
    assert calls.take() == []


def test_a_prompt_completes_it(alone: World) -> None:
    agent = alone.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    first = commit(alone, "one.py")
    agent.turn("Write two", {"two.py": "2\n"})
    assert waiting(alone) == []
    second = commit(alone, "two.py")
    alone.entire("explain")
    assert [alone.session(id)["files_touched"] for id in (first, second)] == [["one.py"], ["two.py"]]
    assert [alone.stored(id, "prompt.txt") for id in (first, second)] == ["Write one", "Write two"]


def test_commits_in_a_row(alone: World) -> None:
    work(alone, "one.py", "two.py", "three.py")
    ids = [commit(alone, name) for name in ("one.py", "two.py", "three.py")]
    alone.entire("explain")
    assert [alone.session(id)["files_touched"] for id in ids] == [["one.py"], ["two.py"], ["three.py"]]
    assert (waiting(alone), alone.shadows()) == ([], [])
    alone.check_sound()


def test_the_background_comes_after_the_next_commit(alone: World, calls: Calls) -> None:
    """Neither twice, nor in the wrong order, nor a base that moves back."""
    agent = alone.agent()
    agent.turn("Write them", {"one.py": "1\n", "two.py": "2\n"})
    first = commit(alone, "one.py")
    second = commit(alone, "two.py")
    for _ in range(3):
        alone.run(calls.real, "hooks", "detached", "commits")
    assert [alone.session(id)["files_touched"] for id in (first, second)] == [["one.py"], ["two.py"]]
    state = alone.state(agent.session_id)
    assert state is not None
    assert state["base_commit"] == alone.repo.head
    assert (waiting(alone), alone.shadows()) == ([], [])


def test_an_amended_commit(alone: World) -> None:
    work(alone, "one.py", "two.py")
    checkpoint = commit(alone, "one.py")
    alone.git("add", "two.py")
    alone.git("commit", "--quiet", "--amend", "--no-edit")
    assert alone.checkpoint() == checkpoint
    alone.entire("explain")
    assert alone.session(checkpoint)["files_touched"] == ["one.py", "two.py"]


@pytest.mark.parametrize("post_commit", ["runs", "is killed", "waits in vain", "finds no promise"])
def test_the_background_comes_while_a_commit_is_amended(
    alone: World, calls: Calls, tmp_path: Path, post_commit: str
) -> None:
    """It completes the commit as it was; what is added then is completed, too."""
    work(alone, "one.py")
    agent = alone.agent("another")
    agent.turn("Write two", {"two.py": "2\n"})
    checkpoint = commit(alone, "one.py")
    alone.git("add", "two.py")
    steps = [f'"{calls.real}" hooks detached commits']
    if post_commit == "is killed":
        steps.append("rm .git/hooks/post-commit")
    if post_commit == "finds no promise":  # without the lock, another hook can have deleted it
        steps.append(f"rm -f .git/entire-sessions/promised/{checkpoint}*")
    if post_commit in ("waits in vain", "finds no promise"):
        steps.append("flock .git/entire-sessions/lock sleep 2 </dev/null >/dev/null 2>&1 &")
    editor = tmp_path / "editor"
    editor.write_text("\n".join(["#!/bin/sh", *steps]))
    editor.chmod(0o755)
    alone.env["GIT_EDITOR"] = str(editor)
    alone.git("commit", "--quiet", "--amend")
    del alone.env["GIT_EDITOR"]
    agent.prompt("Go on")
    assert alone.checkpoint() == checkpoint
    assert alone.root(checkpoint)["files_touched"] == ["one.py", "two.py"]
    assert alone.touched(agent) == []
    assert waiting(alone) == []


def test_a_rebase_of_several_commits(alone: World) -> None:
    work(alone, "one.py", "two.py")
    base = alone.repo.head
    ids = [commit(alone, name) for name in ("one.py", "two.py")]
    alone.git("checkout", "--quiet", "-b", "other", base)
    alone.repo.write("mine.txt", "mine\n")
    commit(alone, "mine.txt")
    alone.git("rebase", "--quiet", "other", "main")
    alone.entire("explain")
    assert [alone.checkpoint(name) for name in ("main~1", "main")] == ids
    assert [alone.session(id)["files_touched"] for id in ids] == [["one.py"], ["two.py"]]


def test_the_background_comes_while_git_replays_commits(alone: World, calls: Calls) -> None:
    """As after `git commit && git rebase main`: it waits for the end, because no event may follow."""
    alone.git("branch", "other")
    alone.repo.write("mine.txt", "mine\n")
    commit(alone, "mine.txt")
    alone.git("checkout", "--quiet", "other")
    alone.repo.write("mine.txt", "other\n")
    commit(alone, "mine.txt")
    work(alone, "one.py")
    checkpoint = commit(alone, "one.py")
    assert alone.run("git", "cherry-pick", "main", check=False).returncode  # a conflict
    words = [calls.real, "hooks", "detached", "commits"]
    background = subprocess.Popen(words, cwd=alone.repo.path, env=alone.env)
    with pytest.raises(subprocess.TimeoutExpired):
        background.wait(3)
    alone.git("cherry-pick", "--abort")
    assert background.wait(_LONG) == 0
    assert waiting(alone) == []
    assert alone.session(checkpoint)["files_touched"] == ["one.py"]
    assert alone.errors() == []


def test_commits_in_two_worktrees(hasty: World, tmp_path: Path) -> None:
    """One right after the other, while the background writes: in order, and none twice."""
    there = tmp_path / "there"
    hasty.git("worktree", "add", "--quiet", str(there))
    places: dict[Path, list[str]] = {hasty.repo.path: [], there: []}
    names = [f"{number}.py" for number in range(3)]
    for place in places:
        StandIn(str(place), hasty.env).turn(f"In {place.name}", dict.fromkeys(names, f"{place.name}\n"))
    for name in names:
        for place, made in places.items():
            hasty.git("add", name, cwd=place)
            hasty.git("commit", "--quiet", "-m", name, cwd=place)
            made.append(hasty.checkpoint(hasty.git("rev-parse", "HEAD", cwd=place)))
    until = time.monotonic() + _LONG
    while waiting(hasty) and time.monotonic() < until:
        time.sleep(0.05)
    assert waiting(hasty) == []
    written = re.findall(r"\b[0-9a-f]{12}\b", hasty.git("log", "--reverse", "--format=%s", BRANCH))
    for place, made in places.items():
        assert [id for id in written if id in made] == made
        assert [hasty.session(id)["files_touched"] for id in made] == [[name] for name in names]
        assert {hasty.stored(id, "prompt.txt") for id in made} == {f"In {place.name}"}
    stored = [name for name in hasty.names() if name.endswith("/metadata.json") and name.count("/") == 3]
    assert len(stored) == 2 * len(names)
    assert hasty.errors() == []


def test_a_worktree_that_is_removed(alone: World, tmp_path: Path) -> None:
    there = tmp_path / "there"
    alone.git("worktree", "add", "--quiet", str(there))
    StandIn(str(there), alone.env).turn("Write one", {"one.py": "1\n"})
    alone.git("add", "-A", cwd=there)
    alone.commit(cwd=there)
    checkpoint = alone.checkpoint("there")
    alone.git("worktree", "remove", "--force", str(there))
    assert "Write one" in alone.entire("explain", "there")
    assert alone.session(checkpoint)["files_touched"] == ["one.py"]


def test_a_link_that_the_user_removes(alone: World, calls: Calls) -> None:
    work(alone, "one.py")
    alone.git("add", "-A")
    alone.env["GIT_EDITOR"] = "sed -i -e /Entire-Checkpoint/d -e 1s/^/words/"
    alone.git("commit", "--quiet")
    del alone.env["GIT_EDITOR"]
    alone.run(calls.real, "hooks", "detached", "commits")
    assert (alone.checkpoint(), waiting(alone)) == ("", [])
    assert alone.run("git", "notes", "--ref=entire", "show", check=False).returncode != 0


def test_the_background_comes_while_the_next_commit_is_in_the_editor(
    alone: World, calls: Calls, tmp_path: Path
) -> None:
    """That one has the same parent, because HEAD was reset; its promise does not concern the background."""
    work(alone, "one.py", "two.py")
    commit(alone, "one.py")
    alone.git("reset", "--quiet", "--soft", "HEAD~1")
    alone.git("reset", "--quiet")
    alone.git("add", "two.py")
    editor = tmp_path / "editor"
    editor.write_text(f'#!/bin/sh\n"{calls.real}" hooks detached commits\nsed -i 1s/^/words/ "$1"\n')
    editor.chmod(0o755)
    alone.env["GIT_EDITOR"] = str(editor)
    alone.git("commit", "--quiet")
    del alone.env["GIT_EDITOR"]
    second = alone.checkpoint()
    assert second
    alone.entire("explain")
    assert alone.session(second)["files_touched"] == ["two.py"]
    assert waiting(alone) == []


def test_a_name_without_a_promise(alone: World) -> None:
    """The script wrote it when another event had completed the commit."""
    work(alone, "one.py")
    checkpoint = commit(alone, "one.py")
    name = alone.file(f".git/entire-sessions/promised/{checkpoint}.commit")
    kept = name.read_text()
    alone.entire("explain")
    name.write_text(kept)
    agent = alone.agent()
    agent.turn("Ask", {})
    assert alone.file(".git/entire-sessions/quiet").exists()
    agent.start()
    assert not name.exists()


def test_an_aborted_commit_leaves_nothing_for_the_next(alone: World) -> None:
    work(alone, "one.py")
    alone.git("add", "-A")
    hook = alone.file(".git/hooks/commit-msg")
    kept = hook.read_text()
    hook.write_text("#!/bin/sh\nexit 1\n")
    assert alone.run("git", "commit", "-m", "no", check=False).returncode
    hook.write_text(kept)
    alone.git("reset", "--quiet")
    alone.repo.write("mine.txt", "mine\n")
    assert commit(alone, "mine.txt") == ""
    checkpoint = commit(alone, "one.py")
    alone.entire("explain")
    assert alone.session(checkpoint)["files_touched"] == ["one.py"]


@pytest.mark.parametrize("how", ["CI", "ENTIRE_SYNC", "synchronous"])
def test_the_checkpoint_is_there_at_once_if_it_must_be(alone: World, how: str) -> None:
    if how == "synchronous":
        alone.file(".entire/settings.local.json").write_text('{"strategy_options": {"synchronous": true}}')
    else:
        alone.env[how] = "true"
    work(alone, "one.py")
    checkpoint = commit(alone, "one.py")
    assert waiting(alone) == []
    assert alone.stored(checkpoint, "prompt.txt") == "Write one.py"


def test_a_commit_of_the_agent_itself_does_not_wait(alone: World) -> None:
    agent = alone.agent()
    agent.prompt("Write and commit")
    agent.write("one.py", "1\n")
    agent.shell("git add -A && git commit -qm one")
    assert waiting(alone) == []
    assert alone.session(alone.checkpoint())["files_touched"] == ["one.py"]
