"""Whichever agent it is: `entire run` starts its client with the prompt, `resume --run` with the session."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo
from tools.clients import registry as clients
from tools.clients.client import Client, take_turn

from entire.agent import registry

PROMPT = "Fix the bug"
SESSION = "01a1de28-63c1-7fa1-9a92-8b2a0a14877d"
STARTED = {
    "claude-code": ["claude", PROMPT],
    "codex": ["codex", PROMPT],
    "gemini": ["gemini", f"--prompt-interactive={PROMPT}"],
    "qwen": ["qwen", f"--prompt-interactive={PROMPT}"],
    "copilot-cli": ["copilot", f"--interactive={PROMPT}"],
    "factoryai-droid": ["droid", PROMPT],
    "cursor": ["cursor-agent", PROMPT],
    "opencode": ["opencode", f"--prompt={PROMPT}"],
    "pi": ["pi", PROMPT],
}
RESUMED = {
    "claude-code": "claude -r",
    "codex": "codex resume",
    "gemini": "gemini --resume",
    "qwen": "qwen --resume",
    "copilot-cli": "copilot --resume",
    "factoryai-droid": "droid --resume",
    "cursor": "cursor-agent --resume",
    "opencode": "opencode --session",
    "pi": "pi --session",
}
DASH = {
    "claude-code": ["--", "-v is wrong"],
    "codex": ["--", "-v is wrong"],
    "gemini": ["--prompt-interactive=-v is wrong"],
    "qwen": ["--prompt-interactive=-v is wrong"],
    "copilot-cli": ["--interactive=-v is wrong"],
    "factoryai-droid": ["--", "-v is wrong"],
    "cursor": ["--", "-v is wrong"],
    "opencode": ["--prompt=-v is wrong"],
    "pi": ["--", "-v is wrong"],
}
NAMES = list(STARTED)
SHORT = {full: short for short, full in registry.SHORT.items()}
CLIENT = '#!/bin/sh\nprintf "%s\\n" "$PWD" "${0##*/}" "$@"\nexit 7\n'


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A machine where each agent's client says how it was started."""
    world = World(make_repo(tmp_path / "repo"))
    home = tmp_path / "home"
    for command, *_ in STARTED.values():
        program = home / "bin" / command
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(CLIENT)
        program.chmod(0o755)
    world.env |= {"PATH": os.pathsep.join([str(home / "bin"), world.env["PATH"]]), "HOME": str(home)}
    return world


def started(world: World, *words: str) -> list[str]:
    """The client, and what it was given: in our place, at the root of the work tree."""
    done = world.run("entire", *words, check=False)
    assert done.returncode == 7, done.stderr
    where, *command = done.stdout[done.stdout.index(f"{world.repo.path}\n") :].splitlines()
    assert where == str(world.repo.path)
    return command


def session(world: World, name: str, id: str = SESSION) -> Client:
    return clients.session(name, str(world.repo.path), world.env, id)


def test_no_agent_is_left_out() -> None:
    assert list(STARTED) == list(RESUMED) == list(DASH) == registry.names()


@pytest.mark.parametrize("name", NAMES)
def test_the_only_agent_is_started(world: World, name: str) -> None:
    world.entire("enable", "--agent", name)
    typed = SHORT.get(name, name)
    for words in (
        ("run", PROMPT),
        (PROMPT,),
        ("run", PROMPT, "--agent", name),
        ("run", "--agent", typed, PROMPT),
        (PROMPT, "--agent", typed),
    ):
        assert started(world, *words) == STARTED[name], words
    assert started(world, "run", "--", "-v is wrong")[1:] == DASH[name]


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_that_is_not_enabled_is_not_started(world: World, name: str) -> None:
    other = "codex" if name == "claude-code" else "claude-code"
    world.entire("enable", "--agent", other)
    done = world.run("entire", "run", PROMPT, "--agent", name, check=False)
    assert (done.stdout, done.returncode) == ("", 1)
    assert f"{registry.AGENTS[name][1]} is not enabled here, so nothing would be recorded" in done.stderr
    assert f"entire enable --agent {name}" in done.stderr
    assert started(world, "run", PROMPT) == STARTED[other]


def test_of_several_agents_the_one_that_was_used_last(world: World) -> None:
    names = ["claude-code", "codex", "gemini"]
    world.entire("enable", *(word for name in names for word in ("--agent", name)))
    assert started(world, PROMPT) == STARTED["claude-code"], "none was used: the first one"
    for number, name in enumerate(["codex", "gemini", "codex", "claude-code"]):
        take_turn(session(world, name, f"{number}{SESSION[1:]}"), "Write one", {f"{number}.py": "1\n"})
        assert started(world, PROMPT) == STARTED[name]
        assert started(world, PROMPT, "--agent", "gemini") == STARTED["gemini"], "unless one is named"
    world.entire("agent", "remove", "claude-code")
    assert started(world, PROMPT) == STARTED["codex"], "of those that would be recorded"


def test_without_an_agent(world: World) -> None:
    world.entire("enable", "--agent", "codex")
    world.entire("agent", "remove", "codex")
    for words in (("run", PROMPT), (PROMPT,)):
        done = world.run("entire", *words, check=False)
        assert (done.stdout, done.returncode) == ("", 1)
        assert "no agent is enabled here" in done.stderr
        assert "entire enable" in done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_a_session_goes_on_in_its_client(world: World, name: str) -> None:
    world.entire("enable", "--agent", name, "--agent", "claude-code")
    played = session(world, name)
    played.start()
    take_turn(played, "Write one", {"one.py": "1\n"})
    world.git("add", "one.py")
    world.commit()
    found = started(world, "resume", played.session_id, "--run", "--force")
    assert found == [*shlex.split(RESUMED[name]), played.session_id]
