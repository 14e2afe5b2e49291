"""What fault injection has found about commits for which git's hooks did not run."""

from __future__ import annotations

import re
import subprocess
from contextlib import suppress
from pathlib import Path
from subprocess import CalledProcessError
from threading import Thread

import pytest
from tests.scenario.agents.players import enabled
from tests.scenario.calls import Calls
from tests.scenario.promises.held_git import HeldGit
from tests.scenario.world import World
from tools.clients import registry
from tools.clients.client import Client, take_turn

from entire.core import faults

LONG_AGO = dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), "2026-01-01T00:00:00Z")


def started(folder: Path) -> tuple[World, Client]:
    world = enabled(folder, "gemini")
    session = registry.session("gemini", str(world.repo.path), world.env)
    session.start()
    return world, session


def committed(folder: Path) -> tuple[World, Client]:
    """A turn with a commit of the client. Its end is still to come."""
    world, session = started(folder)
    session.submit("Write and commit")
    session.asked("Write and commit")
    session.write("one.py", "1\n")
    session.shell("git add -A && git commit --quiet -m one")
    session.say("Committed.")
    return world, session


def stopped(folder: Path, fault: str) -> tuple[World, Client]:
    """A turn with a commit of the client, and a fault at its end."""
    world, session = committed(folder)
    world.env[faults.VARIABLE] = f"{fault}:{folder / 'effects'}"
    with suppress(CalledProcessError):
        session.stop()
    del world.env[faults.VARIABLE]
    return world, session


@pytest.mark.parametrize("at", ["git log HEAD", "git update-ref"])
def test_the_next_turn_links_what_a_killed_hook_did_not(tmp_path: Path, at: str) -> None:
    """It was killed when it looked for commits, or when it wrote the note."""
    world, session = stopped(tmp_path, f"{at}:{faults.KILL}")
    assert world.git("for-each-ref", "refs/notes/entire") == ""
    take_turn(session, "Is it there?", {}, "Yes.")
    note = world.git("notes", "--ref=refs/notes/entire", "show", "HEAD")
    assert note.startswith("Entire-Checkpoint: ")
    world.check_sound()


@pytest.mark.parametrize("times", [1, 2])
def test_its_commit_is_amended_with_work_of_another_session(tmp_path: Path, times: int) -> None:
    """The amended commit has a link, but only to the other session's checkpoint."""
    world, session = stopped(tmp_path, f"git log HEAD:{faults.KILL}")
    other = registry.session("claude-code", str(world.repo.path), world.env)
    other.start()
    for number in range(times):
        take_turn(other, f"Write {number}", {f"other{number}.py": "2\n"})
        world.git("add", "-A")
        world.git("commit", "--quiet", "--amend", "--no-edit")
    assert world.session(world.checkpoint())["session_id"] == other.session_id
    take_turn(session, "Is it there?", {}, "Yes.")
    note = world.git("notes", "--ref=refs/notes/entire", "show", "HEAD")
    added = world.session(note.rpartition("Entire-Checkpoint: ")[2].strip())
    assert (added["session_id"], added["files_touched"]) == (session.session_id, ["one.py"])
    take_turn(session, "And now?", {}, "Yes.")
    assert world.git("notes", "--ref=refs/notes/entire", "show", "HEAD") == note
    assert "Write and commit" in world.entire("explain", "HEAD")
    world.check_sound()


def test_its_commit_is_amended_and_linked_in_the_turn(tmp_path: Path) -> None:
    """Nothing is linked twice."""
    world, session = committed(tmp_path)
    world.git("commit", "--quiet", "--amend", "-m", "two")
    session.stop()
    notes = world.run("git", "notes", "--ref=refs/notes/entire", "show", "HEAD", check=False).stdout
    message = world.git("log", "-1", "--format=%B")
    ids = re.findall(r"Entire-Checkpoint: (\w+)", f"{message}\n{notes}")
    assert len(ids) == 1
    assert world.session(ids[0])["files_touched"] == ["one.py"]
    world.check_sound()


