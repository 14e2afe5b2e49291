"""Several users in one repository: everything that we create is as open as what git creates."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo

from entire.core.sharing import shared_mode

OTHER = 54321

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


def created(world: World) -> list[Path]:
    """Everything of ours in the repository: in the git directory, and in our folder."""
    git_dir, ours = world.repo.path / ".git", world.repo.path / ".entire"
    places = [git_dir / "entire-sessions", git_dir / "refs/heads/entire", git_dir / "objects"]
    places += [git_dir / "logs/refs/heads/entire", ours / "logs", ours / "tmp", ours / "metadata"]
    places.append(git_dir / "entire-index")
    return [*places, *(path for place in places for path in place.rglob("*"))]


def work(world: World) -> None:
    """A whole story: turns, a commit of a part, a session that ends."""
    agent = world.agent()
    agent.start()
    agent.turn("Write", {"src/one.py": "one = 1\n", "two.py": "two = 2\n"})
    world.git("add", "src")
    assert world.commit()
    agent.turn("More", {"three.py": "three = 3\n"})
    world.entire("explain")
    world.entire("rewind", "--list")
    world.doctor()
    assert not world.errors()


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


@pytest.mark.parametrize("value", ["group", "all", "0640", "0660"])
@pytest.mark.parametrize("umask", [0o022, 0o077])
def test_a_shared_repository(tmp_path: Path, value: str, umask: int) -> None:
    """Compared with what git creates for a commit in the same repository."""
    before = os.umask(umask)
    try:
        repo = make_repo(tmp_path / "repo", f"--shared={value}")
        world = World.enabled(repo)
        work(world)
    finally:
        os.umask(before)
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
    for path in (world.repo.path / ".git/entire-sessions").rglob("*"):
        assert not path.stat().st_mode & 0o007, path


@as_root
def test_root_commits_in_the_repository_of_a_user(world: World) -> None:
    """`sudo git commit`, or an agent that runs as root in a container."""
    for folder, folders, names in os.walk(world.repo.path):
        for path in (folder, *(os.path.join(folder, name) for name in (*folders, *names))):
            os.chown(path, OTHER, OTHER, follow_symlinks=False)
    world.git("config", "--global", "--add", "safe.directory", "*")
    work(world)
    ours = [path for path in created(world) if path.lstat().st_uid != OTHER]
    assert ours == []


@as_root
def test_root_does_not_give_away_what_a_link_leads_to(world: World, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("root's\n")
    for folder, folders, names in os.walk(world.repo.path):
        for path in (folder, *(os.path.join(folder, name) for name in (*folders, *names))):
            os.chown(path, OTHER, OTHER, follow_symlinks=False)
    (world.repo.path / ".git/entire-sessions").mkdir(exist_ok=True)
    (world.repo.path / ".git/entire-sessions/link").symlink_to(precious)
    os.link(precious, world.repo.path / ".git/entire-sessions/hard")
    world.git("config", "--global", "--add", "safe.directory", "*")
    work(world)
    assert precious.stat().st_uid == 0
