"""Nothing of ours is written through a link, and nobody is held up by one."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo

FOLDERS = [".entire", ".entire/metadata", ".entire/tmp", ".entire/logs", ".git/entire-sessions"]


def content(folder: Path) -> dict[str, bytes | None]:
    """Everything below a folder, with what is in each file."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def link(world: World, name: str, outside: Path) -> Path:
    """Move a folder out of the work tree and put a link in its place."""
    place = world.file(name)
    place.parent.mkdir(exist_ok=True)
    if place.exists():
        place.rename(outside)
    else:
        outside.mkdir()
    place.symlink_to(outside)
    return place


def work(world: World, session_id: str = "") -> subprocess.CompletedProcess[str]:
    """A turn and its commit, as they run for people who do not know of the link."""
    world.agent(session_id).turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py")
    return world.run("git", "commit", "--quiet", "-m", "two")


@pytest.mark.parametrize("name", FOLDERS)
def test_hooks_write_nothing_through_a_link(world: World, tmp_path: Path, name: str) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    outside = tmp_path / "outside"
    place = link(world, name, outside)
    before = content(outside)
    assert work(world, agent.session_id).stderr == ""
    assert content(outside) == before
    assert world.checkpoint() == ""
    line = f"entire: nothing is recorded: {place} is a symbolic link   (see `entire doctor`)"
    assert json.loads(agent.start()) == {"systemMessage": line}
    assert content(outside) == before
    if name not in (".entire", ".entire/logs"):
        rows = [row for row in world.log() if row["msg"] == "nothing is recorded"]
        assert {row["error"] for row in rows} == {f"{place} is a symbolic link"}
        assert {"prepare-commit-msg", "stop", "session-start"} <= {row["hook"] for row in rows}
    assert not world.errors()

    place.unlink()
    outside.rename(place)
    world.file("three.py").write_text("3\n")
    agent.turn("Write three", {"three.py": "3\n"})
    world.git("add", "three.py")
    assert world.commit(), "without the link, the session goes on"


@pytest.mark.parametrize("name", FOLDERS)
def test_commands_write_nothing_through_a_link(world: World, tmp_path: Path, name: str) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.prompt("Write more")
    outside = tmp_path / "outside"
    place = link(world, name, outside)
    before = content(outside)
    refused = world.run("entire", "enable", "--agent", "claude-code", check=False)
    assert refused.returncode == 1
    assert refused.stderr.splitlines() == [
        f"entire: {place} is a symbolic link",
        "hint: entire never writes through a link; replace it with a real folder or file",
    ]
    for words in (
        ["disable"],
        ["doctor", "--force"],
        ["clean", "--force"],
        ["gc"],
        ["session", "stop", agent.session_id, "--force"],
        ["reset", "--force"],
        ["rewind", "--to", world.git("rev-parse", world.shadows()[0]), "--force"],
        ["explain"],
        ["status"],
        ["disable", "--uninstall", "--force"],
    ):
        done = world.run("entire", *words, check=False)
        assert "unexpected" not in done.stderr, words
        assert content(outside) == before, words


@pytest.mark.parametrize("name", FOLDERS)
def test_a_push_names_the_link(world: World, tmp_path: Path, name: str) -> None:
    """Commits are silent, but a push is where our lines are seen; it sends what is there."""
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    assert world.commit()
    world.git("init", "--quiet", "--bare", str(tmp_path / "server"))
    world.git("remote", "add", "origin", str(tmp_path / "server"))
    place = link(world, name, tmp_path / "outside")
    before = content(tmp_path / "outside")
    pushed = world.run("git", "push", "--quiet", "origin", "main")
    line = f"entire: nothing is recorded: {place} is a symbolic link   (see `entire doctor`)"
    assert pushed.stderr.splitlines() == [line]
    assert content(tmp_path / "outside") == before


