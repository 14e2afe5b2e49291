"""Hooks that never ran: they were killed, or gave up. Later events complete what they would have done.

Played by `python -m tools.stress --lost 0.4`, which found each of these.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.scenario.agents.players import enabled
from tests.scenario.world import World
from tools.clients import registry
from tools.clients.client import Client, take_turn


class Lossy:
    """A session that loses hooks on demand."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.lost = world, False
        self.client: Client = registry.session(name, str(world.repo.path), world.env, run=self._run)
        self.client.start()

    def _run(self, words: list[str], given: str) -> str:
        if self.lost and words[:2] == ["entire", "hooks"]:
            return ""
        done = subprocess.run(
            words,
            input=given.encode(),
            cwd=self.world.repo.path,
            env=self.world.env,
            stdout=subprocess.PIPE,
            check=True,
        )
        return done.stdout.decode()

    def turn(self, path: str, *, prompt: bool = True, stop: bool = True, commit: bool = False) -> None:
        """Write a file; the hook of the prompt or of the end is lost if that is False."""
        self.lost = not prompt
        self.client.submit(f"Write {path}")
        self.lost = False
        self.client.asked(f"Write {path}")
        self.client.write(path, f"{path}\n")
        if commit:
            self.client.shell(f"git add -A && git commit --quiet -m {path}")
        self.client.say(f"Written: {path}")
        self.lost = not stop
        self.client.stop()
        self.lost = False

    def rest(self) -> None:
        """A turn without work."""
        take_turn(self.client, "Is everything in place?", {}, "Yes.")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return enabled(tmp_path, "claude-code")


def test_turns_that_a_commit_of_another_session_found(world: World) -> None:
    """That commit reads the conversation; the end of the next turn saves both turns nevertheless."""
    agent, other = Lossy(world, "claude-code"), Lossy(world, "claude-code")
    agent.turn("zero")
    other.turn("other")
    agent.turn("one", prompt=False, stop=False)
    world.git("add", "other")
    assert world.commit()
    agent.turn("two", prompt=False)
    state = world.state(agent.client.session_id)
    assert state is not None
    assert state["files_touched"] == ["one", "two", "zero"]
    world.git("add", "-A")
    assert world.root(world.commit())["files_touched"] == ["one", "two", "zero"]
    world.check_sound()


def test_a_session_in_a_database_is_known_by_it(tmp_path: Path) -> None:
    """Its transcript is made by our hooks: without them, only the database shows that the agent works."""
    world = enabled(tmp_path, "opencode")
    agent = Lossy(world, "opencode")
    agent.turn("one", commit=True)
    agent.turn("two", prompt=False, commit=True)
    checkpoint = world.checkpoint()
    assert world.root(checkpoint)["files_touched"] == ["two"]
    agent.turn("three", prompt=False, stop=False)
    world.git("add", "-A")
    checkpoint = world.commit_at_terminal()
    assert world.root(checkpoint)["files_touched"] == ["three"]
    assert "Written: three" in world.transcript(checkpoint)
    world.check_sound()


def test_turns_after_the_work_that_a_commit_condensed(world: World) -> None:
    """The commit finds two turns that no hook saw; they wait for the next one, with their prompts."""
    agent = Lossy(world, "claude-code")
    agent.turn("zero")
    agent.turn("one", prompt=False, stop=False)
    agent.turn("two", prompt=False, stop=False)
    world.git("add", "zero")
    assert world.root(world.commit())["files_touched"] == ["zero"]
    agent.turn("three", prompt=False)
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.root(checkpoint)["files_touched"] == ["one", "three", "two"]
    prompts = [f"Write {name}" for name in ("one", "two", "three")]
    assert world.stored(checkpoint, "prompt.txt").split("\n\n---\n\n") == prompts
    world.check_sound()


def test_what_another_session_wrote_in_a_turn_that_no_hook_saw_is_not_ours(world: World) -> None:
    agent, other = Lossy(world, "claude-code"), Lossy(world, "claude-code")
    other.turn("zero")
    agent.client.submit("Write one")
    agent.client.asked("Write one")
    agent.client.shell("echo one > one")
    other.turn("theirs", prompt=False, stop=False)
    agent.client.say("Written.")
    agent.client.stop()
    state = world.state(agent.client.session_id)
    assert state is not None
    assert state["files_touched"] == ["one"]
    other.rest()
    theirs = world.state(other.client.session_id)
    assert theirs is not None
    assert theirs["files_touched"] == ["theirs", "zero"]
    world.check_sound()


