"""An agent whose transcript is one JSON document, through the real hooks. Written from the guide alone."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from tests.scenario.rewind.rewinding import points, step
from tests.scenario.world import World, make_repo
from tests.toys.install import install_toys
from tests.toys.toy_stand_in import ExportingToy, Toy

from entire.agent.hook_config import commands

SECRET = "ghp_Zx8vQ2mT7rLw4KpN9sBc3HdF6jGy1aEu5oXi"


@pytest.fixture
def toys(tmp_path: Path) -> World:
    """A repository in which Toy is enabled, and nothing else."""
    world = World(make_repo(tmp_path / "repo"))
    install_toys(world, tmp_path / "bin")
    world.entire("enable", "--agent", "toy")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "use entire")
    return world


def test_a_turn_a_commit_and_what_is_known_of_it(toys: World) -> None:
    head = toys.git("rev-parse", "HEAD")
    agent = Toy(toys)
    agent.hook("start")
    agent.turn("Please write the größe?", {"src/größe.py": "one = 1\ntwo = 2\n"}, "Written.")

    (shadow,) = toys.shadows()
    assert shadow.startswith(f"entire/{head[:7]}-")
    assert toys.steps(shadow) == ["Write the größe"]
    metadata = f".entire/metadata/{agent.session_id}"
    assert toys.show(f"{metadata}/prompt.txt", shadow) == "Please write the größe?"
    assert toys.show(f"{metadata}/full.jsonl", shadow) == agent.file.read_text()
    toys.repo.write("mine.txt", "mine\n")
    toys.git("add", "-A")
    checkpoint = toys.commit()

    assert toys.transcript(checkpoint) == agent.file.read_text()
    digest = hashlib.sha256(agent.file.read_bytes()).hexdigest()
    assert toys.stored(checkpoint, "content_hash.txt") == f"sha256:{digest}"
    assert toys.stored(checkpoint, "prompt.txt") == "Please write the größe?"
    session = toys.session(checkpoint)
    assert (session["agent"], session["model"]) == ("Toy", "toy-1")
    assert session["files_touched"] == ["src/größe.py"]
    assert session["token_usage"]["input_tokens"] == 2 * 11
    assert session["token_usage"]["output_tokens"] == 2 * 7
    assert session["token_usage"]["api_call_count"] == 2
    assert session["initial_attribution"]["agent_lines"] == 2
    assert session["initial_attribution"]["human_added"] == 1
    assert toys.shadows() == []
    toys.check_sound()


def test_what_people_are_shown(toys: World) -> None:
    agent = Toy(toys)
    agent.turn("Write one", {"one.py": "1\n"}, "One is written.")
    agent.turn("Write two", {"two.py": "2\n"}, "Two is written.")
    shown = toys.entire("explain", step(toys, "Write two")[:7])
    assert "Two is written." in shown
    assert "One is written." not in shown
    toys.git("add", "-A")
    checkpoint = toys.commit()

    shown = toys.entire("explain", checkpoint)
    assert "Write one" in shown
    assert json.loads(toys.entire("explain", "--json", checkpoint))["sessions"][0]["agent"] == "Toy"
    full = toys.entire("explain", "--full", checkpoint)
    assert [text in full for text in ("One is written.", "Two is written.", "write")] == [True] * 3
    assert toys.run("entire", "explain", "--raw-transcript", checkpoint).stdout == agent.file.read_text()
    for name, prompt in (("one.py", "Write one"), ("two.py", "Write two")):
        why = json.loads(toys.entire("why", "--json", f"{name}:1"))
        assert (why["agent"], why["prompts"]) == ("Toy", [prompt])
    blamed = json.loads(toys.entire("blame", "--json", "two.py"))
    assert [turn["prompt"] for turn in blamed["turns"]] == ["Write two"]
    assert f"toy --continue {agent.session_id}" in toys.entire("session", "show", agent.session_id)


def test_the_next_checkpoint_holds_only_what_is_new(toys: World) -> None:
    agent = Toy(toys)
    agent.turn("Write one", {"one.py": "1\n"})
    toys.git("add", "-A")
    first = toys.commit()
    before = len(agent.messages)
    agent.turn("Write two", {"two.py": "2\n"})
    toys.git("add", "-A")
    second = toys.commit()

    assert toys.stored(second, "prompt.txt") == "Write two"
    assert toys.session(second)["files_touched"] == ["two.py"]
    assert toys.session(second)["token_usage"] == toys.session(first)["token_usage"]
    assert toys.session(second)["checkpoint_transcript_start"] == before
    assert toys.session(second)["transcript_identifier_at_start"] == f"m{before}"
    assert toys.transcript(second) == agent.file.read_text()
    assert not [row for row in toys.log() if row["msg"] == "reading the transcript from the start"]
    toys.check_sound()


def in_front(world: World, checkpoint: str) -> str:
    """The id of the message in front of a checkpoint's part of the transcript."""
    start = world.session(checkpoint).get("checkpoint_transcript_start", 0)
    return f"m{start}" if start else ""


