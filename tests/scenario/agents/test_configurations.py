"""The configuration of every agent: what others have in it stays; what cannot be edited is not changed."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

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


def refused(world: World, *words: str) -> str:
    """A command fails, says why, and changes nothing."""
    before = files(world)
    done = world.run("entire", *words, check=False)
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
    assert registry.by_name(name).CONFIG_FILE in refused(world, "enable", "--agent", name)


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_is_not_added_to_a_file_that_cannot_be_understood(world: World, name: str) -> None:
    world.entire("enable", "--agent", "codex" if name == "claude-code" else "claude-code")
    config(world, name).write_text('{"hooks": {')
    said = refused(world, "agent", "add", name)
    assert registry.by_name(name).CONFIG_FILE in said
    assert ("not ours" if name in PLUGINS else "cannot edit") in said


@pytest.mark.parametrize("name", NAMES)
def test_a_link_out_of_the_work_tree(world: World, name: str, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text("{}\n")
    config(world, name).symlink_to(elsewhere)
    said = refused(world, "enable", "--agent", name)
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


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_is_read_only(world: World, name: str) -> None:
    if not without_privileges(world):
        pytest.skip("needs setpriv")
    world.entire("enable", "--agent", name)
    path = config(world, name)
    path.write_text(f"{path.read_text()}// older\n" if name in PLUGINS else THEIRS)
    path.chmod(0o444)
    said = refused(world, "enable", "--agent", name)
    assert f"{registry.by_name(name).CONFIG_FILE} is read-only" in said


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
        said = refused(world, "enable", "--agent", name)
    finally:
        path.parent.chmod(0o755)
    assert os.path.dirname(registry.by_name(name).CONFIG_FILE) in said
    shutil.rmtree(path.parent)
    world.entire("enable", "--agent", name)


def wrapped(call: str) -> str:
    """As the reference does it, with a warning."""
    warning = 'echo "entire is not installed" >&2'
    return f"sh -c 'if ! command -v entire >/dev/null 2>&1; then {warning}; exit 0; fi; exec {call}'"


OLDER: dict[str, Callable[[str], str]] = {
    "bare": lambda call: call,
    "with a warning": wrapped,
    "from its sources": lambda call: call.replace("entire", 'go run "$ROOT"/cmd/entire/main.go', 1),
}


def rewritten(value: Any, change: Callable[[str], str]) -> Any:
    """The same document with other commands of ours."""
    if isinstance(value, dict):
        return {name: rewritten(one, change) for name, one in value.items()}
    if isinstance(value, list):
        return [rewritten(one, change) for one in value]
    ours = re.search(r"entire hooks [\w-]+ [\w-]+", value) if isinstance(value, str) else None
    return change(ours[0]) if ours else value


@pytest.mark.parametrize("how", OLDER)
@pytest.mark.parametrize("name", [name for name in NAMES if name not in PLUGINS])
def test_commands_of_the_reference_and_of_older_versions_are_replaced(
    world: World, name: str, how: str
) -> None:
    world.entire("enable", "--agent", name)
    path = config(world, name)
    fresh = json.loads(path.read_text())
    older = rewritten(fresh, OLDER[how])
    assert older != fresh
    path.write_text(json.dumps(older, indent=2))
    world.entire("enable", "--agent", name)
    assert json.loads(path.read_text()) == fresh
    path.write_text(json.dumps(older, indent=2))
    world.entire("disable", "--uninstall", "--force")
    assert "entire" not in (path.read_text() if path.exists() else "")