def test_a_person_commits_several_open_turns(world: World) -> None:
    """The first turn did not end, and the second did not begin: both are open when a person commits."""
    agent = Lossy(world, "claude-code")
    agent.turn("one", stop=False)
    agent.turn("two", prompt=False, stop=False)
    world.git("add", "one")
    checkpoint = world.commit_at_terminal()
    assert world.root(checkpoint)["files_touched"] == ["one"]
    agent.rest()
    world.git("add", "two")
    assert world.root(world.commit_at_terminal())["files_touched"] == ["two"]
    world.check_sound()


def noted(world: World, commit: str) -> str:
    """The checkpoint that a commit's note names; empty if it has none."""
    note = world.run("git", "notes", "--ref=refs/notes/entire", "show", commit, check=False).stdout
    return note.removeprefix("Entire-Checkpoint: ").strip()


def test_a_commit_without_hooks_is_found_at_the_next_prompt(tmp_path: Path) -> None:
    """The turn's end would have linked it; what the next turn does is not part of its checkpoint."""
    world = enabled(tmp_path, "gemini")
    agent = Lossy(world, "gemini")
    agent.turn("one", commit=True, stop=False)
    agent.turn("two")
    checkpoint = noted(world, "HEAD")
    assert world.root(checkpoint)["files_touched"] == ["one"]
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
    world.git("add", "-A")
    second = world.commit_at_terminal()
    assert world.stored(second, "prompt.txt") == "Write two"
    agent.turn("three", prompt=False, commit=True, stop=False)
    agent.turn("four", prompt=False, stop=False)
    agent.rest()
    third = noted(world, "HEAD")
    assert world.root(third)["files_touched"] == ["three"]
    assert "Written: three" in world.transcript(third)
    world.git("add", "-A")
    assert world.root(world.commit_at_terminal())["files_touched"] == ["four"]
    world.check_sound()


def test_a_commit_without_hooks_in_a_turn_that_seemed_to_be_the_one_before(tmp_path: Path) -> None:
    """A person committed in an open turn, which did not end; the next did not begin, but committed."""
    world = enabled(tmp_path, "gemini")
    agent = Lossy(world, "gemini")
    agent.turn("zero")
    agent.turn("one", prompt=False, stop=False)
    world.git("add", "-A")
    checkpoint = world.commit_at_terminal()
    agent.turn("two", prompt=False, commit=True)
    assert noted(world, "HEAD") != checkpoint
    assert world.root(noted(world, "HEAD"))["files_touched"] == ["two"]
    assert world.stored(noted(world, "HEAD"), "prompt.txt") == "Write two"
    world.check_sound()


def test_a_commit_without_hooks_before_one_that_has_its_conversation(tmp_path: Path) -> None:
    """The checkpoint of the later commit has the turn of the earlier one: it is linked to that."""
    world = enabled(tmp_path, "gemini")
    agent = Lossy(world, "gemini")
    agent.turn("zero")
    agent.turn("one", commit=True, stop=False)
    agent.turn("two", prompt=False, stop=False)
    world.git("add", "-A")
    checkpoint = world.commit_at_terminal()
    agent.turn("three", prompt=False, stop=False)
    world.git("add", "-A")
    assert world.commit_at_terminal() != checkpoint
    agent.rest()
    assert noted(world, "HEAD~2") == checkpoint
    assert "Write one" in world.stored(checkpoint, "prompt.txt")
    assert "Written: one" in world.transcript(checkpoint)
    world.check_sound()


def test_what_is_written_while_a_hook_reads_is_newer_than_what_it_read(world: World) -> None:
    """A slow hook saves how far it read some time later: the agent may have worked since."""
    agent, other = Lossy(world, "claude-code"), Lossy(world, "claude-code")
    agent.turn("zero")
    written = Path(agent.client.transcript).stat().st_mtime_ns
    [cursor] = Path(world.git("rev-parse", "--absolute-git-dir")).glob(
        f"entire-sessions/{agent.client.session_id}.cursor"
    )
    assert cursor.stat().st_mtime_ns == written
    other.turn("other")
    world.git("add", "-A")
    assert world.root(world.commit())["files_touched"] == ["other", "zero"]
    assert cursor.stat().st_mtime_ns == written
    world.check_sound()
