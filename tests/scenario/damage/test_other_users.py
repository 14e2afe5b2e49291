"""Several users in one repository: everything that we create is as open as what git creates."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.scenario.calls import Calls
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
    mine(world)
    world.git("add", "three.py")
    assert world.commit()
    world.entire("search", "More")
    world.entire("explain")
    world.entire("rewind", "--list")
    world.doctor()
    assert not world.errors()


def mine(world: World) -> None:
    """A person's own commit."""
    world.repo.write("mine.txt", f"{time.monotonic_ns()}\n")
    world.git("add", "mine.txt")
    world.commit()


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


def waiting(world: World, folder: Path) -> list[Path]:
    """What scripts write into, for a commit without work, and one whose checkpoint nobody has written yet."""
    in_the_background(world)
    Calls(world, folder, without="hooks detached")
    world.agent().turn("What is this?", {})
    mine(world)
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    checkpoint = world.commit()
    promised = world.file(".git/entire-sessions/promised")
    marks = [world.file(".git/ENTIRE_UNLINKED"), world.file(".git/ENTIRE_LATER")]
    made = promised / f"{checkpoint}.commit"
    assert made.read_text().strip() == world.repo.head
    return [*marks, promised / checkpoint, made]


@UMASKS
def test_a_commit_that_waits_in_a_shared_repository(tmp_path: Path, umask: int) -> None:
    """Another user's next event completes it."""
    world = World.enabled(make_repo(tmp_path / "repo", "--shared=group"))
    modes = [stat.S_IMODE(path.stat().st_mode) & 0o060 for path in waiting(world, tmp_path)]
    assert modes == [0o060] * 4


def test_links_that_a_killed_hook_of_another_user_left(tmp_path: Path) -> None:
    """They may be out of reach; those of this user's rewritten commits are kept nevertheless."""
    world = World.enabled(make_repo(tmp_path / "repo"))
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    checkpoint = world.commit()
    world.file(".git/ENTIRE_REWRITTEN").symlink_to("ENTIRE_REWRITTEN")  # not even root can read it
    world.git("commit", "--quiet", "--amend", "-m", "in other words")
    assert checkpoint in world.git("notes", "--ref=entire", "show", "HEAD")
    assert not world.errors()


@UMASKS
def test_what_a_killed_hook_leaves_in_a_shared_repository(tmp_path: Path, umask: int) -> None:
    world = World.enabled(make_repo(tmp_path / "repo", "--shared=group"))
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    assert world.commit()
    Calls(world, tmp_path, without="post-rewrite")
    world.git("commit", "--quiet", "--amend", "-m", "in other words")
    assert world.file(".git/ENTIRE_REWRITTEN").stat().st_mode & 0o060 == 0o060


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
def test_a_commit_of_root_that_waits(world: World, tmp_path: Path) -> None:
    give_away(world)
    assert {path.stat().st_uid for path in waiting(world, tmp_path)} == {OTHER}


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
