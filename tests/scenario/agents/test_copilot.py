"""Copilot CLI through the real hooks: it writes its transcript after them, and calls them in any order."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.agents.players import Copilot, enabled
from tests.scenario.world import World

SUB = "aaaaaaaa-2222-3333-4444-555555555555"


@pytest.fixture
def world(tmp_path: Path) -> World:
    return enabled(tmp_path, "copilot-cli")


def commit(world: World) -> str:
    world.git("add", "-A")
    return world.commit()


def check(world: World, checkpoint: str, prompt: str, files: list[str], calls: int) -> None:
    session = world.session(checkpoint)
    assert world.stored(checkpoint, "prompt.txt") == prompt
    assert (session["agent"], session["model"]) == ("Copilot CLI", "model-1")
    assert session["files_touched"] == files
    assert session["token_usage"]["input_tokens"] == 100 * calls
    assert session["token_usage"]["output_tokens"] == 50 * calls
    assert session["token_usage"]["cache_read_tokens"] == 30 * calls
    assert session["token_usage"]["api_call_count"] == calls
    world.check_sound()


@pytest.mark.parametrize("prompt_first", [True, False])
def test_the_start_and_the_prompt_come_in_either_order(world: World, prompt_first: bool) -> None:
    agent = Copilot(world)
    if prompt_first:
        agent.ask("Write one")
    agent.hook("session-start", source="new", initialPrompt="Write one")
    if not prompt_first:
        agent.ask("Write one")
    state = world.state(agent.session_id)
    assert state is not None
    assert state["phase"] == "active"
    agent.create("one.py", "1\n")
    agent.say("Done.")
    agent.flush()
    agent.stop()
    agent.hook("session-end", reason="complete")
    check(world, commit(world), "Write one", ["one.py"], 1)


def test_a_transcript_that_comes_while_the_hook_waits(world: World) -> None:
    agent = Copilot(world)
    agent.ask("Write one")
    agent.create("one.py", "1\n")
    agent.say("One is written.")
    agent.stop_record()
    later = threading.Timer(0.06, agent.flush)
    later.start()
    agent.stop()
    later.join()
    (shadow,) = world.shadows()
    metadata = f".entire/metadata/{agent.session_id}"
    assert world.show(f"{metadata}/prompt.txt", shadow) == "Write one"
    assert world.show(f"{metadata}/full.jsonl", shadow) == agent.file.read_text()
    check(world, commit(world), "Write one", ["one.py"], 1)


@pytest.mark.parametrize("then", ["commit", "prompt", "end"])
def test_a_transcript_that_comes_after_the_hook(world: World, then: str) -> None:
    """The next event has it, whichever that is."""
    agent = Copilot(world)
    agent.ask("Write one")
    agent.create("one.py", "1\n")
    agent.say("One is written.")
    agent.stop()
    agent.flush()
    if then == "prompt":
        agent.ask("Thanks")
        agent.say("Welcome.")
        agent.flush()
        agent.stop()
    elif then == "end":
        agent.hook("session-end", reason="complete")
    checkpoint = commit(world)
    prompts = "Write one" + ("\n\n---\n\nThanks" if then == "prompt" else "")
    check(world, checkpoint, prompts, ["one.py"], 1)
    assert "One is written." in world.transcript(checkpoint)


def test_a_commit_inside_a_turn_of_which_nothing_is_written_yet(world: World) -> None:
    agent = Copilot(world)
    agent.ask("Write one and commit")
    agent.create("one.py", "1\n")
    checkpoint = commit(world)
    assert checkpoint
    agent.use("bash", command="git commit")
    agent.say("Committed.")
    agent.flush()
    agent.stop()
    check(world, checkpoint, "Write one and commit", ["one.py"], 2)
    assert "Committed." in world.transcript(checkpoint)


@pytest.mark.parametrize("begun", [False, True])
def test_a_commit_inside_a_later_turn_of_which_no_prompt_is_written_yet(world: World, begun: bool) -> None:
    """The turn before is not what led to it. ``begun``: something of the turn is written, not its prompt."""
    agent = Copilot(world)
    agent.ask("Write one")
    agent.create("one.py", "1\n")
    agent.flush()
    agent.stop()
    commit(world)
    agent.hook("user-prompt-submitted", prompt="Write two and commit")
    if begun:
        agent.record("session.resume")
        agent.flush()
    agent.record("user.message", content="Write two and commit")
    agent.create("two.py", "2\n")
    checkpoint = commit(world)
    assert world.stored(checkpoint, "prompt.txt") == "Write two and commit"
    agent.say("Committed.")
    agent.flush()
    agent.stop()
    check(world, checkpoint, "Write two and commit", ["two.py"], 1)


def test_a_subagents_stop_is_not_the_end_of_the_turn(world: World) -> None:
    agent = Copilot(world)
    agent.ask("Delegate it")
    about = {"agentId": SUB, "agentType": "general-purpose"}
    agent.hook("subagent-start", transcriptPath=str(agent.file), agentName="general-purpose", **about)
    child = about | {"sessionId": SUB, "parentAgentId": agent.session_id}
    agent.hook("user-prompt-submitted", prompt="SUBTASK", **child)
    agent.record("user.message", SUB, content="SUBTASK", source=f"agent-{agent.session_id}")
    agent.create("sub.py", "1\n", SUB)
    agent.flush()
    agent.hook("agent-stop", transcriptPath=str(agent.file), **child)
    state = world.state(agent.session_id)
    assert state is not None
    assert state["phase"] == "active"
    assert world.state(SUB) is None
    agent.hook("subagent-stop", transcriptPath=str(agent.file), agentName="general-purpose", **about)
    (shadow,) = world.shadows()
    assert len(world.steps(shadow)) == 1  # the subagent's
    agent.create("main.py", "1\n")
    agent.say("Done.")
    agent.flush()
    agent.stop()
    check(world, commit(world), "Delegate it", ["main.py", "sub.py"], 2)


def test_an_interrupted_turn_is_closed_by_the_next_prompt(world: World) -> None:
    agent = Copilot(world)
    agent.ask("Write one")
    agent.create("one.py", "1\n")
    agent.record("abort", reason="user_abort")
    agent.flush()
    agent.ask("Write two")
    agent.create("two.py", "2\n")
    agent.flush()
    agent.stop()
    (shadow,) = world.shadows()
    assert world.steps(shadow) == ["Write two", "Write one"]  # the newest first
    check(world, commit(world), "Write one\n\n---\n\nWrite two", ["one.py", "two.py"], 2)


def test_what_people_are_shown(world: World) -> None:
    agent = Copilot(world)
    agent.ask("Write one")
    agent.create("one.py", "1\n")
    agent.say("One is written.")
    agent.flush()
    agent.stop()
    checkpoint = commit(world)
    shown = world.entire("explain", "--full", checkpoint)
    assert [text in shown for text in ("Write one", "One is written.")] == [True] * 2
    blamed = world.entire("blame", "one.py")
    assert f"Copilot CLI {agent.session_id[:8]}/" in blamed
    assert f"copilot --resume {agent.session_id}" in world.entire("session", "show", agent.session_id)


def test_what_is_registered_twice_is_counted_once(world: World) -> None:
    """Hooks in the repository and in the user's own folder: each event comes twice."""

    class Twice(Copilot):
        def call(self, verb: str, payload: dict[str, Any]) -> None:
            super().call(verb, payload)
            super().call(verb, payload)

    agent = Twice(world)
    agent.hook("session-start", source="new")
    agent.ask("Write one")
    agent.create("one.py", "1\n")
    agent.say("Done.")
    agent.stop_record()
    agent.flush()
    agent.stop()
    (shadow,) = world.shadows()
    assert world.steps(shadow) == ["Write one"]
    agent.ask("Write two")
    agent.create("two.py", "2\n")
    agent.flush()
    agent.stop()
    agent.hook("session-end", reason="complete")
    assert world.steps(shadow) == ["Write two", "Write one"]
    checkpoint = commit(world)
    check(world, checkpoint, "Write one\n\n---\n\nWrite two", ["one.py", "two.py"], 2)
    assert world.session(checkpoint)["checkpoints_count"] == 2


