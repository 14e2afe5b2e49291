"""`git push` takes the checkpoints along, and is never held up by them."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.remote.clones import serve
from tests.scenario.commits.test_crashes import OBJECT, killing_git
from tests.scenario.commits.waiting import (
    branch_locked,
    is_stored,
    promised,
    sessions_dir,
    without_hook,
)
from tests.scenario.world import World
from tests.support import git

from entire.checkpoint.names import CHECKPOINTS_REF


@pytest.fixture
def server(world: World, tmp_path: Path) -> Path:
    bare = tmp_path / "server.git"
    git(tmp_path, "init", "--quiet", "--bare", str(bare))
    world.git("remote", "add", "origin", str(bare))
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    assert world.commit()
    return bare


def push(world: World, *words: str) -> subprocess.CompletedProcess[str]:
    return world.run("git", "push", "--quiet", *words, check=False)


def has_checkpoints(server: Path) -> bool:
    return bool(git(server, "for-each-ref", CHECKPOINTS_REF))


def choose(world: World, **options: object) -> None:
    """The user's own choice: an address in a tracked file is only used for the code's owner."""
    world.file(".entire/settings.local.json").write_text(json.dumps({"strategy_options": options}))


def test_checkpoints_go_along(world: World, server: Path) -> None:
    done = push(world, "origin", "main")
    assert (done.returncode, done.stderr) == (0, "")
    there = git(server, "rev-parse", CHECKPOINTS_REF).decode().strip()
    assert there == world.git("rev-parse", CHECKPOINTS_REF)
    assert world.git("rev-parse", "origin/entire/checkpoints/v1") == there
    refs = git(server, "for-each-ref", "--format=%(refname)").decode().split()
    assert refs == [CHECKPOINTS_REF, "refs/heads/main"]


def test_what_the_server_has_is_not_sent_again(world: World, server: Path) -> None:
    """Checkpoints of a session share the parts of its transcript, in different folders."""
    git(server, "config", "receive.unpackLimit", "1")  # it keeps what arrives as it arrives
    agent = world.agent()
    for number in range(2):
        agent.prompt(f"Write {number}")
        agent.write("two.py", f"{number}\n")
        for text in range(300):
            agent.say(f"{number} {text} " + "words " * 200)
        agent.stop()
        world.git("add", "-A")
        assert world.commit()
        push(world, "origin", "main")
    sent = [
        line.split()[0]
        for pack in (server / "objects" / "pack").glob("*.idx")
        for line in git(server, "verify-pack", "-v", str(pack)).decode().splitlines()
        if " blob " in line
    ]
    assert len(set(sent)) == len(sent)


@pytest.mark.parametrize("word", ["--dry-run", "-n", "-fn"])
def test_a_dry_run_sends_nothing(world: World, server: Path, word: str) -> None:
    assert push(world, word, "origin", "main").returncode == 0
    assert not has_checkpoints(server)


def test_a_team_that_keeps_them_local(world: World, server: Path) -> None:
    choose(world, push_sessions=False)
    assert push(world, "origin", "main").returncode == 0
    assert not has_checkpoints(server)


def test_a_place_of_their_own(world: World, server: Path, tmp_path: Path) -> None:
    private = tmp_path / "private.git"
    git(tmp_path, "init", "--quiet", "--bare", str(private))
    choose(world, checkpoint_remote=str(private))
    assert push(world, "origin", "main").returncode == 0
    assert has_checkpoints(private)
    assert not has_checkpoints(server)


def test_pushed_by_name(world: World, server: Path) -> None:
    done = push(world, "origin", "entire/checkpoints/v1")
    assert (done.returncode, done.stderr) == (0, "")
    assert has_checkpoints(server)


@pytest.fixture
def diverged(world: World, server: Path, tmp_path: Path) -> str:
    """The server has what we have not; the checkpoint that we have and it has not."""
    push(world, "origin", "main")
    other = tmp_path / "other"
    git(tmp_path, "clone", "--quiet", str(server), str(other))
    git(other, "checkout", "--quiet", "entire/checkpoints/v1")
    (other / "ff").mkdir(exist_ok=True)
    (other / "ff" / "x").write_text("theirs")
    git(other, "add", "-A")
    git(other, "commit", "--quiet", "-m", "theirs")
    git(other, "push", "--quiet", "origin", "entire/checkpoints/v1")
    world.agent().turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    return world.commit()


def has_both(server: Path, checkpoint: str) -> bool:
    there = git(server, "ls-tree", "-r", "--name-only", CHECKPOINTS_REF).decode().split()
    return {"ff/x", f"{checkpoint[:2]}/{checkpoint[2:]}/metadata.json"} <= set(there)


def test_others_were_faster(world: World, server: Path, diverged: str) -> None:
    assert push(world, "origin", "main").returncode == 0
    assert has_both(server, diverged)
    world.check_sound()


@pytest.mark.parametrize(
    ("command", "occurrence"),
    [
        ("push", 1),
        ("fetch", 1),
        ("merge-base", 1),
        (OBJECT, 2),
        ("update-ref", 1),
        ("push", 2),
    ],
)
def test_killed_on_the_way(
    world: World, server: Path, diverged: str, tmp_path: Path, command: str, occurrence: int
) -> None:
    done = killing_git(world, tmp_path, command, occurrence)
    env = dict(world.env)
    world.env["PATH"] = f"{done.parent}{os.pathsep}{world.env['PATH']}"
    world.run("entire", "push", check=False)
    world.env = env
    assert done.exists()
    world.check_sound()
    assert world.root(diverged), "what was here is here"
    assert push(world, "origin", "main").returncode == 0
    assert has_both(server, diverged)
    world.check_sound()


def refuse(server: Path, reason: str) -> None:
    hook = server / "hooks" / "update"
    hook.write_text(f'#!/bin/sh\ncase $1 in refs/heads/entire/*) echo "{reason}" >&2; exit 1 ;; esac\n')
    hook.chmod(0o755)


@pytest.mark.parametrize("reason", ["protected branch", "No space left on device", "read-only"])
def test_a_server_that_does_not_take_them(world: World, server: Path, reason: str) -> None:
    refuse(server, reason)
    done = push(world, "origin", "main")
    assert done.returncode == 0
    assert git(server, "rev-parse", "main").decode().strip() == world.git("rev-parse", "main")
    ours = [line for line in done.stderr.splitlines() if line.startswith("entire:")]
    assert ours == ["entire: checkpoints not pushed to origin: hook declined   (retry with `entire push`)"]
    (server / "hooks" / "update").unlink()
    assert "Pushed to origin" in world.entire("push")
    assert "origin is up to date" in world.entire("push")


def test_git_fails_as_git_fails(world: World, server: Path) -> None:
    alone = world.run("git", "push", "--quiet", "--no-verify", "origin", "nothing-like-it", check=False)
    assert push(world, "origin", "nothing-like-it").returncode == alone.returncode == 1


@pytest.fixture
def deaf() -> Iterator[str]:
    """A server that takes the call and says nothing."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/x.git"


