"""What root leaves in a user's repository is given to the user, at the cost of what is new."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from entire.core.ownership import Owner, owner_of

OTHER = 54321

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


def give(*paths: Path) -> None:
    for path in paths:
        os.chown(path, OTHER, OTHER)


def age(*paths: Path) -> None:
    then = time.time() - 3600
    for path in paths:
        os.utime(path, (then, then))


@pytest.fixture
def git_dir(tmp_path: Path) -> Path:
    """A user's repository with many objects."""
    folder = tmp_path / "repo" / ".git"
    for number in range(256):
        fan = folder / "objects" / f"{number:02x}"
        fan.mkdir(parents=True)
        for name in range(10):
            (fan / f"{name:038x}").write_bytes(b"x")
            give(fan / f"{name:038x}")
        give(fan)
        age(fan)
    give(folder, folder / "objects")
    age(folder / "objects")
    return folder


def owner(git_dir: Path) -> Owner:
    found = owner_of(str(git_dir.parent), str(git_dir), str(git_dir))
    assert found is not None
    return found


def test_what_is_new_is_given_to_the_owner(git_dir: Path) -> None:
    found = owner(git_dir)
    new = git_dir / "objects" / "07" / ("f" * 38)
    new.write_bytes(b"x")
    ref = git_dir / "refs" / "heads" / "entire" / "x"
    ref.parent.mkdir(parents=True)
    ref.write_text("f" * 40)
    (git_dir / "ENTIRE_UNLINKED").write_text("nothing\n")  # as a script writes it
    found.take_all()
    assert {path.stat().st_uid for path in git_dir.rglob("*")} == {OTHER}


@pytest.mark.parametrize("skew", [-3600, 3600])
def test_the_clock_of_the_file_system_counts(
    git_dir: Path, skew: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server's clock differs from that of the process."""
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + skew)
    found = owner(git_dir)
    new = git_dir / "objects" / "07" / ("f" * 38)
    new.write_bytes(b"x")
    names = sorted(os.listdir(git_dir))
    found.take_all()
    assert new.stat().st_uid == OTHER
    assert sorted(os.listdir(git_dir)) == names


def test_what_is_old_costs_nothing(git_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = owner(git_dir)
    (git_dir / "objects" / "07" / ("f" * 38)).write_bytes(b"x")
    looked_at: list[str] = []
    lstat = os.lstat

    def counted(name: str, *, dir_fd: int | None = None) -> os.stat_result:
        looked_at.append(name)
        return lstat(name, dir_fd=dir_fd)

    monkeypatch.setattr("entire.core.ownership.os.lstat", counted)
    found.take_all()
    assert (git_dir / "objects" / "07" / ("f" * 38)).stat().st_uid == OTHER
    assert len([name for name in looked_at if len(name) == 38]) == 11  # of 2561


def test_a_folder_that_a_killed_process_left(git_dir: Path) -> None:
    """It would stop the owner from writing there."""
    fan = git_dir / "objects" / "07"
    os.chown(fan, 0, 0)
    os.chown(fan / f"{1:038x}", 0, 0)
    age(fan)
    owner(git_dir).take_all()
    assert {path.stat().st_uid for path in (fan, *fan.iterdir())} == {OTHER}


def test_links_and_deep_folders(git_dir: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").write_text("root's\n")
    (git_dir / "refs").symlink_to(precious)
    (git_dir / "objects" / "pack").symlink_to(precious)
    deep = git_dir / "entire-sessions"
    for _ in range(200):
        deep = deep / "d"
    deep.mkdir(parents=True)
    owner(git_dir).take_all()
    assert {path.stat().st_uid for path in (precious, precious / "file")} == {0}
