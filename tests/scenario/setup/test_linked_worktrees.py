"""The user's own settings of the main worktree hold in linked ones; those of a linked one override them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.sharing.hosts import has_checkpoints
from tests.scenario.world import World
from tests.support import git

from entire.cli.commands.demo.stand_in import StandIn
from entire.core.settings import LOCAL_FILE, PROJECT_FILE
from entire.git import process
from entire.git.repository import open_repository
from entire.git.worktree import own_settings

QUIET = {"strategy_options": {"push_sessions": False}}
LOUD = {"strategy_options": {"push_sessions": True}}


def write(root: Path, **settings: Any) -> None:
    (root / ".entire").mkdir(exist_ok=True)
    (root / LOCAL_FILE).write_text(json.dumps(settings))


@pytest.fixture
def there(world: World, tmp_path: Path) -> Path:
    """A linked worktree; the settings of the team are committed."""
    path = tmp_path / "there"
    world.git("worktree", "add", "--quiet", str(path), "-b", "there")
    return path


@pytest.fixture
def remote(world: World, tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet", "--bare", "remote.git")
    world.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    return tmp_path / "remote.git"


def work(world: World, root: Path) -> None:
    agent = StandIn(str(root), world.env)
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A", cwd=root)
    world.commit(cwd=root)


def entire(world: World, root: Path, *words: str) -> str:
    return world.run("entire", *words, cwd=root, check=words[0] != "doctor").stdout


def push(world: World, root: Path) -> None:
    world.git("push", "--quiet", "origin", "HEAD", cwd=root)


def status(world: World, root: Path) -> Any:
    return json.loads(entire(world, root, "status", "--json"))


def test_checkpoints_are_kept_here_also_by_a_push_from_a_linked_worktree(
    world: World, there: Path, remote: Path
) -> None:
    world.entire("enable", "--skip-push-sessions")
    assert json.loads((world.repo.path / LOCAL_FILE).read_text()) == QUIET
    work(world, there)
    push(world, there)
    assert not has_checkpoints(remote)
    assert status(world, there)["push"] is False


def test_a_linked_worktree_can_say_otherwise(world: World, there: Path, remote: Path) -> None:
    write(world.repo.path, **QUIET)
    write(there, **LOUD)
    work(world, there)
    push(world, there)
    assert has_checkpoints(remote)


def test_what_came_with_a_branch_overrides_nothing_of_the_users(
    world: World, there: Path, remote: Path
) -> None:
    write(there, enabled=True, **LOUD)
    world.git("add", "--force", LOCAL_FILE, cwd=there)
    world.git("commit", "--quiet", "--no-verify", "-m", "settings", cwd=there)
    write(world.repo.path, **QUIET)
    work(world, there)
    push(world, there)
    assert not has_checkpoints(remote)
    write(world.repo.path, enabled=False)
    assert not status(world, there)["enabled"]


def test_disabling_holds_in_all_worktrees(world: World, there: Path) -> None:
    world.entire("disable")
    found = status(world, there)
    assert (found["enabled"], found["disabled_by"]) == (False, str(world.repo.path / LOCAL_FILE))
    assert f"Disabled in: {world.repo.path / LOCAL_FILE}" in entire(world, there, "status")
    StandIn(str(there), world.env).turn("Write one", {"one.py": "1\n"})
    assert not list(world.file(".git/entire-sessions").glob("*.json"))


@pytest.mark.parametrize("words", [(), ("--local",), ("--project",)])
def test_a_linked_worktree_can_be_turned_on_again(world: World, there: Path, words: tuple[str, ...]) -> None:
    world.entire("disable")
    entire(world, there, "enable", *words)
    assert status(world, there)["enabled"]
    assert not status(world, world.repo.path)["enabled"]
    assert entire(world, there, "disable").startswith(f"Off in this worktree ({LOCAL_FILE}).")
    assert not status(world, there)["enabled"]


def test_a_linked_worktree_turned_off_leaves_the_main_one_on(world: World, there: Path) -> None:
    entire(world, there, "disable")
    assert status(world, there)["disabled_by"] == LOCAL_FILE
    assert status(world, world.repo.path)["enabled"]


def test_a_worktree_without_settings_of_its_own_stays_off(world: World, there: Path) -> None:
    write(world.repo.path, enabled=True)
    (there / PROJECT_FILE).unlink()
    assert status(world, there)["reason"] == "not_set_up"


def test_all_kinds_of_settings_hold(world: World, there: Path) -> None:
    chosen = {"log_level": "debug", "strategy": "auto-commit", "redaction": {"pii": {"enabled": True}}}
    write(world.repo.path, **chosen, strategy_options={"a": 1, "b": 1})
    write(there, strategy_options={"b": 2})
    found = own_settings.load(open_repository(str(there))).settings
    assert (found.log_level, found.strategy, found.redaction) == tuple(chosen.values())
    assert found.strategy_options == {"a": 1, "b": 2}


def is_own(there: Path, key: str = "limits") -> bool:
    repo = open_repository(str(there))
    return own_settings.is_own_choice(repo, own_settings.load(repo).settings.strategy_options, key)


def test_what_the_user_chose_in_the_main_worktree_is_the_users(world: World, there: Path) -> None:
    write(world.repo.path, strategy_options={"limits": {"a": 1}})
    assert is_own(there)
    write(there, strategy_options={"limits": {"a": 1}})
    world.git("add", "--force", LOCAL_FILE, cwd=there)
    assert is_own(there), "both say the same"
    write(there, strategy_options={"limits": {"a": 2}})
    assert is_own(there), "what is tracked overrides nothing"
    write(world.repo.path)
    assert not is_own(there)


def test_a_file_of_the_main_worktree_that_is_not_the_users(world: World, there: Path) -> None:
    write(world.repo.path, strategy_options={"limits": {"a": 1}})
    world.git("add", "--force", LOCAL_FILE)
    assert not is_own(there)
    world.git("rm", "--quiet", "--cached", LOCAL_FILE)
    assert is_own(there)
    os.rename(world.file(LOCAL_FILE), world.file("elsewhere.json"))
    os.symlink(world.file("elsewhere.json"), world.file(LOCAL_FILE))
    assert not is_own(there)


def test_a_broken_file_in_the_main_worktree_counts_as_empty(world: World, there: Path) -> None:
    world.file(LOCAL_FILE).write_text("{")
    found = status(world, there)
    assert found["enabled"]
    assert str(world.repo.path / LOCAL_FILE) in found["problems"][0]["text"]
    findings = json.loads(entire(world, there, "doctor", "--json"))
    assert "unreadable_settings" in json.dumps(findings)
    entire(world, there, "enable")


def test_a_wrong_value_in_the_main_worktree_is_found(world: World, there: Path) -> None:
    write(world.repo.path, log_level="loud")
    findings = entire(world, there, "doctor", "--json")
    assert f"{world.repo.path / LOCAL_FILE}: log_level" in findings


def test_without_a_main_worktree_there_is_nothing_to_inherit(
    world: World, there: Path, tmp_path: Path
) -> None:
    bare, linked = tmp_path / "project" / ".git", tmp_path / "project" / "linked"
    world.git("clone", "--quiet", "--bare", str(world.repo.path), str(bare))
    world.run("git", "worktree", "add", "--quiet", str(linked), "main", cwd=bare)
    write(tmp_path / "project", enabled=False)
    assert own_settings.inherited_from(open_repository(str(linked))) == ""
    assert own_settings.load(open_repository(str(linked))).enabled


def test_a_main_worktree_that_is_elsewhere_or_gone(world: World, there: Path, tmp_path: Path) -> None:
    world.git("config", "core.worktree", str(world.repo.path))
    write(world.repo.path, enabled=False)
    assert not own_settings.load(open_repository(str(there))).enabled
    world.git("config", "core.worktree", str(tmp_path / "gone"))
    assert own_settings.load(open_repository(str(there))).enabled


def test_separate_settings_of_worktrees_in_git(world: World, there: Path) -> None:
    world.git("config", "extensions.worktreeConfig", "true")
    write(world.repo.path, enabled=False)
    assert own_settings.inherited_from(open_repository(str(there))) == str(world.repo.path)
    assert not own_settings.load(open_repository(str(there))).enabled


def test_a_submodule_with_a_linked_worktree(world: World, there: Path, tmp_path: Path) -> None:
    above = tmp_path / "above"
    world.run("git", "init", "--quiet", str(above))
    add = ("-c", "protocol.file.allow=always", "submodule", "--quiet", "add")
    world.git(*add, str(world.repo.path), "inner", cwd=above)
    linked = tmp_path / "linked"
    world.git("worktree", "add", "--quiet", str(linked), "-b", "linked", cwd=above / "inner")
    write(above / "inner", enabled=False)
    assert own_settings.inherited_from(open_repository(str(linked))) == str(above / "inner")
    assert not own_settings.load(open_repository(str(linked))).enabled


def test_a_worktree_of_another_user(world: World, there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(world.repo.path, enabled=False)
    owners = {str(world.repo.path): 4711}
    monkeypatch.setattr("entire.git.worktree.main._owner", lambda path: owners.get(path, 1))
    repo = open_repository(str(there))
    monkeypatch.setattr(os, "geteuid", lambda: 1)
    assert own_settings.load(repo).enabled
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert not own_settings.load(repo).enabled, "root works for the user"


def test_it_costs_no_git_process(world: World, there: Path) -> None:
    write(world.repo.path, **QUIET)
    write(there, log_level="debug")
    repo, before = open_repository(str(there)), process.started()
    assert own_settings.load(repo).settings.strategy_options == QUIET["strategy_options"]
    assert process.started() == before
    write(there, **LOUD)
    assert own_settings.load(repo).settings.strategy_options == LOUD["strategy_options"]
    assert process.started() > before, "both say something else: whose it is counts"
