"""Prompt, changes, the prompt finishes, the user commits: wherever people keep their work trees."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.scenario.ways import COMMITS
from tests.scenario.world import World, make_repo
from tests.support import Repo, git


def plain(base: Path) -> Repo:
    return make_repo(base / "repo")


def odd_path(base: Path) -> Repo:
    return make_repo(base / "a folder" / "Größe ☂ 'quoted' $HOME")


def sha256(base: Path) -> Repo:
    return make_repo(base / "repo", "--object-format=sha256")


def detached(base: Path) -> Repo:
    repo = make_repo(base / "repo")
    repo.git("checkout", "--quiet", "--detach")
    return repo


def linked_worktree(base: Path) -> Repo:
    main = make_repo(base / "main")
    main.git("worktree", "add", "--quiet", str(base / "linked tree"), "-b", "feature")
    return Repo(base / "linked tree")


def separate_git_dir(base: Path) -> Repo:
    return make_repo(base / "repo", f"--separate-git-dir={base / 'elsewhere.git'}")


def submodule(base: Path) -> Repo:
    inner = make_repo(base / "inner")
    outer = make_repo(base / "outer")
    outer.git("submodule", "--quiet", "add", str(inner.path), "lib")
    return Repo(base / "outer" / "lib")


def bare_with_worktree(base: Path) -> Repo:
    origin = make_repo(base / "origin")
    git(base, "clone", "--quiet", "--bare", str(origin.path), str(base / "project" / ".bare"))
    (base / "project" / ".git").write_text("gitdir: ./.bare\n")
    git(base / "project", "worktree", "add", "--quiet", "main tree", "main")
    return Repo(base / "project" / "main tree")


LAYOUTS: list[Callable[[Path], Repo]] = [
    plain,
    odd_path,
    sha256,
    detached,
    linked_worktree,
    separate_git_dir,
    submodule,
    bare_with_worktree,
]


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.__name__)
def test_the_user_commits_after_the_turn(layout: Callable[[Path], Repo], tmp_path: Path) -> None:
    world = World.enabled(layout(tmp_path))
    head = world.git("rev-parse", "HEAD")
    branch = world.git("branch", "--show-current")

    agent = world.agent()
    agent.start()
    agent.turn("Please write the größe?", {"src/größe.py": "one = 1\n", "notes.txt": "a note\n"}, "Written.")

    (shadow,) = world.shadows()
    assert shadow.startswith(f"entire/{head[:7]}-")
    assert world.git("log", "-1", "--format=%s", shadow) == "Write the größe"
    assert world.show("src/größe.py", shadow) == "one = 1\n"
    metadata = f".entire/metadata/{agent.session_id}"
    assert world.show(f"{metadata}/prompt.txt", shadow) == "Please write the größe?"
    assert world.show(f"{metadata}/full.jsonl", shadow) == Path(agent.transcript).read_text()
    state = world.state(agent.session_id)
    assert state is not None
    assert state["phase"] == "idle"
    assert state["files_touched"] == ["notes.txt", "src/größe.py"]
    assert state["checkpoint_count"] == 1

    (world.repo.path / "src" / "deeper").mkdir()
    world.git("add", "-A")
    checkpoint = world.commit(cwd=world.repo.path / "src" / "deeper")

    assert checkpoint
    folder = f"{checkpoint[:2]}/{checkpoint[2:]}"
    slot = {"content_hash.txt", "context.md", "full.jsonl", "lines.json", "metadata.json", "prompt.txt"}
    assert set(world.names()) == {f"{folder}/metadata.json", *(f"{folder}/0/{name}" for name in slot)}
    transcript = world.transcript(checkpoint)
    assert transcript == Path(agent.transcript).read_text()
    digest = hashlib.sha256(transcript.encode()).hexdigest()
    assert world.stored(checkpoint, "content_hash.txt") == f"sha256:{digest}"
    assert world.stored(checkpoint, "prompt.txt") == "Please write the größe?"
    session = world.session(checkpoint)
    assert session["session_id"] == agent.session_id
    assert session["files_touched"] == ["notes.txt", "src/größe.py"]
    assert session["checkpoints_count"] == 1
    assert session["agent"] == "Claude Code"
    assert session.get("branch", "") == branch
    assert session["token_usage"]["output_tokens"] == 3 * 85
    assert session["token_usage"]["api_call_count"] == 3
    assert world.root(checkpoint)["token_usage"] == session["token_usage"]

    assert world.shadows() == []
    state = world.state(agent.session_id)
    assert state is not None
    assert "files_touched" not in state
    assert state["base_commit"] == world.git("rev-parse", "HEAD")
    assert world.git("status", "--porcelain") == ""
    assert world.git("branch", "--show-current") == branch
    world.check_sound()


def test_a_second_turn_is_a_second_step_and_one_checkpoint(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.turn("Write two", {"two.py": "2\n", "one.py": "11\n"})

    (shadow,) = world.shadows()
    assert world.steps(shadow) == ["Write two", "Write one"]
    assert world.show("one.py", shadow) == "11\n"
    assert world.show("one.py", f"{shadow}~1") == "1\n"
    assert "two.py" not in world.names(f"{shadow}~1")

    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.session(checkpoint)["checkpoints_count"] == 2
    assert world.stored(checkpoint, "prompt.txt") == "Write one\n\n---\n\nWrite two"
    assert world.session(checkpoint)["files_touched"] == ["one.py", "two.py"]


@COMMITS
def test_the_next_checkpoint_holds_only_what_is_new(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    first = world.commit()
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    second = world.commit()

    assert world.stored(second, "prompt.txt") == "Write two"
    assert world.session(second)["files_touched"] == ["two.py"]
    assert world.session(second)["token_usage"] == world.session(first)["token_usage"]
    assert world.session(second)["checkpoint_transcript_start"] == len(world.transcript(first).splitlines())
    assert world.transcript(second).startswith(world.transcript(first))
    world.check_sound()


def test_shell_edits_deletions_and_modes_are_part_of_the_step(world: World) -> None:
    world.repo.write("old.txt", "old\n")
    world.repo.write("run.sh", "#!/bin/sh\n")
    world.repo.write("edited.txt", "one\n")
    world.repo.commit("more files")
    agent = world.agent()
    agent.prompt("Tidy up")
    agent.shell("rm old.txt && chmod +x run.sh && echo two >> edited.txt && ln -s edited.txt link")
    agent.say("Tidy.")
    agent.stop()

    (shadow,) = world.shadows()
    tree = world.git("ls-tree", shadow)
    assert "old.txt" not in tree
    assert "100755 blob" in next(line for line in tree.splitlines() if line.endswith("run.sh"))
    assert "120000 blob" in next(line for line in tree.splitlines() if line.endswith("link"))
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["edited.txt", "link", "old.txt", "run.sh"]


def test_what_was_dirty_before_the_prompt_is_not_the_agents(world: World) -> None:
    world.repo.write("mine.txt", "mine\n")
    world.repo.write("README.md", "# Edited by hand\n")
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})

    state = world.state(agent.session_id)
    assert state is not None
    assert state["files_touched"] == ["one.py"]
    assert state["untracked_files_at_start"] == ["mine.txt"]
    (shadow,) = world.shadows()
    assert world.show("mine.txt", shadow) == "mine\n"  # a rewind needs the whole work tree

    world.git("add", "mine.txt", "README.md")
    assert world.commit(message="my own") == ""
    assert world.shadows() == [shadow]
    world.git("add", "-A")
    checkpoint = world.commit(message="the agent's")
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.shadows() == []
    world.check_sound()
