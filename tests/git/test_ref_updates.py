from __future__ import annotations

import fcntl
import json
import os
import subprocess
import time
from pathlib import Path

import pytest
from tests.support import Repo

from entire.git import ref_updates, refs
from entire.git.errors import RefChanged
from entire.git.ref_updates import Elsewhere, LockFacts, MakerFacts, Recorded, is_gone, is_left
from entire.git.refs import Update
from entire.git.repository import Repository

REF = "refs/heads/entire/x"
NEW = "f" * 40


@pytest.mark.parametrize(
    ("made", "now", "content", "expected"),
    [
        (100, 100, NEW + "\n", True),
        (101, 101, NEW + "\n", True),
        (159, 160, NEW, True),
        (99, 200, NEW, False),  # it was there before
        (161, 200, NEW, False),  # made long after
        (100, 100, "e" * 40, False),  # another value
        (100, 104, "", False),  # perhaps just made by another process
        (100, 105, "", True),
        (99, 200, "", False),
        (100, 200, "\xff", False),
    ],
)
def test_who_left_a_lock(made: float, now: float, content: str, expected: bool) -> None:
    assert is_left(LockFacts(100, made, now, content.encode("latin-1"), NEW)) == expected


@pytest.mark.parametrize(
    ("same_host", "same_boot", "age", "expected"),
    [
        (True, True, 0, True),
        (False, True, 0, True),  # a container, or a machine with a new name
        (True, False, 61, True),  # the machine was restarted
        (True, False, 59, False),  # perhaps another machine with the same name
        (False, False, 10**6, False),  # another machine
        (True, None, 0, True),
        (False, None, 10**6, False),
    ],
)
def test_who_is_gone(same_host: bool, same_boot: bool | None, age: float, expected: bool) -> None:
    assert is_gone(MakerFacts(same_host, same_boot, age)) == expected


def record(found: Repository, **changed: object) -> Path:
    """A record of an update that is over."""
    folder = Path(found.common_dir, "entire-sessions", "updates")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "0123456789ab"
    path.write_text(json.dumps({"host": os.uname().nodename, "refs": {REF: NEW}} | changed))
    return path


