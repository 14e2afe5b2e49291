"""`entire resume --with AGENT`, without the other agent's client."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.world import World

SECRET = "ghp_Zx8vQ2mT7rLw4KpN9sBc3HdF6jGy1aEu5oXi"


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World.new(tmp_path / "repo")
    agent = world.agent()
    agent.turn(f"Write one, the key is {SECRET}", {"one.py": "1\n"}, "One is written.")
    world.git("add", "-A")
    world.commit()
    return world


def resumed(world: World, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(world.entire("resume", "main", "--json", "--force", *words))
    return found


def test_a_session_of_the_other_agent(world: World) -> None:
    found = resumed(world, "--with", "codex")
    [session] = found["sessions"]
    assert (session["agent"], session["status"]) == ("Codex", "handed_over")
    assert session["command"] == f"codex resume {session['session_id']}"
    text = Path(session["transcript"]).read_text()
    assert SECRET not in text
    assert [word for word in ("Write one", "One is written.", "[called Write:") if word not in text] == []
    state = world.state(session["session_id"])
    assert state is not None
    assert (state["agent_type"], state["phase"]) == ("Codex", "idle")
    assert state["checkpoint_transcript_start"] == len(text.splitlines())
    [note] = [note for note in found["notes"] if "Handed over" in note]
    assert "without the arguments of 1 tool call (shown as text), what tools returned" in note


def test_a_long_message_is_said_to_be_cut(world: World) -> None:
    world.agent().turn("Explain it", {"two.py": "2\n"}, "So it is. " * 3000)
    world.git("add", "-A")
    world.commit()
    [note] = [note for note in resumed(world, "--with", "codex")["notes"] if "Handed over" in note]
    assert note.endswith("reasoning and images, the middle of 1 long message.")


def test_a_client_that_does_not_take_it(world: World) -> None:
    """OpenCode imports a conversation itself. Nothing is left behind if it does not."""
    done = world.run("entire", "resume", "main", "--force", "--with", "opencode", check=False)
    assert "OpenCode cannot import session" in done.stderr
    assert "hint: hand it over with --document" in done.stderr
    left = Path(world.env["HOME"]) / ".local/share/opencode"
    assert [path for path in left.rglob("*") if path.is_file()] == []
    assert len(list(world.file(".git/entire-sessions").glob("*.json"))) == 1


def test_twice_gives_two_sessions(world: World) -> None:
    one, two = (resumed(world, "--with", "qwen")["sessions"][0] for _ in range(2))
    assert one["session_id"] != two["session_id"]
    assert os.path.exists(one["transcript"])


@pytest.mark.parametrize("words", [("--with", "cursor"), ("--with", "codex", "--document")])
def test_a_document(world: World, words: tuple[str, ...]) -> None:
    found = resumed(world, *words)
    [session] = found["sessions"]
    assert session["status"] == "document"
    path = Path(session["transcript"])
    assert path.parent == world.file(".entire/tmp")
    text = path.read_text()
    assert SECRET not in text
    assert [word for word in ("> Write one", "> One is written.", "- one.py") if word not in text] == []
    assert f'"$(cat .entire/tmp/{path.name})"' in session["command"]
    assert world.git("status", "--porcelain") == ""


def test_the_client_is_started(world: World, tmp_path: Path) -> None:
    folder = tmp_path / "clients"
    folder.mkdir()
    for name in ("codex", "cursor-agent"):
        (folder / name).write_text(f'#!/bin/sh\nprintf "%s|" "$@" > {tmp_path}/{name}.txt\n')
        (folder / name).chmod(0o755)
    world.env["PATH"] = os.pathsep.join([str(folder), world.env["PATH"]])
    world.entire("resume", "main", "--force", "--with", "codex", "--run")
    assert (tmp_path / "codex.txt").read_text().startswith("resume|")
    world.entire("resume", "main", "--force", "--with", "cursor", "--run")
    assert "# Hand-over of a coding session" in (tmp_path / "cursor-agent.txt").read_text()


def test_the_same_agent_resumes_as_usual(world: World) -> None:
    [session] = resumed(world, "--with", "claude")["sessions"]
    assert session["status"] == "unchanged"


def test_wrong_options(world: World) -> None:
    done = world.run("entire", "resume", "main", "--document", check=False)
    assert (done.returncode, "--document needs --with" in done.stderr) == (2, True)
    done = world.run("entire", "resume", "main", "--with", "nobody", check=False)
    assert "unknown agent" in done.stderr
