"""The configuration of every agent: what others have in it stays; what cannot be edited is not changed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from tests.scenario.damage.test_not_stored import without_privileges
from tests.scenario.world import World, make_repo

from entire.agent import registry

PLUGINS = ("opencode", "pi")  # a file of our own: nobody else writes in it
NAMES = registry.names()
THEIRS = """{
  // The team's own.
  "version": 1, /* of something */
  "hooks": {
  },
  "theirs": [1, 2],
}
"""


def config(world: World, name: str) -> Path:
    path = world.file(registry.by_name(name).CONFIG_FILE)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def files(world: World) -> dict[str, object]:
    """The work tree, and what would be changed with it."""
    found = [path for path in world.repo.path.rglob("*") if ".git/objects" not in str(path)]
    hooks = [path for path in found if path.parent.name == "hooks" or ".git/" not in str(path)]
    return {str(path): path.read_bytes() if path.is_file() else os.path.islink(path) for path in hooks}


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(make_repo(tmp_path / "repo"))


def refused(world: World, name: str) -> str:
    """Enabling fails, says why, and changes nothing."""
    before = files(world)
    done = world.run("entire", "enable", "--agent", name, check=False)
    assert done.returncode != 0
    assert files(world) == before
    assert "Traceback" not in done.stderr
    assert "unexpected" not in done.stderr
    return done.stderr


@pytest.mark.parametrize("name", [name for name in NAMES if name not in PLUGINS])
def test_comments_of_others_stay(world: World, name: str) -> None:
    path = config(world, name)
    path.write_text(THEIRS)
    world.entire("enable", "--agent", name)
    text = path.read_text()
    assert f"entire hooks {name} " in text
    for kept in ("// The team's own.", "/* of something */", '"theirs": [1, 2],'):
        assert kept in text
    world.entire("disable", "--uninstall", "--force")
    assert path.read_text() == THEIRS


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_cannot_be_understood(world: World, name: str) -> None:
    path = config(world, name)
    path.write_text('{"hooks": {')
    said = refused(world, name)
    assert registry.by_name(name).CONFIG_FILE in said


@pytest.mark.parametrize("name", NAMES)
def test_a_link_out_of_the_work_tree(world: World, name: str, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text("{}\n")
    config(world, name).symlink_to(elsewhere)
    said = refused(world, name)
    assert ("not ours" if name in PLUGINS else "link") in said
    assert elsewhere.read_text() == "{}\n"


@pytest.mark.parametrize("name", [name for name in NAMES if name not in PLUGINS])
def test_a_link_in_the_work_tree_stays_one(world: World, name: str) -> None:
    path, shared = config(world, name), world.file("shared.json")
    shared.write_text(THEIRS)
    path.symlink_to(os.path.relpath(shared, path.parent))
    world.entire("enable", "--agent", name)
    assert path.is_symlink()
    assert f"entire hooks {name} " in shared.read_text()
    world.entire("disable", "--uninstall", "--force")
    assert path.is_symlink()
    assert shared.read_text() == THEIRS


@pytest.mark.parametrize("name", [name for name in NAMES if name not in PLUGINS])
def test_a_file_that_is_read_only(world: World, name: str) -> None:
    if not without_privileges(world):
        pytest.skip("needs setpriv")
    path = config(world, name)
    path.write_text(THEIRS)
    path.chmod(0o444)
    assert registry.by_name(name).CONFIG_FILE in refused(world, name)


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_that_may_not_be_written_to(world: World, name: str) -> None:
    if not without_privileges(world):
        pytest.skip("needs setpriv")
    path = config(world, name)
    if name not in PLUGINS:
        path.write_text(THEIRS)
        path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        said = refused(world, name)
    finally:
        path.parent.chmod(0o755)
    assert os.path.dirname(registry.by_name(name).CONFIG_FILE) in said
    shutil.rmtree(path.parent)
    world.entire("enable", "--agent", name)
