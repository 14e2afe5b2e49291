"""A git process that is killed while it moves a ref leaves a lock: ours are removed, and nothing is lost."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
from tests.scenario.commits.waiting import findings, is_stored, promised, sessions_dir
from tests.scenario.world import BRANCH, World

# Git runs this while it has the refs locked that it is about to move.
KILLER = """#!/bin/sh
[ "$1" = prepared ] || exit 0
case $(cat) in *"{ref}"*) ;; *) exit 0 ;; esac
[ -e "{done}" ] && exit 0
touch "{done}"
kill -9 {caller} $PPID
"""


def kill_once(world: World, tmp_path: Path, ref: str, *, caller: bool) -> Path:
    """Kill the git process that moves a ref, once, and its caller, or not."""
    done = tmp_path / "done"
    hook = world.repo.path / ".git" / "hooks" / "reference-transaction"
    hook.write_text(KILLER.format(ref=ref, done=done, caller="$(ps -o ppid= -p $PPID)" if caller else ""))
    hook.chmod(0o755)
    return done


def lock_files(world: World) -> list[str]:
    return sorted(path.name for path in (world.repo.path / ".git").rglob("*.lock"))


def updates(world: World) -> list[str]:
    return os.listdir(sessions_dir(world) / "updates")


@pytest.mark.parametrize("caller", [False, True])
def test_a_killed_update_of_the_checkpoints_branch(world: World, tmp_path: Path, caller: bool) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    done = kill_once(world, tmp_path, BRANCH, caller=caller)
    world.git("add", "one.py")
    first = world.commit()
    assert done.exists()
    assert lock_files(world) == (["v1.lock"] if caller else [])
    assert is_stored(world, first) == (not caller)
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py")
    second = world.commit()
    assert world.session(first)["files_touched"] == ["one.py"]
    assert world.session(second)["files_touched"] == ["two.py"]
    assert lock_files(world) == updates(world) == promised(world) == []
    world.git("fsck", "--strict", "--no-dangling")


@pytest.mark.parametrize("caller", [False, True])
def test_a_killed_update_of_a_shadow_branch(world: World, tmp_path: Path, caller: bool) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    agent.say("Done.")
    done = kill_once(world, tmp_path, "refs/heads/entire/", caller=caller)
    if caller:
        with pytest.raises(Exception, match="SIGKILL"):
            agent.stop()
    else:
        agent.stop()
    assert done.exists()
    agent.turn("Write two", {"two.py": "2\n"})
    (shadow,) = world.shadows()
    assert world.steps(shadow) == ["Write two", "Write one"]
    assert lock_files(world) == updates(world) == []


def test_doctor_names_and_removes_it(world: World, tmp_path: Path) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    kill_once(world, tmp_path, BRANCH, caller=True)
    world.git("add", "one.py")
    checkpoint = world.commit()
    assert [finding["kind"] for finding in findings(world)] == ["interrupted_commit", "left_lock"]
    assert "v1.lock" in findings(world)[1]["text"]
    world.doctor("--force")
    assert is_stored(world, checkpoint)
    assert findings(world) == []
    assert lock_files(world) == []


@pytest.mark.parametrize("caller", [False, True])
def test_a_killed_deletion_leaves_a_lock_that_doctor_names(
    world: World, tmp_path: Path, caller: bool
) -> None:
    """Git locks packed refs to delete a branch. Another program could have made that lock, so it stays."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    done = kill_once(world, tmp_path, f"{'0' * 40} refs/heads/entire/", caller=caller)
    world.git("add", "one.py")
    checkpoint = world.commit()
    assert done.exists()
    assert lock_files(world)[1:] == ["packed-refs.lock"]
    packed = world.file(".git/packed-refs.lock")
    then = time.time() - 10  # no git command leaves a lock empty for so long
    for path in [*world.file(".git").rglob("*.lock"), *(sessions_dir(world) / "updates").iterdir()]:
        os.utime(path, (then, then))
    agent.turn("Write two", {"two.py": "2\n"})
    assert lock_files(world) == ["packed-refs.lock"]
    (named,) = [finding for finding in findings(world) if finding["kind"] == "packed_lock"]
    assert named["names"] == [str(packed)]
    world.run("entire", "doctor", "--force", check=False)
    assert packed.exists()
    packed.unlink()
    world.git("add", "two.py")
    world.commit()
    agent.start()
    assert is_stored(world, checkpoint)
    assert (findings(world), lock_files(world), updates(world), world.shadows()) == ([], [], [], [])


def test_a_lock_of_another_machine_is_named(world: World, tmp_path: Path) -> None:
    """A shared disk: the process may still be running there, so only the user can say that it is gone."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    kill_once(world, tmp_path, BRANCH, caller=True)
    world.git("add", "one.py")
    first = world.commit()
    (name,) = updates(world)
    record, lock = sessions_dir(world) / "updates" / name, world.file(f".git/refs/heads/{BRANCH}.lock")
    value = json.loads(record.read_text()) | {"host": "build\x1b[7m-7", "boot": "another", "pid": 4711}
    record.write_text(json.dumps(value))
    then = time.time() - 90
    for path in (record, lock):
        os.utime(path, (then, then))
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py")
    second = world.commit()
    assert not is_stored(world, second)
    assert updates(world) == [name]  # attempts leave no records
    (named,) = [finding for finding in findings(world) if finding["kind"] == "lock_elsewhere"]
    assert named["names"] == [str(lock)]
    assert "4711" in named["cause"]
    assert named["fix"].endswith(f"`rm {lock}`")
    shown = world.run("entire", "doctor", "--force", check=False).stdout
    assert str(lock) in shown
    assert "\x1b" not in shown
    problems = json.loads(world.entire("status", "--json"))["problems"]
    assert [one for one in problems if str(lock) in one["text"]]
    assert lock.exists()
    lock.unlink()
    agent.start()
    assert is_stored(world, first)
    assert is_stored(world, second)
    assert (findings(world), updates(world), promised(world)) == ([], [], [])


def test_locks_of_others_stay(world: World, tmp_path: Path) -> None:
    """Of a user's branch, of packed refs, and of one of our refs that another process has locked."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    world.commit()
    refs = world.repo.path / ".git" / "refs" / "heads"
    locks = [refs / "mine.lock", refs / f"{BRANCH}.lock", refs.parent.parent / "packed-refs.lock"]
    for lock in locks:
        lock.write_text("")
        os.utime(lock, (time.time() - 7200, time.time() - 7200))
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py")
    checkpoint = world.commit()
    assert not is_stored(world, checkpoint)
    assert world.run("entire", "doctor", "--force", check=False).returncode == 1
    assert all(lock.exists() for lock in locks)
    named = [finding for finding in findings(world) if finding["kind"] == "old_lock"]
    assert sorted(finding["ref"] for finding in named) == ["packed-refs.lock", "v1.lock"]
    for lock in locks:
        lock.unlink()
    world.agent().start()
    assert world.session(checkpoint)["files_touched"] == ["two.py"]
