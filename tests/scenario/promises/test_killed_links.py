"""A hook that links a commit, killed before the message has the trailer."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scenario.commits.test_crashes import killing_git
from tests.scenario.commits.waiting import findings, promised, without_hook
from tests.scenario.world import World


def commit_with_killed_link(
    world: World, tmp_path: Path, command: str, words: tuple[str, ...] = ("-m", "work")
) -> None:
    """Commit; prepare-commit-msg is killed when it runs that git command for the first time."""
    world.git("repack", "-a", "-d", "--quiet")  # or the hook reads objects without git
    done = killing_git(world, tmp_path, command)
    world.file(".git/entire-sessions/quiet").unlink(missing_ok=True)  # or the hook ends before git
    real = world.run("sh", "-c", "command -v entire").stdout.strip()
    wrapper = tmp_path / "bin" / "entire"
    wrapper.parent.mkdir()
    # Git puts its own folder first on the PATH of hooks.
    lines = f"""case "$*" in *prepare-commit-msg*) PATH="{done.parent}:$PATH" ;; esac
exec "{real}" "$@"
"""
    wrapper.write_text(f"#!/bin/sh\n{lines}")
    wrapper.chmod(0o755)
    before = world.env["PATH"]
    world.env["PATH"] = f"{wrapper.parent}:{before}"
    try:
        world.git("commit", "--quiet", *words)
    finally:
        world.env["PATH"] = before
    assert done.exists()
    assert world.checkpoint() == ""


@pytest.mark.parametrize("command", ["diff-index", "cat-file"])
def test_a_killed_link_is_made_with_a_note(world: World, tmp_path: Path, command: str) -> None:
    agent = world.agent()
    agent.turn("Write two files", {"one.py": "1\n", "two.py": "2\n"})
    world.git("add", "one.py")
    commit_with_killed_link(world, tmp_path, command)
    note = world.git("notes", "--ref=entire", "show")
    checkpoint = note.removeprefix("Entire-Checkpoint: ").strip()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert checkpoint in world.entire("explain", "--commit", "HEAD", "--json")
    assert promised(world) == []
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["two.py"]


@pytest.mark.parametrize("words", ["work", "other words", "work\n\n#12"])
@pytest.mark.parametrize("adds_work", [True, False])
def test_a_killed_link_of_an_amended_commit(
    world: World, tmp_path: Path, words: str, adds_work: bool
) -> None:
    """The new message has no trailer, and nobody wanted that, be it the same message or not."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    checkpoint = world.commit(message="work" if words == "other words" else words)
    assert checkpoint
    if adds_work:
        agent.turn("Write two", {"two.py": "2\n"})
        world.git("add", "two.py")
    commit_with_killed_link(world, tmp_path, "diff-index", ("--amend", "-m", words))
    note = world.git("notes", "--ref=entire", "show")
    assert f"Entire-Checkpoint: {checkpoint}" in note.splitlines()
    linked = sorted(f for line in note.split() if len(line) == 12 for f in world.root(line)["files_touched"])
    assert linked == (["one.py", "two.py"] if adds_work else ["one.py"])
    assert promised(world) == []


def test_a_trailer_that_the_user_deleted_while_amending_stays_deleted(world: World, tmp_path: Path) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    assert world.commit()
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nsed -i.old "/^Entire-/d" "$1"\n')
    editor.chmod(0o755)
    world.env["GIT_EDITOR"] = str(editor)
    world.repo.write(f".git/ENTIRE_LINKING.{world.repo.head}", "")
    with without_hook(world, "prepare-commit-msg"):  # killed before it did anything
        world.git("commit", "--quiet", "--amend")
    assert world.checkpoint() == ""
    assert world.run("git", "notes", "--ref=entire", "show", check=False).returncode != 0


