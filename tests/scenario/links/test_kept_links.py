"""Commits that contain linked work again are linked without being asked: with a live session, or later."""

from __future__ import annotations

import json
import time

import pytest
from tests.scenario.world import World

FILES = {
    "one.py": "def one(first):\n    return first\n",
    "two.py": "def two(second):\n    return second * 2\n",
    "three.py": "def three(third):\n    return third * 3\n",
}


def write(world: World, *names: str, live: bool) -> list[str]:
    """Each file in a commit of its own; returns their checkpoints."""
    agent = world.agent()
    made = []
    for name in names:
        agent.turn(f"Write {name}", {name: FILES[name]})
        world.git("add", "-A")
        made.append(world.commit(message=f"Add {name}"))
        assert made[-1]
    if not live:
        agent.end()
        world.agent().start()  # puts the other one away
    return made


def noted(world: World, commit: str = "HEAD") -> list[str]:
    """The checkpoints in a commit's note."""
    done = world.run("git", "notes", "--ref=entire", "show", commit, check=False)
    return [line.split()[1] for line in done.stdout.splitlines() if line.startswith("Entire-Checkpoint: ")]


def links(world: World, commit: str = "HEAD") -> set[str]:
    shown = json.loads(world.entire("explain", "--commit", commit, "--json"))
    found = {shown["checkpoint_id"], *(shown.get("also") or [])}
    return {id for id in found if id}


live = pytest.mark.parametrize("live", [True, False], ids=["live", "over"])


@live
def test_reset_and_committed_again(world: World, live: bool) -> None:
    [checkpoint] = write(world, "one.py", live=live)
    world.git("reset", "--soft", "HEAD~1")
    world.git("commit", "--quiet", "-m", "In other words")
    assert not live or noted(world) == [checkpoint]
    assert links(world) == {checkpoint}
    assert noted(world) == [checkpoint]
    world.check_sound()


@live
def test_two_commits_reset_and_committed_as_one_with_an_edit(world: World, live: bool) -> None:
    made = write(world, "one.py", "two.py", live=live)
    world.git("reset", "--soft", "HEAD~2")
    world.repo.write("two.py", FILES["two.py"].replace("second", "other"))
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "Both")
    assert links(world) == set(made)


@live
def test_squashed_with_a_message(world: World, live: bool) -> None:
    world.git("checkout", "--quiet", "-b", "feature")
    made = write(world, "one.py", "two.py", live=live)
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "Mine")
    world.git("checkout", "--quiet", "main")
    world.git("merge", "--squash", "--quiet", "feature")
    world.git("commit", "--quiet", "-m", "All of it")
    assert not live or sorted(noted(world)) == sorted(made)
    assert links(world) == set(made)


def test_squashed_with_an_edit_in_every_file(world: World) -> None:
    """Git names the squashed commits: they count even if no file is as it was."""
    world.git("checkout", "--quiet", "-b", "feature")
    made = write(world, "one.py", live=True)
    world.git("checkout", "--quiet", "main")
    world.git("merge", "--squash", "--quiet", "feature")
    world.repo.write("one.py", "something = else_\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "All of it")
    assert noted(world) == made
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "Mine")
    assert links(world) == set(), "only once"


@live
def test_a_fixup_picked(world: World, live: bool) -> None:
    world.git("checkout", "--quiet", "-b", "feature")
    made = write(world, "one.py", "two.py", live=live)
    world.git("-c", "sequence.editor=sed -i -e 2s/pick/fixup/", "rebase", "--quiet", "-i", "main")
    world.git("checkout", "--quiet", "main")
    world.repo.write("other.txt", "meanwhile\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "Meanwhile")
    world.git("cherry-pick", "feature")
    assert links(world) == set(made)


@live
def test_a_revert_reverted(world: World, live: bool) -> None:
    [checkpoint] = write(world, "one.py", live=live)
    world.git("revert", "--no-edit", "HEAD")
    assert links(world) == set(), "a revert takes the work out"
    world.git("revert", "--no-edit", "HEAD")
    assert not live or noted(world) == [checkpoint]
    assert links(world) == {checkpoint}
    world.git("revert", "--no-edit", "HEAD")
    assert links(world) == set()


@live
def test_lines_that_a_person_reorders(world: World, live: bool) -> None:
    [checkpoint] = write(world, "one.py", live=live)
    world.repo.write("one.py", "".join(reversed(FILES["one.py"].splitlines(keepends=True))))
    world.git("commit", "--quiet", "-a", "-m", "Another order")
    assert links(world) == {checkpoint}


def test_what_a_person_changes_later_is_not_linked(world: World) -> None:
    write(world, "one.py", live=False)
    world.repo.write("one.py", FILES["one.py"] + "more = True\n")
    world.git("commit", "--quiet", "-a", "-m", "Mine")
    world.repo.write("mine.py", "mine = True\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "Mine, too")
    assert links(world) == links(world, "HEAD~1") == set()
    assert world.git("for-each-ref", "refs/notes") == ""


def test_a_link_that_was_removed_stays_removed(world: World) -> None:
    write(world, "one.py", live=True)
    message = world.git("log", "-1", "--format=%s")
    world.git("commit", "--quiet", "--amend", f"--message={message}")
    assert links(world) == set()


def test_a_push_takes_the_links_along(world: World) -> None:
    world.git("init", "--quiet", "--bare", str(world.repo.path.parent / "remote.git"))
    world.git("remote", "add", "origin", str(world.repo.path.parent / "remote.git"))
    [checkpoint] = write(world, "one.py", live=False)
    world.git("reset", "--soft", "HEAD~1")
    world.git("commit", "--quiet", "-m", "In other words")
    world.git("push", "--quiet", "origin", "main")
    assert noted(world) == [checkpoint]
    assert "refs/notes/entire" in world.git("ls-remote", "origin")


def test_a_session_that_starts_links_them(world: World) -> None:
    [checkpoint] = write(world, "one.py", live=False)
    world.git("reset", "--soft", "HEAD~1")
    world.git("commit", "--quiet", "-m", "In other words")
    world.agent().start()
    for _ in range(600):  # the hook leaves it to a process in the background
        if noted(world):
            break
        time.sleep(0.1)
    assert noted(world) == [checkpoint]


def test_a_commit_that_is_linked_as_usual_is_not_looked_at_again(world: World) -> None:
    write(world, "one.py", "two.py", live=True)
    seen = world.file(".git/ENTIRE_SEEN")
    assert seen.read_text().split() == [world.git("rev-parse", "HEAD")]


def test_a_squash_that_was_given_up_says_nothing_about_other_commits(world: World) -> None:
    world.git("checkout", "--quiet", "-b", "feature")
    write(world, "one.py", live=True)
    world.git("checkout", "--quiet", "main")
    world.git("merge", "--squash", "--quiet", "feature")
    assert world.run(
        "git", "-c", "core.editor=true", "commit", "--cleanup=strip", "-m", "", check=False
    ).returncode
    world.git("reset", "--quiet", "--hard")
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", "Mine")
    assert not world.file(".git/SQUASH_MSG").exists()
    assert links(world) == set()
    world.git("commit", "--quiet", "--allow-empty", "-m", "Nothing")
    assert links(world) == links(world, "HEAD~1") == set()
