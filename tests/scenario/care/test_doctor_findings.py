"""What `entire doctor` finds beside sessions: hooks, settings, refs, files; and what it can repair of it."""

from __future__ import annotations

import json
import os
import shutil
import stat
from pathlib import Path
from typing import Any

from tests.scenario.care.test_doctor import findings, kinds, report, state_file
from tests.scenario.world import BRANCH, World

from entire.agent.hook_config.commands import hook as hook_command
from entire.setup.scripts import END

OLD_ENTRIES = [  # what versions before Claude Code's `Agent` tool installed
    ("PostToolUse", "Task", "post-task"),
    ("PostToolUse", "TodoWrite", "post-todo"),
    ("PreToolUse", "Task", "pre-task"),
    ("SessionEnd", "", "session-end"),
    ("SessionStart", "", "session-start"),
    ("Stop", "", "stop"),
    ("UserPromptSubmit", "", "user-prompt-submit"),
]


def one(world: World, kind: str) -> dict[str, Any]:
    found = findings(world)
    assert [finding["kind"] for finding in found] == [kind], found
    for field in ("text", "cause", "fix"):
        assert found[0][field], found
    return found[0]


def hook(world: World, name: str) -> Path:
    return world.repo.path / ".git" / "hooks" / name


def test_git_hooks(world: World) -> None:
    hook(world, "post-commit").unlink()
    hook(world, "commit-msg").chmod(0o644)
    assert "commit-msg, post-commit" in one(world, "missing_git_hooks")["text"]
    assert "Done: installed in" in world.doctor("--force")
    assert kinds(world) == []

    hook(world, "post-commit").write_text("#!/bin/sh\necho mine >>said\n")
    hook(world, "post-commit").chmod(0o755)
    assert "post-commit" in one(world, "foreign_git_hooks")["text"]
    world.doctor("--force")
    assert kinds(world) == []
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["one.py"]
    assert world.file("said").read_text() == "mine\n"

    script = hook(world, "pre-push").read_text()
    hook(world, "pre-push").write_text(script.replace(END, f": what an older version did\n{END}"))
    assert "pre-push" in one(world, "old_git_hooks")["text"]
    world.doctor("--force")
    assert hook(world, "pre-push").read_text() == script

    world.repo.write("lefthook.yml", "pre-commit: {}\n")
    assert "lefthook" in one(world, "hook_manager")["text"]
    world.check_sound()


def test_agent_hooks(world: World) -> None:
    config = world.file(".claude/settings.json")
    events: dict[str, list[Any]] = {}
    for event, matcher, verb in OLD_ENTRIES:
        command = {"type": "command", "command": hook_command("claude-code", verb)}
        events.setdefault(event, []).append({"matcher": matcher, "hooks": [command]})
    config.write_text(json.dumps({"model": "mine", "hooks": events}))
    finding = one(world, "old_agent_hooks")
    assert finding["names"] == [
        "Notification",
        "PostToolUse Agent",
        "PostToolUse TaskCreate",
        "PostToolUse TaskUpdate",
        "PreToolUse Agent",
        "SubagentStop",
    ]
    assert finding["fix"] == "`entire enable --force`"
    world.doctor("--force")
    assert kinds(world) == []
    assert json.loads(config.read_text())["model"] == "mine"

    config.write_text("{")
    assert ".claude/settings.json" in one(world, "broken_agent_config")["text"]
    config.write_text("{}")
    assert one(world, "no_agent_hooks")["fix"] == "`entire enable`"


def test_settings(world: World) -> None:
    settings = world.file(".entire/settings.json")
    settings.write_text('{"strategy": "other", "enabled": "yes", "log_level": "loud", "ours": 1}')
    found = findings(world)
    assert [finding["kind"] for finding in found] == ["wrong_setting"] * 3
    assert [finding["names"][1] for finding in found] == ["strategy", "enabled", "log_level"]

    settings.write_text('{"enabled": tru')
    finding = one(world, "unreadable_settings")
    assert "hooks treat the file as empty: they stay on" in finding["cause"]
    world.agent().turn("Write one", {"one.py": "1\n"})  # and so it is
    world.git("add", "one.py")
    assert world.commit()

    world.file(".entire/settings.local.json").write_text('{"enabled": false}')
    assert kinds(world) == ["unreadable_settings", "not_enabled"]
    assert "Problem: Entire is not enabled here\n" in world.doctor()