def test_the_message_in_front_of_what_was_carried_forward(toys: World) -> None:
    agent = Toy(toys)
    agent.turn("Think first", {})
    agent.turn("Write one", {"one.py": "1\n"})
    agent.turn("Write two", {"two.py": "2\n"})
    toys.git("add", "one.py")
    first = toys.commit()
    assert toys.session(first).get("transcript_identifier_at_start", "") == in_front(toys, first) == ""
    agent.turn("Write three", {"three.py": "3\n"})
    toys.git("add", "-A")
    second = toys.commit()
    assert toys.stored(second, "prompt.txt").split("\n\n---\n\n") == ["Write two", "Write three"]
    assert toys.session(second)["transcript_identifier_at_start"] == in_front(toys, second)
    assert toys.session(second)["checkpoint_transcript_start"] < len(agent.messages)


def test_a_message_that_changes_in_place_is_read_again_and_counted_once(toys: World) -> None:
    agent = Toy(toys)
    agent.turn("Write one", {"one.py": "1\n"})
    toys.git("add", "-A")
    first = toys.commit()
    agent.prompt("Write two")
    agent.save([agent.messages[0] | {"rating": "good"}, *agent.messages[1:]])
    agent.write("two.py", "2\n")
    agent.hook("done")
    toys.git("add", "-A")
    second = toys.commit()

    assert [row["msg"] for row in toys.log()].count("reading the transcript from the start") == 1
    assert toys.stored(second, "prompt.txt") == "Write two"
    assert toys.session(second)["files_touched"] == ["two.py"]
    assert toys.session(first)["token_usage"]["api_call_count"] == 2
    assert toys.session(second)["token_usage"]["api_call_count"] == 1
    assert json.loads(toys.transcript(second))["messages"][0]["rating"] == "good"
    toys.check_sound()


def test_secrets_are_put_out_and_the_rest_stays_as_it_is(toys: World) -> None:
    agent = Toy(toys)
    agent.turn(f"Use {SECRET}", {"one.py": "1\n"})
    agent.turn(f"Use {SECRET} once more", {"one.py": "11\n"})
    (shadow,) = toys.shadows()
    stored = toys.show(f".entire/metadata/{agent.session_id}/full.jsonl", shadow)
    assert stored == agent.file.read_text().replace(SECRET, "REDACTED")
    toys.git("add", "-A")
    checkpoint = toys.commit()
    assert toys.transcript(checkpoint) == stored
    assert toys.stored(checkpoint, "prompt.txt") == "Use REDACTED\n\n---\n\nUse REDACTED once more"


def test_a_command_can_have_written_anything(toys: World) -> None:
    agent = Toy(toys)
    agent.prompt("Tidy up")
    toys.repo.write("README.md", "# Tidy\n")
    agent.call({"tool": "shell", "command": "sed -i ..."})
    agent.hook("done")
    state = toys.state(agent.session_id)
    assert state is not None
    assert state["files_touched"] == ["README.md"]

    agent.prompt("Think")
    toys.repo.write("mine.txt", "meanwhile a person wrote this\n")
    agent.call({"tool": "think"})
    agent.hook("done")
    state = toys.state(agent.session_id)
    assert state is not None
    assert state["files_touched"] == ["README.md"]


