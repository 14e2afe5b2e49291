"""What lists, times and warnings say."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo


def test_the_branch_of_a_session_is_where_it_was_recorded(world: World) -> None:
    world.git("switch", "--quiet", "-c", "topic")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    world.commit()
    world.git("switch", "--quiet", "main")
    row = json.loads(world.entire("session", "show", agent.session_id, "--json"))
    assert row["branch"] == "topic"
    [listed] = json.loads(world.entire("session", "list", "--json"))["sessions"]
    assert listed["branch"] == "topic"
    [choice] = json.loads(world.entire("resume", "--json"))["sessions"]
    assert choice["branch"] == "topic"


def test_after_a_reset_the_conversation_continues(world: World) -> None:
    """As `reset` says: what it forgot is not linked, but the agent still has the prompts."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.entire("reset", "--force")
    world.git("add", "one.py")
    assert world.commit() == ""
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "two.py")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["two.py"]
    assert world.stored(checkpoint, "prompt.txt") == "Write one\n\n---\n\nWrite two"


def test_the_branch_that_an_agent_created_in_its_turn(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write one on a branch of its own")
    agent.shell("git switch -qc topic")
    agent.write("one.py", "1\n")
    agent.stop()
    world.git("stash", "--quiet", "--include-untracked")
    world.git("switch", "--quiet", "main")
    row = json.loads(world.entire("session", "show", agent.session_id, "--json"))
    assert row["branch"] == "topic"


def test_a_session_that_only_checkpoints_know(world: World, tmp_path: Path) -> None:
    world.git("switch", "--quiet", "-c", "topic")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    assert world.commit()
    shutil.rmtree(world.file(".git/entire-sessions"))
    world.git("switch", "--quiet", "main")
    row = json.loads(world.entire("session", "show", agent.session_id, "--json"))
    assert row["branch"] == "topic"


def test_times_are_those_of_the_machine(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    name = world.file(f".git/entire-sessions/{agent.session_id}.json")
    state = json.loads(name.read_text())
    state["started_at"] = "2026-03-19T10:00:00+05:00"
    name.write_text(json.dumps(state))
    world.env["TZ"] = "America/New_York"
    assert "\nStarted: 2026-03-19 01:00:00\n" in world.entire("session", "show")
    world.env["TZ"] = "Asia/Tokyo"
    assert "\nStarted: 2026-03-19 14:00:00\n" in world.entire("session", "show")


def test_status_lists_a_session_that_ended_with_work(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.end()
    [place] = json.loads(world.entire("status", "--json"))["worktrees"]
    [session] = place["sessions"]
    assert [file["path"] for file in session["files"]] == ["one.py"]
    assert session["ended_at"]
    assert ", ended just now\n" in world.entire("status")
    world.git("add", "one.py")
    assert world.commit()
    assert json.loads(world.entire("status", "--json"))["worktrees"] == []


@pytest.mark.parametrize("folder", ["", "promised", "updates"])
def test_temporary_files_of_killed_writes_are_swept(world: World, folder: str) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    sessions = world.file(".git/entire-sessions") / folder
    sessions.mkdir(exist_ok=True)
    old, new = sessions / "x.json.123-0a1b2c3d.tmp", sessions / "y.json.123-0a1b2c3d.tmp"
    mine = sessions / "mine.tmp"
    for path in (old, new, mine):
        path.write_text("half")
    os.utime(old, (1, 1))
    os.utime(mine, (1, 1))
    of_others = [world.file(f"{folder}/notes.json.tmp") for folder in (".claude", ".git/hooks")]
    for path in of_others:
        path.write_text("not ours")
        os.utime(path, (1, 1))
    world.agent().start()
    assert (old.exists(), new.exists()) == (False, True)
    assert mine.exists() or folder == "updates"  # nobody else writes there
    assert all(path.exists() for path in of_others)


def test_a_sparse_checkout_without_our_folder(world: World) -> None:
    """Cone mode leaves out every folder that is not named, also at the top."""
    world.repo.write("src/a.py", "a\n")
    world.git("add", "src")
    world.git("commit", "--quiet", "-m", "more")
    world.git("sparse-checkout", "set", "--cone", "src")
    assert not world.file(".entire/settings.json").exists()
    assert json.loads(world.entire("status", "--json"))["enabled"]
    agent = world.agent()
    agent.turn("Write one", {"src/one.py": "1\n"})
    world.git("add", "src/one.py")
    assert world.commit()


def test_a_warning_about_histories_without_a_common_commit(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    assert world.commit()
    tree = world.git("rev-parse", "HEAD^{tree}")
    other = world.git("commit-tree", tree, "-m", "unrelated")
    world.git("update-ref", "refs/remotes/origin/entire/checkpoints/v1", other)
    for words in (["explain"], ["rewind", "--list"], ["resume", "--json"]):
        done = world.run("entire", *words)
        assert done.stderr.count("have no common history") == 1, words


@pytest.mark.parametrize("linked", [False, True])
def test_uninstalling_takes_all_worktrees(tmp_path: Path, linked: bool) -> None:
    world = World.new(tmp_path / "main")
    world.git("worktree", "add", "--quiet", "-b", "side", "../side")
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.run("entire", "disable", "--uninstall", "--force", cwd=tmp_path / ("side" if linked else "main"))
    assert not [path for path in tmp_path.glob("*/.entire") if path.exists()]
    assert not world.file(".git/entire-sessions").exists()


def test_uninstalling_leaves_the_other_repositories_of_a_global_hooks_path(tmp_path: Path) -> None:
    first, second = (World(make_repo(tmp_path / name)) for name in ("first", "second"))
    config = tmp_path / "gitconfig"
    config.write_text(f"[core]\n\thooksPath = {tmp_path / 'hooks'}\n[user]\n\tname = A\n\temail = a@b.c\n")
    for world in (first, second):
        world.env["GIT_CONFIG_GLOBAL"] = str(config)
        world.entire("enable", "--agent", "claude-code")
    said = first.entire("disable", "--uninstall", "--force")
    assert "other repositories share them" in said
    assert not first.file(".entire").exists()
    second.agent().turn("Write one", {"one.py": "1\n"})
    second.git("add", "one.py")
    assert second.commit()
