"""What must hold with every agent, however often its hooks are called, and whenever it writes."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.agents.players import enabled
from tests.scenario.world import World, make_repo
from tests.support import without_models
from tools.clients import registry
from tools.clients.client import Client, take_turn

from entire.agent import registry as agents

Play = Callable[[World, str], Client]
SESSION = "01a1de28-63c1-7fa1-9a92-8b2a0a14877d"
_LONG = 60.0  # seconds, for a busy machine
TWO = {"two.py": "2\n", "src/three.py": "3\n"}


def hook(world: World, words: list[str], given: str) -> str:
    done = subprocess.run(
        words, cwd=world.repo.path, env=world.env, input=given.encode(), capture_output=True, check=True
    )
    return done.stdout.decode()


def client(world: World, name: str, run: Callable[[list[str], str], str] | None = None) -> Client:
    world.env["HOME"] = str(world.repo.path.parent / "home")  # its own: some transcripts do not name a folder
    Path(world.env["HOME"]).mkdir(exist_ok=True)
    return registry.session(name, str(world.repo.path), world.env, SESSION, run)


def source(world: World, session: Client, name: str) -> Path:
    """What the client writes: a transcript, or a database."""
    home = Path(world.env["HOME"])
    return home / ".local/share/opencode/opencode.db" if name == "opencode" else Path(session.transcript)


def works(session: Client, prompt: str, files: dict[str, str]) -> None:
    session.asked(prompt)
    for path, content in files.items():
        session.write(path, content)
    session.say(f"{prompt}: done.")


def as_usual(world: World, name: str) -> Client:
    session = client(world, name)
    session.start()
    session.submit("Write two")
    works(session, "Write two", TWO)
    session.stop()
    return session


def twice(world: World, name: str) -> Client:
    """The hooks are in the user's and in the project's configuration."""

    def run(words: list[str], given: str) -> str:
        hook(world, words, given)
        return hook(world, words, given)

    return _played(world, name, run)


def at_once(world: World, name: str) -> Client:
    """The same, and the client does not wait for one before it calls the other."""

    def run(words: list[str], given: str) -> str:
        other = threading.Thread(target=hook, args=(world, words, given))
        other.start()
        try:
            return hook(world, words, given)
        finally:
            other.join()

    return _played(world, name, run)


def _played(world: World, name: str, run: Callable[[list[str], str], str]) -> Client:
    session = client(world, name, run)
    session.start()
    session.submit("Write two")
    works(session, "Write two", TWO)
    session.stop()
    return session


def late(world: World, name: str) -> Client:
    """The turn is written down after its hooks have run."""
    session = client(world, name)
    session.start()
    session.submit("Write two")
    for path, content in TWO.items():
        world.repo.write(path, content)
    session.stop()
    works(session, "Write two", TWO)
    return session


def away(world: World, name: str) -> Client:
    """The transcript is not there when the turn ends, as on a disk that is slow to come back."""
    session = client(world, name)
    session.start()
    session.submit("Write two")
    works(session, "Write two", TWO)
    path = source(world, session, name)
    hidden = path.rename(path.with_name("away"))
    session.stop()
    hidden.rename(path)
    return session


def half(world: World, name: str) -> Client:
    """The last record is half written when the turn ends."""
    session = client(world, name)
    session.start()
    session.submit("Write two")
    works(session, "Write two", TWO)
    path = source(world, session, name)
    whole = path.read_bytes()
    start = whole.rstrip(b"\n").rfind(b"\n") + 1
    path.write_bytes(whole[: (start + len(whole)) // 2])
    session.stop()
    path.write_bytes(whole)
    return session


def no_stop(world: World, name: str) -> Client:
    """The turn was interrupted: no hook reports its end."""
    session = client(world, name)
    session.start()
    session.submit("Write two")
    works(session, "Write two", TWO)
    return session


def recorded(world: World, session: Client) -> dict[str, Any]:
    """What is stored of that turn, one more and a commit."""
    take_turn(session, "Write one", {"one.py": "1\n"}, "Write one: done.")
    world.git("add", "-A")
    checkpoint = world.commit()
    found, said = world.session(checkpoint), world.transcript(checkpoint)
    tokens = found.get("token_usage")
    return {
        "prompts": world.stored(checkpoint, "prompt.txt"),
        "files": found["files_touched"],
        "tokens": without_models(tokens) if tokens else None,
        "answers": [said.count(f"{prompt}: done.") for prompt in ("Write two", "Write one")],
        "errors": world.errors(),
    }


DISTURBED: list[Play] = [twice, at_once, late, away, half, no_stop]


@pytest.mark.parametrize("name", registry.names())
def test_a_session_is_recorded_once_and_whole(tmp_path: Path, name: str) -> None:
    worlds = {play.__name__: enabled(tmp_path / play.__name__, name) for play in (as_usual, *DISTURBED)}
    usual = worlds.pop("as_usual")
    expected = recorded(usual, as_usual(usual, name))
    assert expected["prompts"] == "Write two\n\n---\n\nWrite one"
    assert expected["files"] == ["one.py", "src/three.py", "two.py"]
    assert min(expected["answers"]) > 0
    if name == "opencode":
        worlds.pop("half")  # a database has no half records
    played = {play.__name__: play for play in DISTURBED}
    found = {kind: recorded(world, played[kind](world, name)) for kind, world in worlds.items()}
    assert {kind: one for kind, one in found.items() if one != expected} == {}


@pytest.mark.parametrize("name", registry.names())
def test_a_conversation_that_no_hook_reported_is_attached(tmp_path: Path, name: str) -> None:
    world = enabled(tmp_path, name)
    silent = client(world, name, lambda words, given: "")
    silent.start()
    silent.submit("Write two")
    works(silent, "Write two", TWO)
    shown = world.entire("session", "attach", name, SESSION)
    assert f'Attached {SESSION} ({agents.AGENTS[name][1]}): "Write two"' in shown
    assert "Your next commit with 2 files is linked" in shown
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.stored(checkpoint, "prompt.txt") == "Write two"
    assert world.session(checkpoint)["files_touched"] == sorted(TWO)


@pytest.mark.parametrize("name", registry.names_with_external())
def test_a_checkpoint_that_the_background_writes(tmp_path: Path, name: str) -> None:
    """That process is not in the work tree, but knows its agents."""
    folders = {background: tmp_path / str(background) for background in (False, True)}
    found = {background: stored(folder, name, background) for background, folder in folders.items()}
    assert found[True] == found[False]
    assert found[True]["prompt"] == "Write two"


def stored(folder: Path, name: str, background: bool) -> dict[str, Any]:
    """What the checkpoint of one turn has."""
    world = World(make_repo(folder / "repo"))
    session = client(world, name)
    world.env["PATH"] = f"{world.env['HOME']}/bin:{world.env['PATH']}"
    registry.admit(name, world.repo.path, world.env)
    world.entire("enable", "--agent", name)
    session.start()
    take_turn(session, "Write two", TWO)
    if background:
        for variable in ("ENTIRE_SYNC", "CI"):
            world.env.pop(variable, None)
    world.git("add", *TWO)
    checkpoint = world.commit()
    until = time.monotonic() + _LONG
    while background and world.file(f".git/entire-sessions/promised/{checkpoint}").exists():
        assert time.monotonic() < until
        time.sleep(0.05)
    part = world.session(checkpoint)
    return {
        "prompt": world.stored(checkpoint, "prompt.txt"),
        "files": part["files_touched"],
        "model": part.get("model"),
        "usage": part.get("token_usage"),
        "errors": world.errors(),
    }