def test_a_rewind_cuts_the_document(toys: World) -> None:
    agent = Toy(toys)
    agent.turn(f"First, with {SECRET}", {"a.py": "a = 1\n"}, "One.")
    kept = agent.messages
    agent.turn("Second", {"a.py": "a = 2\n", "b.py": "b\n"}, "Two.")
    whole = agent.file.read_bytes()

    done = toys.entire("rewind", "--to", points(toys)[-1]["id"])
    assert f"Resume: toy --continue {agent.session_id}\n" in done
    assert toys.file("a.py").read_text() == "a = 1\n"
    assert not toys.file("b.py").exists()
    assert agent.messages == kept
    assert agent.document["chat"] == agent.session_id
    (backup,) = agent.file.parent.glob("*.bak")
    assert backup.read_bytes() == whole
    state = toys.state(agent.session_id)
    assert state is not None
    assert (state["checkpoint_count"], state["files_touched"]) == (1, ["a.py"])
    assert state["token_usage"]["api_call_count"] == 2

    toys.entire("rewind", "--undo")
    assert agent.file.read_bytes() == whole
    assert toys.file("b.py").exists()
    toys.entire("rewind", "--to", points(toys)[-1]["id"])
    agent.turn("Another", {"c.py": "c\n"}, "Three.")
    toys.git("add", "-A")
    checkpoint = toys.commit()
    assert toys.stored(checkpoint, "prompt.txt") == "First, with REDACTED\n\n---\n\nAnother"
    assert toys.session(checkpoint)["token_usage"]["api_call_count"] == 4
    toys.check_sound()


def test_a_conversation_is_restored_and_goes_on(toys: World) -> None:
    agent = Toy(toys)
    agent.turn("Write one", {"one.py": "1\n"})
    toys.git("add", "-A")
    first = toys.commit()
    document = agent.file.read_bytes()
    agent.file.unlink()

    said = toys.entire("resume", "main", "--force")
    assert f'Session: {agent.session_id} [Toy] restored "Write one"' in said
    assert said.endswith(f"To continue, run:\n  toy --continue {agent.session_id}\n")
    assert agent.file.read_bytes() == document
    assert "unchanged" in toys.entire("resume", "main")

    agent.turn("Write two", {"two.py": "2\n"})
    toys.git("add", "-A")
    second = toys.commit()
    assert toys.stored(second, "prompt.txt") == "Write two"
    assert toys.session(second)["token_usage"] == toys.session(first)["token_usage"]

    agent.save(agent.messages[: len(json.loads(document)["messages"])])
    assert "updated" in toys.entire("resume", "main")
    assert len(agent.messages) == len(json.loads(toys.transcript(second))["messages"])
    toys.check_sound()


def test_a_session_that_is_new_here_counts_from_what_is_stored(toys: World) -> None:
    agent = Toy(toys)
    agent.turn("Write one", {"one.py": "1\n"})
    toys.git("add", "-A")
    toys.commit()
    before = len(agent.messages)
    for path in (toys.repo.path / ".git" / "entire-sessions").rglob("*chat-1*"):
        path.unlink()
    agent.turn("Write two", {"two.py": "2\n"})
    toys.git("add", "-A")
    second = toys.commit()
    assert toys.stored(second, "prompt.txt") == "Write two"
    assert toys.session(second)["checkpoint_transcript_start"] == before
    assert toys.session(second)["token_usage"]["api_call_count"] == 2


def test_its_hooks_come_and_go(toys: World) -> None:
    config = toys.file(".toy/hooks.json")
    hooks = json.loads(config.read_text())["hooks"]
    assert [entry["command"] for entries in hooks.values() for entry in entries] == [
        commands.hook("toy", verb) for verb in ("start", "prompt", "done", "exit")
    ]
    assert json.loads(toys.entire("status", "--json"))["agents"] == ["Toy"]
    toys.entire("disable", "--uninstall", "--force")
    assert not config.exists()


def test_an_agent_that_exports_its_transcripts(toys: World) -> None:
    agent = ExportingToy(toys)
    agent.turn("First", {"a.py": "a = 1\n"}, "One.")
    kept = agent.messages
    agent.turn("Second", {"a.py": "a = 2\n"}, "Two.")
    whole = agent.file.read_bytes()
    assert agent.transcript.read_bytes() == whole

    toys.entire("rewind", "--to", step(toys, "First"))
    assert agent.messages == kept
    toys.entire("rewind", "--undo")
    assert agent.file.read_bytes() == whole
    toys.git("add", "-A")
    checkpoint = toys.commit()
    assert toys.transcript(checkpoint).encode() == whole
    assert toys.session(checkpoint)["agent"] == "Exporting Toy"

    agent.save(kept)
    assert "updated" in toys.entire("resume", "main")
    assert agent.file.read_bytes() == whole
    toys.check_sound()