@pytest.mark.parametrize("name", FOLDERS)
def test_doctor_and_status_name_the_link(world: World, tmp_path: Path, name: str) -> None:
    place = link(world, name, tmp_path / "outside")
    found = json.loads(world.run("entire", "doctor", "--json", check=False).stdout)["findings"]
    (finding,) = [one for one in found if one["kind"] == "linked_place"]
    assert finding["names"] == [str(place)]
    status = json.loads(world.entire("status", "--json"))
    assert f"nothing is recorded: {place} is a symbolic link" in [one["text"] for one in status["problems"]]


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json", ".gitignore"])
def test_files_that_are_links(world: World, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text("{}")
    place = world.file(f".entire/{name}")
    place.unlink(missing_ok=True)
    place.symlink_to(outside)
    found = json.loads(world.run("entire", "doctor", "--json", check=False).stdout)["findings"]
    assert [str(place)] in [one["names"] for one in found if one["kind"] == "linked_place"]
    flags = ["--project"] if name == "settings.json" else []
    if name != ".gitignore":
        refused = world.run("entire", "disable", *flags, check=False)
        assert (refused.returncode, refused.stderr.splitlines()[0]) == (
            1,
            f"entire: {place} is a symbolic link",
        )
    refused = world.run("entire", "enable", "--agent", "claude-code", check=False)
    assert refused.stderr.splitlines()[0] == f"entire: {place} is a symbolic link"
    assert outside.read_text() == "{}"
    assert place.is_symlink()
    assert work(world).stderr == "", "it is only read"
    assert world.checkpoint()


def test_the_content_behind_a_link_is_not_copied_into_the_work_tree(world: World, tmp_path: Path) -> None:
    """`.entire/.gitignore` is meant to be committed."""
    secret = tmp_path / "id_ed25519"
    secret.write_text("PRIVATE\n")
    place = world.file(".entire/.gitignore")
    place.unlink()
    place.symlink_to(secret)
    work(world)
    world.run("entire", "enable", "--agent", "claude-code", check=False)
    world.run("entire", "disable", "--uninstall", "--force", check=False)
    assert not place.exists() or place.is_symlink()
    assert secret.read_text() == "PRIVATE\n"


@pytest.fixture
def fresh(tmp_path: Path) -> World:
    return World(make_repo(tmp_path / "repo"))


@pytest.mark.parametrize("name", [".claude", ".claude/settings.json"])
def test_an_agents_settings_outside_the_work_tree(fresh: World, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "dotfiles"
    outside.mkdir()
    (outside / "settings.json").write_text('{"model": "x"}')
    fresh.file(name).parent.mkdir(exist_ok=True)
    fresh.file(name).symlink_to(outside / "settings.json" if name.endswith("json") else outside)
    refused = fresh.run("entire", "enable", "--agent", "claude-code", check=False)
    assert refused.returncode == 1
    assert refused.stderr.splitlines() == [
        "entire: .claude/settings.json is behind a link that leads out of the work tree",
        "hint: replace the link with a real file, and try again",
    ]
    assert content(outside) == {"settings.json": b'{"model": "x"}'}
    found = json.loads(fresh.run("entire", "doctor", "--json", check=False).stdout)["findings"]
    assert "linked_place" in [one["kind"] for one in found]


@pytest.mark.parametrize("name", [".claude", ".claude/settings.json"])
def test_uninstalling_names_hooks_outside_the_work_tree(fresh: World, tmp_path: Path, name: str) -> None:
    """The link was made after `enable`: other projects may use that file now, so the user has to edit it."""
    fresh.entire("enable", "--agent", "claude-code")
    fresh.agent().turn("Write one", {"one.py": "1\n"})
    outside = tmp_path / "dotfiles"
    fresh.file(name).rename(outside)
    fresh.file(name).symlink_to(outside)
    before = outside.read_bytes() if outside.is_file() else content(outside)
    real = outside if outside.is_file() else outside / "settings.json"
    lines = [
        f"entire: could not remove everything: our hooks are still in {real}, because .claude/settings.json "
        "is behind a link that leads out of the work tree",
        f"hint: delete the hooks that call `entire hooks` from {real}; they do nothing while entire is off",
    ]
    asked = fresh.run("entire", "disable", "--uninstall", check=False).stdout
    assert "Claude Code hooks" not in asked
    assert f"hooks in {real} are kept" in " ".join(asked.split())
    for _ in range(2):
        done = fresh.run("entire", "disable", "--uninstall", "--force", check=False)
        assert (done.returncode, done.stderr.splitlines()) == (1, lines)
        assert (outside.read_bytes() if outside.is_file() else content(outside)) == before
        assert not fresh.file(".entire").exists()
        assert not fresh.file(".git/hooks/post-commit").exists()
        assert not list(fresh.file(".git").glob("entire-*"))
        assert fresh.shadows() == []
    fresh.file(name).unlink()
    assert "not installed" in fresh.entire("disable", "--uninstall", "--force")


def test_an_agents_settings_elsewhere_in_the_work_tree(fresh: World) -> None:
    fresh.file("agents").mkdir()
    fresh.file(".claude").symlink_to("agents")
    fresh.entire("enable", "--agent", "claude-code")
    assert "entire hooks claude-code" in fresh.file("agents/settings.json").read_text()
    fresh.entire("disable", "--uninstall", "--force")
    assert list(fresh.file("agents").iterdir()) == []


def test_no_settings_are_written_into_git(fresh: World) -> None:
    fresh.file(".claude").symlink_to(".git/hooks")
    before = content(fresh.file(".git/hooks"))
    assert fresh.run("entire", "enable", "--agent", "claude-code", check=False).returncode == 1
    assert not (fresh.file(".git/hooks/settings.json")).exists()
    assert before.keys() <= content(fresh.file(".git/hooks")).keys()


def test_git_hooks_do_not_leave_the_work_tree(fresh: World, tmp_path: Path) -> None:
    outside = tmp_path / "bin"
    outside.mkdir()
    fresh.git("config", "core.hooksPath", ".githooks")
    fresh.file(".githooks").symlink_to(outside)
    refused = fresh.run("entire", "enable", "--agent", "claude-code", check=False)
    assert refused.returncode == 1
    assert "git's hooks directory is behind a link that leads out of the work tree" in refused.stderr
    assert content(outside) == {}

    fresh.file(".githooks").unlink()
    fresh.entire("enable", "--agent", "claude-code")
    for hook in fresh.file(".githooks").iterdir():
        hook.unlink()
    fresh.file(".githooks").rmdir()
    fresh.file(".githooks").symlink_to(outside)
    fresh.agent().turn("Write one", {"one.py": "1\n"})
    assert content(outside) == {}, "a prompt puts hooks back"


def test_links_of_the_users_own(fresh: World, tmp_path: Path) -> None:
    """Git's hooks directory, or the whole git directory, on another disk."""
    outside = tmp_path / "hooks"
    fresh.file(".git/hooks").rename(outside)
    fresh.file(".git/hooks").symlink_to(outside)
    fresh.file(".git").rename(tmp_path / "git")
    fresh.file(".git").symlink_to(tmp_path / "git")
    fresh.entire("enable", "--agent", "claude-code")
    work(fresh)
    assert fresh.checkpoint()
    assert os.access(outside / "post-commit", os.X_OK)
    fresh.entire("disable", "--uninstall", "--force")
    assert not (outside / "post-commit").exists()
