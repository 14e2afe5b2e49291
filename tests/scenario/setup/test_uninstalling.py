"""Invariant I8 after a week of use: nothing of ours remains but the checkpoints."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

from tests.scenario.world import BRANCH, World, make_repo
from tests.support import Repo

SETTINGS = '{\n\t"model": "opus",\n\t"permissions": {"allow": ["Bash(ls)"], "deny": []}\n}'
POST_COMMIT = "#!/usr/bin/env bash\necho mine >>.git-ran\n"


def tree(folder: Path, *left_out: str) -> dict[str, tuple[bytes, int]]:
    """Every file below a folder, with its mode."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), stat.S_IMODE(path.lstat().st_mode))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.relative_to(folder).parts[0] not in left_out
    }


def prepared(tmp_path: Path) -> tuple[World, World]:
    """A repository with hooks and settings of its user's own, a remote and a linked worktree."""
    world = World(make_repo(tmp_path / "repo"))
    world.repo.write(".gitignore", ".git-ran\n")
    world.repo.write(".claude/settings.json", SETTINGS)
    world.repo.commit("settings of ours")
    world.repo.write(".git/hooks/post-commit", POST_COMMIT).chmod(0o755)
    world.run("git", "init", "--quiet", "--bare", str(tmp_path / "remote.git"))
    world.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    world.git("worktree", "add", "--quiet", str(tmp_path / "side"), "-b", "side")
    world.git("worktree", "add", "--quiet", str(tmp_path / "gone"), "-b", "gone")
    shutil.rmtree(tmp_path / "gone")  # and git does not know yet
    return world, World(Repo(tmp_path / "side"))


def use_for_a_week(world: World, side: World) -> None:
    """What happens in a week: turns and commits, work that is left lying, crashes, off and on again."""
    world.entire("enable", "--agent", "claude-code")
    world.git("add", ".claude", ".entire")
    world.git("commit", "--quiet", "-m", "use entire")
    side.git("merge", "--quiet", "main")
    for day in range(3):
        agent = world.agent()
        agent.start()
        agent.turn(f"Write {day}", {f"{day}.py": f"{day}\n", f"later-{day}.py": "later\n"})
        world.git("add", f"{day}.py")
        assert world.commit(message=f"day {day}")
        if day:
            agent.end()
    lost = world.agent()
    lost.turn("Write lost", {"lost.py": "1\n"})
    world.file(f".git/entire-sessions/{lost.session_id}.json").unlink()  # a crash
    world.agent().turn("Write open", {"open.py": "1\n"})
    side.agent().turn("Write side", {"side.py": "1\n"})
    side.git("add", "side.py")
    assert side.commit(message="side")
    side.agent().turn("Write more", {"more.py": "1\n"})
    world.entire("disable")
    world.entire("enable", "--skip-push-sessions", "--force")
    world.git("push", "--quiet", "origin", "main", BRANCH)
    world.git("notes", "--ref=entire", "add", "-m", "linked", "HEAD")
    for name in ("ENTIRE_TEMPLATE", "ENTIRE_LINKING", "ENTIRE_REWRITTEN"):
        for folder in (".git", ".git/worktrees/side", ".git/worktrees/gone"):
            world.repo.write(f"{folder}/{name}", "left by a kill")
    old = world.repo.write(".git/settings.json.123-0a1b2c3d.tmp", "left by a kill")
    os.utime(old, (0, 0))
    world.repo.write(".git/worktrees/side/entire-rewind-0", "left by a kill")
    world.repo.write(".git/entire-sessions/x.json.broken-1", "{")
    world.git("update-ref", "refs/entire/orphaned/aaaaaaa/1", "HEAD")


def test_after_a_week(tmp_path: Path) -> None:
    world, side = prepared(tmp_path)
    git_before = tree(world.file(".git"), "objects", "logs", "refs", "worktrees")
    use_for_a_week(world, side)
    work_before = {
        place.repo.path: tree(place.repo.path, ".git", ".entire", ".claude") for place in (world, side)
    }
    checkpoints = world.git("rev-parse", BRANCH)
    refs_before = world.git("for-each-ref").splitlines()

    said = side.entire("disable", "--uninstall", "--force")

    assert "Lost: 5 steps of 5 sessions (5 files) not committed yet." in said
    assert "Lost: 1 snapshot of work that belongs to no session." in said
    for place in (world, side):
        assert tree(place.repo.path, ".git") == work_before[place.repo.path] | {
            ".claude/settings.json": (SETTINGS.encode(), 0o644)
        }
        assert not place.file(".entire").exists()
    git_after = tree(world.file(".git"), "objects", "logs", "refs", "worktrees")
    changing = ("index", "COMMIT_EDITMSG", "ORIG_HEAD", "FETCH_HEAD", "packed-refs")
    assert {name: kept for name, kept in git_after.items() if name not in changing} == {
        name: kept for name, kept in git_before.items() if name not in changing
    }
    assert [line for line in refs_before if "refs/entire/" not in line and not _shadow(line)] == world.git(
        "for-each-ref"
    ).splitlines()
    assert world.git("rev-parse", BRANCH) == checkpoints
    ours = [path for path in world.file(".git").rglob("*") if "entire" in path.name.lower()]
    kept = ("refs/heads/entire", "refs/remotes/origin/entire", "refs/notes/entire")
    assert [path for path in ours if not any(name in str(path) for name in kept)] == []

    # Life goes on without us, whoever still calls.
    late = world.agent()
    late.turn("Write late", {"late.py": "1\n"})
    world.git("add", "late.py")
    assert world.commit() == ""
    assert not world.file(".entire").exists()
    assert not world.file(".git/entire-sessions").exists()
    world.check_sound()
    assert world.entire("disable", "--uninstall", "--force") == "Entire is not installed here.\n"