def test_states_and_files(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    path = state_file(world, agent)
    good = path.read_text()
    path.write_text(good[:100])
    buffers = [
        path.with_name("x.json.4711-0a1b2c3d.tmp"),
        path.with_name(f"{agent.session_id}.json.tmp"),
        world.file(f".entire/metadata/{agent.session_id}/full.jsonl.12-00000000.tmp"),
        world.file(".entire/tmp/pre-prompt-x.json.12-00000000.tmp"),
    ]
    young = path.with_name("y.json.4711-0a1b2c3d.tmp")
    mine = world.file(".entire/tmp/mine.tmp")
    for buffer in (*buffers, mine):
        buffer.write_text("half")
        os.utime(buffer, (0, 0))
    young.write_text("half")
    (shadow,) = world.shadows()

    found = {finding["kind"]: finding for finding in findings(world)}
    assert found.keys() == {"unreadable_state", "temporary_files", "unclaimed_shadow_branch"}
    assert sorted(found["temporary_files"]["names"]) == sorted(map(str, buffers))
    assert found["unclaimed_shadow_branch"]["ref"] == shadow
    done = [outcome["did"] for outcome in report(world, "--force")["outcomes"]]
    assert done == ["set aside", "4 files removed"]
    assert young.exists()
    assert mine.exists()
    assert world.shadows() == [shadow]
    assert kinds(world) == ["unreadable_state_put_aside", "unclaimed_shadow_branch"]
    (aside,) = path.parent.glob("*.broken-*")
    assert aside.read_text() == good[:100]
    aside.rename(path)
    path.write_text(good)  # repaired by hand
    assert kinds(world) == []


def test_files_behind_a_link_are_not_ours(world: World, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    victim = outside / "a.12-00000000.tmp"
    victim.write_text("precious")
    os.utime(victim, (0, 0))
    shutil.rmtree(world.file(".entire/tmp"), ignore_errors=True)
    world.file(".entire/tmp").symlink_to(outside)
    (world.file(".entire/metadata")).mkdir(exist_ok=True)
    (world.file(".entire/metadata") / "x").symlink_to(outside)
    assert kinds(world) == ["linked_place"]
    world.entire("clean", "--force")
    assert victim.read_text() == "precious"


def test_trailers_without_a_checkpoint(world: World, tmp_path: Path) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    assert kinds(world) == []
    origin = tmp_path / "origin.git"
    world.git("init", "--quiet", "--bare", str(origin))
    world.git("remote", "add", "origin", str(origin))
    world.git("push", "--quiet", "origin", "main", f"{BRANCH}:{BRANCH}")
    world.git("update-ref", "-d", f"refs/heads/{BRANCH}")
    assert kinds(world) == []  # origin's is read
    world.git("update-ref", "-d", f"refs/remotes/origin/{BRANCH}")
    finding = one(world, "dangling_trailers")
    assert finding["names"] == [checkpoint]
    command = finding["fix"].split("`")[1]
    world.run(*command.split())
    assert kinds(world) == []


def test_a_checkpoints_branch_that_begins_twice(world: World, tmp_path: Path) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    world.git("update-ref", f"refs/remotes/origin/{BRANCH}", BRANCH)
    assert kinds(world) == []
    tree = world.git("rev-parse", f"{BRANCH}^{{tree}}")
    other = world.git("commit-tree", tree, "-m", "another beginning")
    world.git("update-ref", f"refs/remotes/origin/{BRANCH}", other)
    finding = one(world, "disconnected_metadata")
    assert finding["repairs"] == ["repair"]
    assert "no common history" in world.entire("status")
    world.doctor("--force")
    assert kinds(world) == []
    assert world.git("rev-parse", f"{BRANCH}^{{tree}}") == tree
    world.git("merge-base", "--is-ancestor", other, BRANCH)


def remove_object(world: World, name: str) -> None:
    oid = world.git("rev-parse", name)
    path = world.repo.path / ".git" / "objects" / oid[:2] / oid[2:]
    path.chmod(stat.S_IWUSR)
    path.unlink()


def test_a_broken_checkpoints_branch(world: World) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    id = world.commit()
    for pack in (world.repo.path / ".git" / "objects" / "pack").glob("*.pack"):
        moved = pack.rename(world.repo.path / pack.name)
        world.run("sh", "-c", f"git unpack-objects -q <{moved}")
        moved.unlink()
    shard = f"{BRANCH}:{id[:2]}"
    remove_object(world, f"{shard}/{id[2:]}/metadata.json")
    assert one(world, "unreadable_checkpoints")["names"] == [id]
    remove_object(world, shard)
    assert "lacks an object" in findings(world)[0]["text"]
    (world.repo.path / ".git" / "refs" / "heads" / BRANCH).write_text("")
    assert "cannot be read" in findings(world)[0]["text"]
    assert kinds(world) == ["broken_metadata", "dangling_trailers"]


def test_a_partial_clone_lacks_objects_on_purpose(world: World, tmp_path: Path) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    world.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    world.git("clone", "--quiet", "--filter=blob:none", f"file://{world.repo.path}", str(clone))
    world.run("entire", "enable", "--agent", "claude-code", cwd=clone)
    assert world.git("rev-parse", BRANCH, cwd=clone) == world.git("rev-parse", BRANCH)
    assert world.run("entire", "doctor", cwd=clone).stdout == "No stuck sessions found.\n"


def test_hooks_that_were_slow(world: World, tmp_path: Path) -> None:
    folder = tmp_path / "slow"
    folder.mkdir()
    real = shutil.which("git", path=world.env["PATH"])
    (folder / "git").write_text(
        f'#!/bin/sh\ncase " $* " in *" status "*) sleep 1 ;; esac\nexec {real} "$@"\n'
    )
    (folder / "git").chmod(0o755)
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    assert kinds(world) == []
    agent.env = world.env | {"PATH": f"{folder}{os.pathsep}{world.env['PATH']}"}
    agent.prompt("Write two")
    finding = one(world, "slow_hook")
    assert finding["names"] == ["user-prompt-submit"]
    assert finding["text"].endswith(" s, 1 time in the last week")