def lock(found: Repository, ref: str = REF, content: str = NEW + "\n") -> Path:
    path = Path(found.common_dir, f"{ref}.lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


def test_an_update_removes_the_lock_of_a_killed_one(repo: Repo, found: Repository) -> None:
    commit = repo.commit("a")
    kept, left = record(found), lock(found)
    refs.update(found, Update(REF, None, commit))
    assert refs.resolve(found, REF) == commit
    assert not left.exists()
    assert not kept.exists()


@pytest.mark.parametrize(
    "changed",
    [
        {"host": "another"},
        {"host": None},
        {"refs": []},
        {"refs": {REF: 7}},
        {"refs": {"refs/heads/entire/y": NEW}},
        {"refs": {"refs/heads/main": NEW}},
        {"refs": {f"refs/heads/entire/../../{REF}": NEW}},
    ],
)
def test_a_lock_that_no_record_explains_stays(
    repo: Repo, found: Repository, changed: dict[str, object]
) -> None:
    commit = repo.commit("a")
    record(found, **changed)
    left, mine = lock(found), lock(found, "refs/heads/mine")
    with pytest.raises(RefChanged):
        refs.update(found, Update(REF, None, commit))
    assert left.exists()
    assert mine.exists()


def test_an_update_that_is_running_keeps_its_lock(found: Repository) -> None:
    Path(found.common_dir, "entire-sessions").mkdir()
    with Recorded(found, {REF: NEW}) as running:
        left = lock(found)
        assert ref_updates.left_locks(found) == []
        assert running.remove_left() == 1
    assert not left.exists()
    assert os.listdir(os.path.join(found.common_dir, "entire-sessions", "updates")) == []
    assert ref_updates.left_locks(found) == []


def test_a_git_process_that_outlives_us_keeps_its_lock(found: Repository) -> None:
    path = record(found)
    left = lock(found)
    descriptor = os.open(path, os.O_RDONLY)
    os.set_inheritable(descriptor, True)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    git = subprocess.Popen(["cat"], stdin=subprocess.PIPE, close_fds=False)  # it has the record locked, too
    os.close(descriptor)
    assert ref_updates.left_locks(found) == []
    git.communicate()
    assert ref_updates.left_locks(found) == [str(left)]
    assert ref_updates.remove_left(found) == 1
    assert not path.exists()


def test_links_and_folders_are_not_locks(found: Repository, tmp_path: Path) -> None:
    record(found)
    target = tmp_path / "target"
    target.write_text(NEW)
    path = lock(found)
    path.unlink()
    path.symlink_to(target)
    assert ref_updates.left_locks(found) == []
    path.unlink()
    path.mkdir()
    assert ref_updates.left_locks(found) == []


@pytest.mark.parametrize("content", ["", "[]", "{", "\xff", "[" * 100_000])
def test_hostile_records(found: Repository, content: str) -> None:
    record(found).write_text(content, "latin-1")
    Path(found.common_dir, "entire-sessions", "updates", "folder").mkdir()
    os.mkfifo(Path(found.common_dir, "entire-sessions", "updates", "fifo"))
    lock(found)
    assert ref_updates.left_locks(found) == []


@pytest.mark.parametrize(
    ("new", "age", "content", "expected"),
    [
        ("", 10, "", True),
        ("", 1, "", False),  # perhaps just made by another process
        (NEW, 10, "", False),  # only deletions lock packed refs
        ("", 3600, "", False),  # it was there before
    ],
)
def test_a_lock_on_packed_refs_is_named_and_stays(
    found: Repository, new: str, age: float, content: str, expected: bool
) -> None:
    kept, packed = record(found, refs={REF: new}), Path(found.common_dir, "packed-refs.lock")
    packed.write_text(content)
    now = time.time()
    os.utime(packed, (now - age, now - age))
    os.utime(kept, (now - 20, now - 20))
    assert ref_updates.packed_lock(found) == (str(packed) if expected else "")
    assert ref_updates.remove_left(found) == 0
    assert packed.exists()
    assert kept.exists() == (not new and age < 60)
    packed.unlink()
    ref_updates.remove_left(found)
    assert not kept.exists()


ELSEWHERE = {"host": "another", "boot": "another", "pid": 7}
on_linux = pytest.mark.skipif(not os.path.exists("/proc/sys/kernel/random/boot_id"), reason="needs Linux")


def age(seconds: float, *paths: Path) -> None:
    then = time.time() - seconds
    for path in paths:
        os.utime(path, (then, then))


def updates(found: Repository) -> list[str]:
    return os.listdir(os.path.join(found.common_dir, "entire-sessions", "updates"))


@on_linux
def test_a_lock_that_another_container_left_is_removed(repo: Repo, found: Repository) -> None:
    """The kernel is the same, so it would know if the record was in use."""
    commit = repo.commit("a")
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    record(found, host="another", boot=boot)
    left = lock(found)
    refs.update(found, Update(REF, None, commit))
    assert not left.exists()
    assert updates(found) == []


@on_linux
def test_records_say_who_made_them(found: Repository) -> None:
    Path(found.common_dir, "entire-sessions").mkdir()
    with Recorded(found, {REF: NEW}):
        (name,) = updates(found)
        value = json.loads(Path(found.common_dir, "entire-sessions", "updates", name).read_text())
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    assert (value["host"], value["boot"], value["pid"]) == (os.uname().nodename, boot, os.getpid())


@on_linux
def test_a_lock_of_another_machine_is_named_and_stays(repo: Repo, found: Repository) -> None:
    commit = repo.commit("a")
    kept, left = record(found, **ELSEWHERE), lock(found)
    assert ref_updates.locks_elsewhere(found) == []  # it may be in use
    age(61, kept, left)
    assert ref_updates.locks_elsewhere(found) == [Elsewhere(str(left), "another", 7)]
    for _ in range(3):
        with pytest.raises(RefChanged):
            refs.update(found, Update(REF, None, commit))
    assert updates(found) == [kept.name]  # an attempt leaves none
    left.unlink()
    refs.update(found, Update(REF, None, commit))
    assert ref_updates.locks_elsewhere(found) == []
    ref_updates.remove_left(found)
    assert updates(found) == []


def test_a_lock_of_another_program_leaves_no_records(repo: Repo, found: Repository) -> None:
    commit = repo.commit("a")
    Path(found.common_dir, "entire-sessions").mkdir()
    age(2, lock(found, content=""))
    for _ in range(3):
        with pytest.raises(RefChanged):
            refs.update(found, Update(REF, None, commit))
    assert updates(found) == []


@pytest.mark.parametrize("name", ["0123456789ab", "0123456789ab.12-0a1b2c3d.tmp"])
@pytest.mark.parametrize("content", ["", "{", json.dumps(ELSEWHERE | {"refs": {REF: NEW}}), '{"refs": {}}'])
def test_records_that_explain_no_lock_are_removed(found: Repository, name: str, content: str) -> None:
    path = record(found).rename(Path(found.common_dir, "entire-sessions", "updates", name))
    path.write_text(content)
    ref_updates.remove_left(found)
    assert path.exists()  # it may be in use
    age(61, path)
    ref_updates.remove_left(found)
    assert not path.exists()


def test_a_record_in_use_is_not_removed(found: Repository) -> None:
    path = record(found, **ELSEWHERE)
    age(61, path)
    with open(path) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        ref_updates.remove_left(found)
    assert path.exists()