def test_a_rewind_leaves_the_clients_own_files_alone(world: World) -> None:
    agent = Copilot(world)
    agent.ask("Write one")
    agent.create("one.py", "1\n")
    agent.flush()
    agent.stop()
    world.repo.write(".github/hooks/mine.json", "{}")
    agent.ask("Write workflows")
    agent.create(".github/workflows/ci.yml", "on: [push]\n")
    agent.create(".github/hooks/mine.json", '{"version": 1}')
    agent.flush()
    agent.stop()
    point = next(p["id"] for p in json.loads(world.entire("rewind", "--list")) if p["message"] == "Write one")
    world.entire("rewind", "--to", point, "--force")
    assert world.file(".github/hooks/mine.json").read_text() == '{"version": 1}'
    assert not world.file(".github/workflows/ci.yml").exists()


def test_a_file_that_is_written_and_changed_again(world: World) -> None:
    """What a call changed is the agent's, also where it does not say what came of it."""
    agent = Copilot(world)
    agent.ask("Write one")
    agent.create("one.py", "one\ntwo\n")
    agent.use("edit", path=str(world.repo.write("one.py", "ONE\ntwo\n")), old_str="one", new_str="ONE")
    agent.flush()
    agent.stop()
    commit(world)
    owners = [row.split("\t")[1] for row in world.entire("blame", "one.py").splitlines()]
    assert owners == [f"Copilot CLI {agent.session_id[:8]}/1"] * 2


def test_lines_that_a_person_adds_to_a_new_file_in_the_turn(world: World) -> None:
    agent = Copilot(world)
    agent.ask("Write one")
    agent.create("one.py", "one\n")
    world.repo.write("one.py", "one\nmine\n")
    agent.flush()
    agent.stop()
    commit(world)
    owners = [row.split("\t")[1] for row in world.entire("blame", "one.py").splitlines()]
    assert owners == [f"Copilot CLI {agent.session_id[:8]}/1", "Test Person"]
