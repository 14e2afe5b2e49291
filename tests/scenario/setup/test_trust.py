"""Agents that skip hooks until they are trusted: `enable` says what to do, `status` that it was not done."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from pathlib import Path

import pytest
from tests.scenario.care.test_doctor import kinds, report
from tests.scenario.world import World, make_repo
from tools.clients import registry as clients

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.setup import trust

TRUST = "Codex runs hooks only after you trust them: start `codex` here"
SESSION = "01a1de28-63c1-7fa1-9a92-8b2a0a14877d"
SILENT = "Codex has not called its hooks yet"


WITH_TRUST = [agent for agent in registry.every() if agent.TRUST_HINT]


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A machine that has the clients."""
    world = World(make_repo(tmp_path / "repo"))
    (tmp_path / "bin").mkdir()
    for agent in WITH_TRUST:
        program = tmp_path / "bin" / trust.program(agent)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    world.env |= {"PATH": f"{tmp_path / 'bin'}:{world.env['PATH']}", "HOME": str(tmp_path / "home")}
    (tmp_path / "home").mkdir()
    return world


def call(world: World, verb: str, **payload: str) -> None:
    about = {"session_id": SESSION, "cwd": str(world.repo.path), **payload}
    words = ["entire", "hooks", "codex", verb]
    text = json.dumps(about)
    done = subprocess.run(
        words, cwd=world.repo.path, env=world.env, input=text, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_until_it_calls(world: World) -> None:
    said = " ".join(world.entire("enable", "--agent", "codex", "--agent", "claude-code").split())
    assert TRUST in said
    assert "Claude Code runs hooks only" not in said
    assert SILENT in world.entire("status")
    assert "silent_agent" in kinds(world)

    call(world, "session-start", source="startup")
    call(world, "user-prompt-submit", prompt="Do it")
    assert SILENT not in world.entire("status")
    assert "silent_agent" not in kinds(world)
    call(world, "session-end")
    assert SILENT not in world.entire("status"), "though the session is over"


@pytest.mark.parametrize("agent", WITH_TRUST, ids=lambda agent: agent.NAME)
def test_every_agent_that_must_be_trusted(world: World, agent: Agent) -> None:
    world.entire("enable", "--agent", agent.NAME)
    assert silent(world, agent)
    call_hooks(world, agent)
    assert not silent(world, agent)
    later = time.time() + 60
    os.utime(world.file(agent.CONFIG_FILE), (later, later))
    assert silent(world, agent) is (agent.NAME in registry.ASK_AGAIN), "its hooks may be others now"


def test_nobody_is_told_about_what_is_not_used_here(world: World, tmp_path: Path) -> None:
    world.entire("enable", "--agent", "claude-code")
    assert SILENT not in world.entire("status")
    world.entire("enable", "--agent", "codex")
    (tmp_path / "bin" / "codex").unlink()
    assert SILENT not in world.entire("status")
    assert "silent_agent" not in kinds(world)


@pytest.mark.parametrize("agent", WITH_TRUST, ids=lambda agent: agent.NAME)
def test_whenever_the_hooks_may_not_be_trusted(world: World, agent: Agent) -> None:
    assert says(world, agent), "they are new"
    assert says(world, agent), "they are there, as in a clone, but none was called here"
    call_hooks(world, agent)
    assert not says(world, agent), "they were called"
    make_older(world.file(agent.CONFIG_FILE))
    assert says(world, agent), "they were replaced"
    assert says(world, agent) is (agent.NAME in registry.ASK_AGAIN), "the others trust the folder"


def test_in_a_clone_with_hooks_that_others_committed(world: World, tmp_path: Path) -> None:
    world.entire("enable", "--agent", "codex")
    call(world, "session-start", source="startup")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "use entire")
    world.git("clone", "--quiet", str(world.repo.path), str(tmp_path / "clone"))
    said = world.run("entire", "enable", "--yes", cwd=tmp_path / "clone").stdout
    assert TRUST in " ".join(said.split())


def says(world: World, agent: Agent) -> bool:
    said = " ".join(world.entire("enable", "--agent", agent.NAME).split())
    check = f"To check, after a prompt: entire agent check {agent.NAME}"
    return f"{agent.TYPE} runs hooks only after you trust them: {agent.TRUST_HINT}. {check}" in said


def silent(world: World, agent: Agent) -> bool:
    """Whether each command that should say so says that the agent calls no hooks, and what to do."""
    text = f"{agent.TYPE} has not called its hooks yet"
    findings = [one for one in report(world)["findings"] if one["kind"] == "silent_agent"]
    status = " ".join(world.entire("status").split())
    checked = world.run("entire", "agent", "check", agent.NAME, check=False)
    found = [
        f"Problem: {text} ({agent.TRUST_HINT})" in status,
        [(one["names"], one["fix"]) for one in findings] == [([agent.NAME], agent.TRUST_HINT)],
        f"{agent.TYPE}: has not called its hooks yet: {agent.TRUST_HINT}" in checked.stdout,
        checked.returncode == 1,
    ]
    assert len(set(found)) == 1, (found, status, findings, checked.stdout)
    return found[0]


def call_hooks(world: World, agent: Agent) -> None:
    session = clients.session(agent.NAME, str(world.repo.path), world.env, SESSION)
    session.start()
    session.submit("Write one")


def make_older(file: Path) -> None:
    """As an older version wrote it: the bare commands, or another plugin."""
    text = file.read_text()
    if file.suffix == ".json":
        older = re.sub(r'"[^"]*(?:\\\\"[^"]*)*(entire hooks [\w-]+ [\w-]+)[^"\n]*"', r'"\1"', text)
        json.loads(older)
    else:
        older = text + "// older\n"
    assert older != text
    file.write_text(older)