def test_a_server_that_does_not_answer(world: World, server: Path, deaf: str) -> None:
    choose(world, checkpoint_remote=deaf, push_timeout_seconds=1)
    done = push(world, "origin", "main")
    assert done.returncode == 0
    assert f"checkpoints not pushed to {deaf}: no answer within 1 s" in done.stderr
    assert git(server, "rev-parse", "main").decode().strip() == world.git("rev-parse", "main")


def test_a_server_that_wants_a_password(world: World, server: Path, tmp_path: Path) -> None:
    with serve(tmp_path, password=True) as address:
        choose(world, checkpoint_remote=f"{address}/server.git")
        done = push(world, "origin", "main")
    assert done.returncode == 0
    (ours,) = [line for line in done.stderr.splitlines() if line.startswith("entire:")]
    assert "could not read Username" in ours
    assert not has_checkpoints(server)


@pytest.mark.parametrize("verb", ["push", "fetch"])
def test_a_misspelled_remote_is_named(world: World, verb: str) -> None:
    world.git("remote", "add", "origin", "https://codehost.example/team/code.git")
    refused = world.run("entire", verb, "orign", check=False)
    assert refused.returncode == 1
    assert refused.stderr.splitlines() == [
        'entire: no remote named "orign"',
        "hint: known remotes: origin; a URL works too",
    ]


