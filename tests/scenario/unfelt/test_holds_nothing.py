"""While a checkpoint is written in the background, nothing of the user's is held."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.scenario.background import is_alive
from tests.scenario.unfelt.test_later import waiting, work
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system does not say it")

_LONG = 60.0  # seconds, for a busy machine


class Process(NamedTuple):
    """What a process has open, where it is, and whose terminal it may have."""

    pid: int
    descriptors: dict[int, str]
    folder: str
    session: int


def look_at(pid: int) -> Process:
    there = Path(f"/proc/{pid}")
    descriptors = {}
    for name in os.listdir(there / "fd"):
        with suppress(FileNotFoundError):  # closed in the meantime
            descriptors[int(name)] = os.readlink(there / "fd" / name)
    session = int((there / "stat").read_text().rpartition(")")[2].split()[3])
    return Process(pid, descriptors, os.readlink(there / "cwd"), session)


def until(holds: Callable[[], bool]) -> None:
    last = time.monotonic() + _LONG
    while not holds():
        assert time.monotonic() < last
        time.sleep(0.02)


def with_gate(world: World, folder: Path) -> tuple[Path, Path]:
    """Let the background begin when a file is there: that file, and the one that names the process."""
    real = world.run("sh", "-c", "command -v entire").stdout.strip()
    gate, named = folder / "gate", folder / "pid"
    wrapper = folder / "bin" / "entire"
    wrapper.parent.mkdir()
    name = f'echo $$ >"{named}.new"; mv "{named}.new" "{named}"'
    wait = f'n=3000; while [ ! -e "{gate}" ] && [ $((n -= 1)) -gt 0 ]; do sleep 0.02; done'  # not for ever
    wrapper.write_text(f'#!/bin/sh\ncase "$*" in *detached*) {name}; {wait} ;; esac\nexec "{real}" "$@"\n')
    wrapper.chmod(0o755)
    world.env["PATH"] = f"{wrapper.parent}:{world.env['PATH']}"
    return gate, named


def test_it_holds_nothing_of_the_users(hasty: World, tmp_path: Path) -> None:
    """Neither a pipe or file of the commit, nor the folder, nor the terminal, while it waits for the lock."""
    gate, named = with_gate(hasty, tmp_path)
    work(hasty, "one.py")
    hasty.git("add", "-A")
    users = hasty.repo.write("users.txt", "open in an editor\n")
    reading, writing = os.pipe()
    with users.open() as opened, hasty.file(".git/entire-sessions/lock").open("r+") as lock:
        given = (writing, opened.fileno())
        words = ["git", "commit", "--quiet", "-m", "work"]
        done = subprocess.run(
            words, cwd=hasty.repo.path, env=hasty.env, pass_fds=given, stdout=writing, start_new_session=True
        )
        os.close(writing)
        assert done.returncode == 0
        until(named.exists)
        pid = int(named.read_text())
        inherited = look_at(pid)
        assert str(users) in inherited.descriptors.values(), "the commit gave it away"
        assert inherited.folder == str(hasty.repo.path)
        fcntl.flock(lock, fcntl.LOCK_EX)
        gate.touch()
        until(lambda: lock.name in look_at(pid).descriptors.values())
        found = look_at(pid)
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        helpers = [look_at(int(child)) for child in children]
        fcntl.flock(lock, fcntl.LOCK_UN)
    pipe = os.readlink(f"/proc/self/fd/{reading}")
    assert [found.descriptors[number] for number in (0, 1, 2)] == ["/dev/null"] * 3
    for process in (found, *helpers):
        assert not {pipe, str(users)} & set(process.descriptors.values())
        assert process.session != inherited.session
    assert found.folder == "/"
    assert found.session == found.pid
    assert os.read(reading, 1) == b"", "whoever reads what the commit says sees its end"
    os.close(reading)
    until(lambda: not waiting(hasty))


def test_what_it_started_keeps_out_of_the_folder(hasty: World, tmp_path: Path) -> None:
    """Only what reads files of the work tree is there, and only as long as that takes."""
    open_gate = tmp_path / "open"
    hasty.repo.write(".gitattributes", "*.slow filter=slow\n")
    hasty.git("add", ".gitattributes")
    hasty.git("commit", "--quiet", "-m", "attributes")
    hasty.git("config", "filter.slow.clean", "cat")
    hasty.agent().turn("Write two files", {"one.py": "1\n", "two.slow": "2\n"})
    hasty.git("repack", "-adq")  # else nobody has to ask git for an object
    gate, named = with_gate(hasty, tmp_path)
    hasty.git("add", "one.py")
    hasty.git("commit", "--quiet", "-m", "work")
    until(named.exists)
    filtering = tmp_path / "filtering"
    wait = f'touch "{filtering}"; while [ ! -e "{open_gate}" ]; do sleep 0.02; done; cat'
    hasty.git("config", "filter.slow.clean", wait)
    hasty.file("two.slow").write_text("2, and more\n")
    gate.touch()
    until(filtering.exists)
    pid = int(named.read_text())
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    places = {Path(f"/proc/{child}/cmdline").read_text(): look_at(int(child)).folder for child in children}
    open_gate.touch()
    until(lambda: not waiting(hasty))
    there = [command.split("\0") for command, place in places.items() if place != "/"]
    assert len(places) > len(there) == 1
    assert "hash-object" in there[0]


@pytest.mark.parametrize("removed", ["all", "a folder", "files", "the copy"])
def test_a_worktree_that_is_removed_meanwhile_does_not_come_back(
    hasty: World, tmp_path: Path, removed: str
) -> None:
    """If something came back while git removes it, git would fail: the folder is not empty."""
    gate, named = with_gate(hasty, tmp_path)
    there = tmp_path / "there"
    hasty.git("worktree", "add", "--quiet", str(there))
    StandIn(str(there), hasty.env).turn("Write one", {"one.py": "1\n"})
    hasty.git("add", "-A", cwd=there)
    with hasty.file(".git/entire-sessions/lock").open("r+") as lock:
        hasty.git("commit", "--quiet", "-m", "work", cwd=there)
        until(named.exists)
        pid = int(named.read_text())
        fcntl.flock(lock, fcntl.LOCK_EX)
        gate.touch()
        until(lambda: lock.name in look_at(pid).descriptors.values())
        gone = remove(hasty, there, removed)
    until(lambda: not is_alive(pid))
    check_it_did_not_come_back(hasty, there, gone)


@pytest.mark.parametrize("removed", ["all", "a folder", "files", "the copy"])
def test_nor_by_what_goes_on_with_a_hooks_work(hasty: World, tmp_path: Path, removed: str) -> None:
    there = tmp_path / "there"
    hasty.git("worktree", "add", "--quiet", str(there))
    StandIn(str(there), hasty.env).turn("Write one", {"one.py": "1\n"})
    hasty.git("add", "-A", cwd=there)
    words = ["entire", "hooks", "detached", "continue"]
    with hasty.file(".git/entire-sessions/lock").open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        hasty.git("commit", "--quiet", "-m", "work", cwd=there)
        job = subprocess.Popen(words, cwd=there, env=hasty.env | {"ENTIRE_LOG_LEVEL": "DEBUG"})
        until(lambda: lock.name in look_at(job.pid).descriptors.values())
        assert look_at(job.pid).folder == "/"
        gone = remove(hasty, there, removed)
    assert job.wait(_LONG) == 0
    check_it_did_not_come_back(hasty, there, gone)


def remove(world: World, there: Path, what: str) -> list[Path]:
    """Remove what git removes first, or all of it. Returns what is gone of ours."""
    ours = [*(there / ".entire").rglob("*"), *world.file(".git/worktrees/there").glob("ENTIRE*")]
    if what == "a folder":
        shutil.rmtree(there / ".entire")
    elif what == "files":
        for path in filter(Path.is_file, ours):
            path.unlink()
    elif what == "the copy":
        for path in filter(Path.is_file, (there / ".entire" / "metadata").glob("*/*")):
            path.unlink()
    else:
        world.git("worktree", "remove", "--force", str(there))
    gone = [path for path in ours if not path.exists()]
    assert gone
    return gone


def check_it_did_not_come_back(world: World, there: Path, gone: list[Path]) -> None:
    assert not [path for path in gone if path.exists()]
    if there.exists():
        world.git("worktree", "remove", "--force", str(there))
    assert not there.exists()
    checkpoint = world.checkpoint("there")
    assert "Write one" in world.entire("explain", "there")
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
