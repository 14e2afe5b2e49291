"""Invariant I8: what we put anywhere goes away again, byte for byte, and others' hooks keep working."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from tests.scenario.world import World, make_repo

from entire.agent.hook_config.commands import hook as hook_command

SETTINGS = """{
    "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo stopped >> stops", "timeout": 5}]}]},
  "permissions":{ "deny": []},
\t"model" : "opus"
}"""
POST_COMMIT = "#!/bin/sh\necho mine >> .git/ran\nexit 3\n"
HOOKS = ("prepare-commit-msg", "commit-msg", "post-commit", "pre-push")


def with_foreign_hooks(tmp_path: Path) -> World:
    world = World(make_repo(tmp_path / "repo"))
    world.repo.write(".claude/settings.json", SETTINGS)
    hook = world.repo.write(".git/hooks/post-commit", POST_COMMIT)
    hook.chmod(0o755)
    world.repo.write(".git/hooks/commit-msg", '#!/bin/sh\ngrep -q forbidden "$1" && exit 1\nexit 0\n').chmod(
        0o755
    )
    return world


def test_foreign_hooks_work_beside_ours_and_are_restored(tmp_path: Path) -> None:
    world = with_foreign_hooks(tmp_path)
    before = {
        name: world.file(name).read_bytes() for name in (".claude/settings.json", ".git/hooks/post-commit")
    }
    said = world.entire("enable", "--agent", "claude-code")
    assert "post-commit" in said

    groups = json.loads(world.file(".claude/settings.json").read_text())["hooks"]["Stop"]
    commands = [hook["command"] for group in groups for hook in group["hooks"]]
    assert commands == ["echo stopped >> stops", hook_command("claude-code", "stop")]

    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    assert world.commit()
    assert world.file(".git/ran").read_text() == "mine\n"
    world.repo.write("two.txt", "2\n")
    world.git("add", "-A")
    assert world.run("git", "commit", "-m", "forbidden words", check=False).returncode == 1

    world.entire("disable", "--uninstall", "--force")
    for name, content in before.items():
        assert world.file(name).read_bytes() == content
    assert os.access(world.file(".git/hooks/post-commit"), os.X_OK)
    assert not world.file(".entire").exists()
    assert not world.file(".git/entire-sessions").exists()
    assert not list(world.file(".git/hooks").glob("*.pre-entire*"))
    assert world.shadows() == []
    world.git("rev-parse", "entire/checkpoints/v1")


def test_enabling_twice_changes_nothing(world: World) -> None:
    names = [".claude/settings.json", ".entire/settings.json", ".entire/.gitignore"]
    names += [f".git/hooks/{name}" for name in HOOKS]
    before = [world.file(name).read_bytes() for name in names]
    world.entire("enable", "--agent", "claude-code")
    world.entire("enable", "--agent=claude-code", "--force")
    assert [world.file(name).read_bytes() for name in names] == before


def test_missing_or_overwritten_hooks_are_put_back_at_the_next_prompt(world: World) -> None:
    world.file(".git/hooks/post-commit").write_text("#!/bin/sh\necho theirs >> .git/ran\n")
    world.file(".git/hooks/commit-msg").unlink()
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    assert world.commit()
    assert world.shadows() == []
    assert world.file(".git/ran").read_text() == "theirs\n"
    for name in HOOKS:
        assert "Entire CLI hooks" in world.file(f".git/hooks/{name}").read_text()


def test_core_hooks_path_is_honoured(world: World) -> None:
    world.git("config", "core.hooksPath", "team-hooks")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    assert world.file("team-hooks/post-commit").exists()
    world.git("add", "one.py")
    assert world.commit()
    world.entire("disable", "--uninstall", "--force")
    assert not world.file("team-hooks").exists()


def test_hooks_of_a_linked_worktree_are_the_repositorys(tmp_path: Path) -> None:
    world = World.new(tmp_path / "repo")
    world.git("worktree", "add", "--quiet", str(tmp_path / "other"), "-b", "other")
    assert "Entire CLI hooks" in (world.repo.path / ".git/hooks/post-commit").read_text()
    other = World(type(world.repo)(tmp_path / "other"))
    agent = other.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    (shadow,) = other.shadows()
    assert not shadow.endswith("-e3b0c4")
    other.git("add", "-A")
    assert other.commit()
    assert not (tmp_path / "other" / ".git" / "hooks").exists()


def test_a_push_of_everything_is_refused_while_shadow_branches_exist(world: World, tmp_path: Path) -> None:
    world.run("git", "init", "--quiet", "--bare", str(tmp_path / "remote.git"))
    world.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    for words in (["--all", "origin"], ["--mirror", "origin"]):
        done = world.run("git", "push", "--quiet", *words, check=False)
        assert done.returncode != 0
        assert "refusing to push 1 shadow branch" in done.stderr
    world.git("push", "--quiet", "origin", "main")
    assert "-e3b0c4" not in world.git("ls-remote", "--heads", "origin")


def test_a_foreign_pre_push_gets_its_input(world: World, tmp_path: Path) -> None:
    world.run("git", "init", "--quiet", "--bare", str(tmp_path / "remote.git"))
    world.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    world.entire("disable", "--uninstall", "--force")
    world.repo.write(".git/hooks/pre-push", '#!/bin/sh\necho "$1" >> .git/seen\ncat >> .git/seen\n').chmod(
        0o755
    )
    world.entire("enable")
    world.git("push", "--quiet", "origin", "main")
    head = world.git("rev-parse", "HEAD")
    zeros = "0" * 40
    assert world.file(".git/seen").read_text() == f"origin\nrefs/heads/main {head} refs/heads/main {zeros}\n"


def test_settings_flags(tmp_path: Path) -> None:
    world = World(make_repo(tmp_path / "repo"))
    world.entire("enable", "--telemetry=false", "--skip-push-sessions", "--absolute-git-hook-path=true")
    settings = json.loads(world.file(".entire/settings.json").read_text())
    assert settings == {
        "strategy": "manual-commit",
        "enabled": True,
        "strategy_options": {"push_sessions": False},
        "absolute_git_hook_path": True,
        "telemetry": False,
    }
    assert "'/" in world.file(".git/hooks/post-commit").read_text()
    for words in (["--agent", "nobody"], ["--strategy", "x"], ["--local", "--project"], ["--agent", ""]):
        assert world.run("entire", "enable", *words, check=False).returncode in (1, 2)


def test_hooks_that_find_their_way_by_their_name(tmp_path: Path) -> None:
    """As husky's do: one script for all, which looks at `$0`."""
    world = World(make_repo(tmp_path / "repo"))
    world.repo.write(".husky/_/h", 'n=$(basename "$0")\n[ ! -f ".husky/$n" ] || exec sh ".husky/$n" "$@"\n')
    world.repo.write(".husky/_/commit-msg", '#!/usr/bin/env sh\n. "$(dirname "$0")/h"\n').chmod(0o755)
    world.repo.write(".husky/commit-msg", 'grep -q allowed "$1"\n')
    world.git("config", "core.hooksPath", ".husky/_")
    world.entire("enable")
    assert world.run("git", "commit", "--allow-empty", "-m", "no", check=False).returncode == 1
    world.git("commit", "--allow-empty", "--quiet", "-m", "allowed")