def _shadow(line: str) -> bool:
    return "refs/heads/entire/" in line and not line.endswith(BRANCH)


def test_what_others_changed_since_is_kept(tmp_path: Path) -> None:
    world, _ = prepared(tmp_path)
    world.entire("enable", "--agent", "claude-code")
    path = world.file(".claude/settings.json")
    path.write_text(path.read_text().replace('"opus"', '"sonnet"'))
    hook = world.file(".git/hooks/pre-push")
    hook.write_text(hook.read_text() + "echo pushing\n")
    world.git("config", "core.editor", "vi")
    world.entire("disable", "--uninstall", "--force")
    assert path.read_text() == SETTINGS.replace("opus", "sonnet")
    assert hook.read_text() == "#!/bin/sh\necho pushing\n"
    assert world.file(".git/hooks/post-commit").read_text() == POST_COMMIT
    assert world.git("config", "core.editor") == "vi"


def test_a_worktree_whose_folder_is_gone(tmp_path: Path) -> None:
    world, side = prepared(tmp_path)
    world.entire("enable")
    side.run("rm", "-r", str(side.repo.path), cwd=tmp_path)
    world.entire("disable", "--uninstall", "--force")
    assert not world.file(".entire").exists()


def test_worktrees_with_hooks_of_their_own(tmp_path: Path) -> None:
    """A relative `core.hooksPath` means another directory in each worktree."""
    world, side = prepared(tmp_path)
    world.git("config", "core.hooksPath", "hooks")
    for place in (world, side):
        place.entire("enable")
        assert place.file("hooks/post-commit").exists()
    world.entire("disable", "--uninstall", "--force")
    for place in (world, side):
        assert not place.file("hooks").exists()
        assert not place.file(".entire").exists()


def test_a_bare_repository_with_worktrees(tmp_path: Path) -> None:
    """The git directory belongs to no work tree, but we write there, too."""
    make_repo(tmp_path / "first")
    world = World(Repo(tmp_path / "work"))
    world.run(
        "git", "clone", "--quiet", "--bare", str(tmp_path / "first"), str(tmp_path / "bare"), cwd=tmp_path
    )
    world.run("git", "worktree", "add", "--quiet", str(tmp_path / "work"), "main", cwd=tmp_path / "bare")
    world.entire("enable", "--agent", "claude-code")
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    assert world.commit()
    (tmp_path / "bare" / "ENTIRE_LINKING").touch()
    (tmp_path / "bare" / "worktrees" / "work" / "ENTIRE_REWRITTEN").touch()
    world.entire("disable", "--uninstall", "--force")
    ours = [path for path in (tmp_path / "bare").rglob("*") if "entire" in path.name.lower()]
    assert [path for path in ours if "refs/heads/entire" not in str(path)] == []


def test_a_hook_that_another_tool_replaced_is_kept_and_named(tmp_path: Path) -> None:
    """Ours called it; the other tool's hook does not, and only the user knows which one should run."""
    world = World(make_repo(tmp_path / "repo"))
    hook, backup = world.file(".git/hooks/post-commit"), world.file(".git/hooks/post-commit.pre-entire")
    world.repo.write(".git/hooks/post-commit", POST_COMMIT).chmod(0o755)
    world.entire("enable", "--agent", "claude-code")
    hook.write_text("#!/bin/sh\necho another tool\n")
    said = world.entire("disable", "--uninstall", "--force")
    assert "kept: .git/hooks/post-commit.pre-entire" in said
    assert backup.read_text() == POST_COMMIT
    assert hook.read_text() == "#!/bin/sh\necho another tool\n"
    assert "not installed" in world.entire("disable", "--uninstall", "--force")
    assert backup.exists()