@pytest.mark.parametrize("times", [1, 2])
def test_its_commit_stays_on_a_branch_when_it_is_amended(tmp_path: Path, times: int) -> None:
    """It is linked as the commit that replaced it, but no commit that had none of its work."""
    world, session = committed(tmp_path)
    world.git("branch", "kept")
    for number in range(times):
        (world.repo.path / "person.txt").write_text(f"{number}\n")
        world.git("add", "-A")
        world.git("commit", "--quiet", "--amend", "--no-edit")
    session.stop()
    note = world.git("notes", "--ref=refs/notes/entire", "show", "kept")
    checkpoint = note.rpartition("Entire-Checkpoint: ")[2].strip()
    assert world.session(checkpoint)["session_id"] == session.session_id
    assert "Write and commit" in world.entire("explain", "kept")
    take_turn(session, "And now?", {}, "Yes.")
    assert world.git("notes", "--ref=refs/notes/entire", "show", "kept") == note
    world.check_sound()


def test_a_linked_commit_that_it_amends_later_in_the_turn_stays_linked(tmp_path: Path) -> None:
    """An amended commit keeps the date of its author, which is from before the command that amends it."""
    world, session = started(tmp_path)
    session.submit("Write and commit")
    session.asked("Write and commit")
    session.write("one.py", "1\n")
    world.git("add", "-A")
    commit_long_ago(world, "-m", "one")
    assert world.checkpoint()
    session.write("two.py", "2\n")
    session.shell("git add -A && git commit --quiet --amend -m both")
    session.say("Committed.")
    session.stop()
    assert world.git("notes", "--ref=refs/notes/entire", "show", "HEAD").startswith("Entire-Checkpoint: ")
    world.check_sound()


def commit_long_ago(world: World, *words: str) -> None:
    """Git's clock has whole seconds, and tests are fast."""
    world.env.update(LONG_AGO)
    world.git("commit", "--quiet", *words)
    for name in LONG_AGO:
        del world.env[name]


def test_a_declined_commit_that_is_amended_with_its_later_work_has_no_link(tmp_path: Path) -> None:
    world, session = started(tmp_path)
    take_turn(session, "Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.git("config", "core.hooksPath", "nowhere")  # as if no was the answer
    commit_long_ago(world, "-m", "one")
    world.git("config", "--unset", "core.hooksPath")
    world.git("branch", "kept")
    session.submit("Add two")
    session.asked("Add two")
    session.write("one.py", "1\n2\n")
    session.shell("git add -A && git commit --quiet --amend -m both")
    session.say("Added.")
    session.stop()
    assert world.git("notes", "--ref=refs/notes/entire", "show", "HEAD").startswith("Entire-Checkpoint: ")
    assert world.run("git", "notes", "--ref=refs/notes/entire", "show", "kept", check=False).returncode


def test_a_link_that_a_person_declined_stays_so(tmp_path: Path) -> None:
    world, session = started(tmp_path)
    take_turn(session, "Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.git("-c", "core.hooksPath=", "commit", "--quiet", "-m", "one")  # as if no was the answer
    take_turn(session, "Write two", {"two.py": "2\n"})
    assert world.git("for-each-ref", "refs/notes/entire") == ""


@pytest.mark.parametrize("added", [False, True])
def test_its_commit_is_amended_while_it_is_linked(tmp_path: Path, added: bool) -> None:
    """By a person, perhaps with work of another session."""
    world, session = committed(tmp_path)
    if added:
        other = registry.session("claude-code", str(world.repo.path), world.env)
        other.start()
        take_turn(other, "Write two", {"two.py": "2\n"})
        world.git("add", "-A")
    calls = Calls(world, tmp_path)
    held, env = HeldGit(world, tmp_path, "diff-tree"), dict(world.env)
    world.env.update(held.env)
    stop = Thread(target=session.stop)
    stop.start()
    held.wait()
    with subprocess.Popen(
        ["git", "commit", "--quiet", "--amend", "-m", "two"], cwd=world.repo.path, env=env
    ) as amend:
        calls.wait_for("prepare-commit-msg")
        with suppress(subprocess.TimeoutExpired):  # it waits until the commit is linked
            amend.wait(0.5)
        held.go_on()
        stop.join()
    world.env.update(env)
    take_turn(session, "Is it there?", {}, "Yes.")
    assert "Write and commit" in world.entire("explain", "HEAD", "--full")
    world.check_sound()