def test_what_would_stop_enabling_is_found_first(tmp_path: Path) -> None:
    def refuse(name: str, prepare: str) -> str:
        world = World(make_repo(tmp_path / name))
        world.run("sh", "-c", prepare)
        done = world.run("entire", "enable", check=False)
        assert done.returncode == 1
        assert not world.file(".claude").exists()
        return done.stderr

    assert "not a directory" in refuse("file", "touch .entire")
    assert ".entire is a symbolic link" in refuse("link", "ln -s /tmp .entire")
    assert "cannot read" in refuse("broken", "mkdir .entire; echo '{' > .entire/settings.json")
    assert "hooks directory" in refuse("hooks", "git config core.hooksPath /dev/null")
    assert "branch named `entire`" in refuse("branch", "git branch entire")


def test_commands_of_an_older_version_are_replaced(tmp_path: Path) -> None:
    """And a teammate without the program is not bothered by the new ones."""
    world = World(make_repo(tmp_path / "repo"))
    world.entire("enable", "--agent", "claude-code")
    settings = world.file(".claude/settings.json")
    new = settings.read_text()
    settings.write_text(new.replace(hook_command("claude-code", "stop"), "entire hooks claude-code stop"))
    world.entire("enable")
    assert json.loads(settings.read_text()) == json.loads(new)

    groups = [group for groups in json.loads(new)["hooks"].values() for group in groups]
    for command in {hook["command"] for group in groups for hook in group["hooks"]}:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin"},
            input=b"{}",
            capture_output=True,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