def test_a_commit_without_hooks_after_an_aborted_one_is_left_alone(world: World) -> None:
    """The hook hangs, the user presses Ctrl-C, and turns hooks off: that is an answer."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    world.repo.write(f".git/ENTIRE_LINKING.{world.repo.head}", "")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "mine")
    world.agent().start()
    agent.turn("Write two", {"two.py": "2\n"})
    assert world.run("git", "notes", "--ref=entire", "show", check=False).returncode != 0
    assert [finding["kind"] for finding in findings(world)] == ["unlinked_commit"]  # the user may want it
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["two.py"]


def test_a_link_that_the_user_must_agree_to_is_not_made_without_asking(world: World, tmp_path: Path) -> None:
    world.file(".entire/settings.local.json").write_text('{"commit_linking": "prompt"}')
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    world.env["ENTIRE_TEST_TTY"] = "1"
    commit_with_killed_link(world, tmp_path, "cat-file")
    assert world.run("git", "notes", "--ref=entire", "show", check=False).returncode != 0
    assert [finding["kind"] for finding in findings(world)] == ["unlinked_commit"]


def test_doctor_offers_to_link_what_two_kills_left(world: World, tmp_path: Path) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    with without_hook(world, "post-commit"):
        commit_with_killed_link(world, tmp_path, "cat-file")
    world.agent().start()
    (finding,) = findings(world)
    assert finding["kind"] == "unlinked_commit"
    assert finding["ref"] == world.git("rev-parse", "HEAD")
    world.doctor("--force")
    checkpoint = world.git("notes", "--ref=entire", "show").removeprefix("Entire-Checkpoint: ").strip()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert promised(world) == []
    assert findings(world) == []


def begun(world: World) -> Path:
    """Prepare-commit-msg has begun, and is killed, or does not get any further for now."""
    return world.repo.write(f".git/ENTIRE_LINKING.{world.repo.head}", "")


def killed(world: World, path: str, *, post_commit: bool) -> str:
    """A commit of a file; prepare-commit-msg is killed at once, and post-commit may come later."""
    begun(world)
    world.git("add", path)
    with without_hook(world, "prepare-commit-msg"):
        if post_commit:
            world.git("commit", "--quiet", "-m", path)
        else:
            with without_hook(world, "post-commit"):
                world.git("commit", "--quiet", "-m", path)
    return world.repo.head


def files_of(world: World, commit: str) -> list[str]:
    """The files of the session in the checkpoint that a note names."""
    note = world.git("notes", "--ref=entire", "show", commit)
    files: list[str] = world.session(note.removeprefix("Entire-Checkpoint: ").strip())["files_touched"]
    return files


def test_the_next_commit_begins_before_post_commit_runs(world: World) -> None:
    """One file for both would be removed by whichever hook comes first."""
    world.agent().turn("Write two files", {"one.py": "1\n", "two.py": "2\n"})
    first = killed(world, "one.py", post_commit=False)
    begun(world)
    world.run("sh", ".git/hooks/post-commit")  # of the first commit
    assert files_of(world, first) == ["one.py"]
    second = killed(world, "two.py", post_commit=True)
    assert files_of(world, second) == ["two.py"]
    assert promised(world) == []
    assert not list(world.file(".git").glob("ENTIRE_LINKING*"))


def test_post_commit_comes_after_the_next_commit(world: World) -> None:
    world.agent().turn("Write two files", {"one.py": "1\n", "two.py": "2\n"})
    first = killed(world, "one.py", post_commit=False)
    second = killed(world, "two.py", post_commit=False)
    world.run("sh", ".git/hooks/post-commit")
    world.run("sh", ".git/hooks/post-commit")
    world.agent().start()
    assert files_of(world, second) == ["two.py"]
    assert [finding["ref"] for finding in findings(world)] == [first]  # it may have been made without hooks
    world.doctor("--force")
    assert files_of(world, first) == ["one.py"]
    assert findings(world) == []


def test_a_commit_without_hooks_while_the_hook_of_another_runs(world: World) -> None:
    """Nobody asked for a link of this one: the file that the hook left is about the next commit."""
    world.agent().turn("Write two files", {"one.py": "1\n", "two.py": "2\n"})
    world.git("add", "one.py")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "mine")
    begun(world)
    world.run("sh", ".git/hooks/post-commit")  # late, of an earlier commit
    assert world.run("git", "notes", "--ref=entire", "show", check=False).returncode != 0
    assert world.file(f".git/ENTIRE_LINKING.{world.repo.head}").exists()


def test_a_post_commit_that_comes_after_the_next_event(world: World) -> None:
    """Until then it could have been a commit without hooks, which only the user can decide about."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    commit = killed(world, "one.py", post_commit=False)
    world.agent().start()
    assert [finding["kind"] for finding in findings(world)] == ["unlinked_commit"]
    world.run("sh", ".git/hooks/post-commit")
    assert files_of(world, commit) == ["one.py"]
    assert findings(world) == []
    assert promised(world) == []


def test_the_file_of_an_earlier_version(world: World) -> None:
    world.agent().turn("Write one", {"one.py": "1\n"})
    world.repo.write(".git/ENTIRE_LINKING", "")
    world.git("add", "one.py")
    with without_hook(world, "prepare-commit-msg"):
        world.git("commit", "--quiet", "-m", "work")
    assert files_of(world, "HEAD") == ["one.py"]
    assert not list(world.file(".git").glob("ENTIRE_LINKING*"))


def test_packed_refs_and_a_detached_head(world: World) -> None:
    """The script finds out what HEAD was, whatever form the ref has."""
    world.agent().turn("Write two files", {"one.py": "1\n", "two.py": "2\n"})
    for name, prepare in (
        ("one.py", ("pack-refs", "--all")),
        ("two.py", ("checkout", "--quiet", "--detach")),
    ):
        world.git(*prepare)
        world.git("add", name)
        script = world.file(".git/hooks/prepare-commit-msg").read_text()
        message = world.repo.write(".git/COMMIT_EDITMSG", "work\n")
        before = world.repo.head
        world.run("sh", "-c", f"entire() {{ :; }}\n{script}", "hook", str(message), "message")
        assert world.file(f".git/ENTIRE_LINKING.{before}").exists()
        with without_hook(world, "prepare-commit-msg"):
            world.git("commit", "--quiet", "-m", name)
        assert files_of(world, "HEAD") == [name]