@pytest.mark.parametrize("first", [True, False])
def test_a_push_right_after_a_commit_that_waits(world: World, tmp_path: Path, first: bool) -> None:
    """Its checkpoint goes along, even if there was none before."""
    bare = tmp_path / "server.git"
    git(tmp_path, "init", "--quiet", "--bare", str(bare))
    world.git("remote", "add", "origin", str(bare))
    agent = world.agent()
    if not first:
        agent.turn("Write one", {"one.py": "1\n"})
        world.git("add", "-A")
        assert world.commit()
        assert push(world, "origin", "main").returncode == 0
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    with without_hook(world, "post-commit"):
        checkpoint = world.commit()
    assert not is_stored(world, checkpoint)
    done = push(world, "origin", "main")
    assert (done.returncode, done.stderr) == (0, "")
    stored = git(bare, "ls-tree", "--name-only", "-r", CHECKPOINTS_REF).decode()
    assert f"{checkpoint[:2]}/{checkpoint[2:]}/metadata.json" in stored.split()
    world.check_sound()


def test_a_push_says_which_checkpoints_are_missing(world: World, server: Path) -> None:
    world.agent().turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    with branch_locked(world):
        checkpoint = world.commit()
        done = push(world, "origin", "main")
    assert done.returncode == 0
    assert done.stderr == "entire: 1 commit has no checkpoint yet   (push it later with `entire push`)\n"
    world.agent().start()
    assert is_stored(world, checkpoint)


def commit_that_waits(world: World) -> str:
    world.agent().turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    with without_hook(world, "post-commit"):
        checkpoint = world.commit()
    assert not is_stored(world, checkpoint)
    return checkpoint


def test_a_push_while_another_process_has_the_lock(world: World, server: Path) -> None:
    """It says what is missing, even if no hook saw the commit; `entire push` completes it."""
    checkpoint = commit_that_waits(world)
    with open(sessions_dir(world) / "lock", "rb+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = push(world, "origin", "main")
        assert (done.returncode, done.stderr) == (
            0,
            "entire: 1 commit has no checkpoint yet   (push it later with `entire push`)\n",
        )
    world.entire("push")
    stored = git(server, "ls-tree", "--name-only", "-r", CHECKPOINTS_REF).decode()
    assert f"{checkpoint[:2]}/{checkpoint[2:]}/metadata.json" in stored.split()


def test_entire_push_completes_commits_first(world: World, server: Path) -> None:
    checkpoint = commit_that_waits(world)
    world.entire("push")
    stored = git(server, "ls-tree", "--name-only", "-r", CHECKPOINTS_REF).decode()
    assert f"{checkpoint[:2]}/{checkpoint[2:]}/metadata.json" in stored.split()


def test_entire_push_says_which_checkpoints_are_missing(world: World, server: Path) -> None:
    commit_that_waits(world)
    with branch_locked(world):
        done = world.run("entire", "push")
    assert done.stderr == "entire: 1 commit has no checkpoint yet\nhint: see `entire doctor`\n"


@pytest.mark.parametrize("broken", ["lock", "promised.main"])
def test_what_cannot_be_completed_does_not_keep_checkpoints_back(
    world: World, server: Path, broken: str
) -> None:
    stored = world.checkpoint()
    commit_that_waits(world)
    path = sessions_dir(world) / broken
    path.unlink(missing_ok=True)
    path.mkdir()
    assert push(world, "origin", "main").returncode == 0
    path.rmdir()
    names = git(server, "ls-tree", "--name-only", "-r", CHECKPOINTS_REF).decode()
    assert f"{stored[:2]}/{stored[2:]}/metadata.json" in names.split()


def test_a_push_does_not_wait_for_a_commit_in_an_editor(world: World, server: Path) -> None:
    """The lock is not even asked for: its commit is not made."""
    world.agent().turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    message = world.repo.write(".git/COMMIT_EDITMSG", "two\n")
    world.run("entire", "hooks", "git", "prepare-commit-msg", str(message), "message")
    assert promised(world)
    with open(sessions_dir(world) / "lock", "rb+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = push(world, "origin", "main")
    assert (done.returncode, done.stderr) == (0, "")
    assert not [row for row in world.log() if row["msg"] == "commits not completed"]
    assert promised(world)


def test_a_push_without_checkpoints_completes_nothing(world: World, server: Path) -> None:
    choose(world, push_sessions=False)
    world.agent().turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    with without_hook(world, "post-commit"):
        checkpoint = world.commit()
    assert push(world, "origin", "main").returncode == 0
    assert not is_stored(world, checkpoint)
