"""Several users in one repository: everything that we create is as open as what git creates."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo

from entire.core.sharing import shared_mode

OTHER = 54321
_LONG = 60.0  # seconds, for a busy machine

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


# What git creates for the user's own commands, some of it for the user alone.
_OF_GIT = {"COMMIT_EDITMSG", "HEAD", "ORIG_HEAD", "branches", "config", "description", "index", "info"}
_BRANCH = ("logs/HEAD", "logs/refs/heads/main", "refs/heads/main")


def created(world: World) -> list[Path]:
    """Everything of ours in the repository: in the git directory, and in our folder."""
    git_dir, ours = world.repo.path / ".git", world.repo.path / ".entire"
    tops = [path for path in git_dir.iterdir() if path.name not in {*_OF_GIT, "hooks"}]  # all may run these
    tops += [ours / "logs", ours / "tmp", ours / "metadata"]
    found = [*tops, *(path for top in tops for path in top.rglob("*"))]
    for name in ("ENTIRE_UNLINKED", "refs/entire", "refs/notes/entire", "entire-index"):
        assert git_dir / name in found
    return [path for path in found if str(path.relative_to(world.repo.path)) not in map(_in_git, _BRANCH)]


def _in_git(name: str) -> str:
    return f".git/{name}"


def work(world: World) -> None:
    """A whole story: turns, commits with and without work, a link in a note, a rewind and its undoing."""
    agent = world.agent()
    agent.start()
    agent.turn("Write", {"src/one.py": "one = 1\n", "two.py": "two = 2\n"})
    world.git("add", "src")
    assert world.commit()
    world.git("commit", "--quiet", "--amend", "-m", "in other words")
    agent.turn("More", {"three.py": "three = 3\n"})
    point = world.git("rev-parse", world.shadows()[0])
    agent.turn("And more", {"four.py": "four = 4\n"})
    world.entire("rewind", "--to", point, "--force")
    world.entire("rewind", "--undo", "--force")
    for number in range(2):  # the second one ends in the shell
        world.repo.write("mine.txt", f"{number}\n")
        world.git("add", "mine.txt")
        world.commit()
    world.git("add", "three.py")
    assert world.commit()
    world.entire("search", "More")
    world.entire("explain")
    world.entire("rewind", "--list")
    world.doctor()
    assert not world.errors()


def in_the_background(world: World) -> None:
    """As on a user's machine."""
    world.env.pop("ENTIRE_SYNC")
    world.env.pop("CI", None)


def wait(world: World) -> None:
    """Until the background has completed all commits."""
    until = time.monotonic() + _LONG
    while list(world.file(".git/entire-sessions/promised").iterdir()) and time.monotonic() < until:
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("mode", "bits", "exact", "expected"),
    [
        (0o100600, 0o660, False, 0o660),
        (0o100600, 0o664, False, 0o664),
        (0o100644, 0o660, False, 0o664),
        (0o100444, 0o660, False, 0o444),
        (0o100755, 0o660, False, 0o775),
        (0o100600, 0o640, True, 0o640),
        (0o100644, 0o600, True, 0o600),
        (0o100444, 0o660, True, 0o440),
        (0o040750, 0o660, False, 0o2770),
        (0o040755, 0o664, False, 0o2775),
        (0o040755, 0o640, True, 0o2750),
        (0o040755, 0o600, True, 0o700),
    ],
)
def test_permissions(mode: int, bits: int, exact: bool, expected: int) -> None:
    assert shared_mode(mode, bits, exact) == expected


@pytest.fixture
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


UMASKS = pytest.mark.parametrize("umask", [0o022, 0o077], indirect=True, ids=["umask 022", "umask 077"])
BACKGROUND = pytest.mark.parametrize("background", [False, True], ids=["at once", "in the background"])


@pytest.mark.parametrize("value", ["group", "all", "0640", "0660"])
@UMASKS
@BACKGROUND
def test_a_shared_repository(tmp_path: Path, value: str, umask: int, background: bool) -> None:
    """Compared with what git creates for a commit in the same repository."""
    repo = make_repo(tmp_path / "repo", f"--shared={value}")
    world = World.enabled(repo)
    if background:
        in_the_background(world)
    work(world)
    check_shared(world, value)


def check_shared(world: World, value: str) -> None:
    repo = world.repo
    index = stat.S_IMODE((repo.path / ".git/index").stat().st_mode)
    folder = stat.S_IMODE((repo.path / ".git/refs").stat().st_mode)
    needed = {"group": 0o060, "all": 0o064, "0640": 0o040, "0660": 0o060}[value]
    assert index & needed == needed  # what git itself did
    for path in created(world):
        mode = stat.S_IMODE(path.lstat().st_mode)
        wanted = needed & 0o044 if "/objects/" in str(path) and path.is_file() else needed
        assert mode & wanted == wanted, f"{path}: {mode:o}"
        if path.is_dir():
            assert mode & folder & 0o2050 == folder & 0o2050, f"{path}: {mode:o}"


def test_private_otherwise(world: World) -> None:
    work(world)
    for folder in ("entire-sessions", "entire-index"):
        found = list((world.repo.path / ".git" / folder).rglob("*"))
        assert found
        assert [path for path in found if path.stat().st_mode & 0o007] == []


def give_away(world: World) -> None:
    """Let another user own the repository, in which root may work."""
    for folder, folders, names in os.walk(world.repo.path):
        for path in (folder, *(os.path.join(folder, name) for name in (*folders, *names))):
            os.chown(path, OTHER, OTHER, follow_symlinks=False)
    world.git("config", "--global", "--add", "safe.directory", "*")


@as_root
@UMASKS
@BACKGROUND
def test_root_commits_in_the_repository_of_a_user(world: World, umask: int, background: bool) -> None:
    """`sudo git commit`, or an agent that runs as root in a container."""
    give_away(world)
    if background:
        in_the_background(world)
    work(world)
    wait(world)
    ours = [path for path in created(world) if path.lstat().st_uid != OTHER]
    assert ours == []


@as_root
def test_root_does_not_give_away_what_a_link_leads_to(world: World, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("root's\n")
    give_away(world)
    (world.repo.path / ".git/entire-sessions").mkdir(exist_ok=True)
    (world.repo.path / ".git/entire-sessions/link").symlink_to(precious)
    os.link(precious, world.repo.path / ".git/entire-sessions/hard")
    work(world)
    assert precious.stat().st_uid == 0
