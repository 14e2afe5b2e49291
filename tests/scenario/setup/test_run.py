"""`entire run`, `entire "…"` and `entire resume --run` start an agent's client in their place."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.scenario.agents.players import enabled
from tests.scenario.world import World
from tools.clients import registry as clients
from tools.screens.terminal import on_terminal

from entire.agent import registry

CLIENT = """#!/bin/sh
printf '%s\\n' "$PWD" "$@"
exit 7
"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A repository where Claude Code is enabled, and a client that says how it was started."""
    world = World.new(tmp_path / "repo")
    client = tmp_path / "bin" / "claude"
    client.parent.mkdir()
    client.write_text(CLIENT)
    client.chmod(0o755)
    world.env["PATH"] = os.pathsep.join([str(client.parent), world.env["PATH"]])
    return world


@pytest.mark.parametrize(
    "words",
    [
        ("run", "Fix the login"),
        ("run", "Fix the login", "--agent", "claude-code"),
        ("run", "--agent=claude", "Fix the login"),
        ("Fix the login",),
        ("Fix the login", "--agent", "claude"),
    ],
)
def test_the_agent_is_started_with_the_prompt(world: World, words: tuple[str, ...]) -> None:
    world.file("sub").mkdir()
    done = world.run("entire", *words, cwd=world.file("sub"), check=False)
    assert done.stdout.splitlines() == [str(world.repo.path), "Fix the login"], done.stderr
    assert done.returncode == 7, "the client's own exit code"


def test_a_prompt_that_looks_like_an_option(world: World) -> None:
    done = world.run("entire", "run", "--", "--version is wrong", check=False)
    assert done.stdout.splitlines()[1:] == ["--", "--version is wrong"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("run", " "), "the prompt is empty"),
        (("run", "Fix it", "--agent", "nobody"), "unknown agent: 'nobody'"),
        (("fix",), 'unknown command "fix"'),
    ],
)
def test_what_cannot_be_started(world: World, words: tuple[str, ...], message: str) -> None:
    done = world.run("entire", *words, check=False)
    assert (done.stdout, done.returncode != 0) == ("", True)
    assert message in done.stderr


def test_a_client_that_is_not_installed(world: World) -> None:
    world.env["PATH"] = world.env["PATH"].partition(os.pathsep)[2]
    done = world.run("entire", "run", "Fix the login", check=False)
    assert "`claude` is not on PATH" in done.stderr
    assert "claude 'Fix the login'" in done.stderr


@pytest.mark.parametrize("how", ["disable", "remove"])
def test_nothing_is_started_that_would_not_be_recorded(world: World, how: str) -> None:
    if how == "disable":
        world.entire("disable")
    else:
        world.file(".claude/settings.json").unlink()
    done = world.run("entire", "run", "Fix the login", "--agent", "claude", check=False)
    assert (done.stdout, done.returncode) == ("", 1)
    assert "nothing would be recorded" in done.stderr


def test_resume_starts_the_client(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one.py", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    done = world.run("entire", "resume", agent.session_id, "--run", "--force", check=False)
    assert done.stdout.splitlines()[-3:] == [str(world.repo.path), "-r", agent.session_id]
    assert done.returncode == 7


def test_run_and_json_do_not_go_together(world: World) -> None:
    done = world.run("entire", "resume", "--run", "--json", check=False)
    assert "cannot be used together" in done.stderr
    assert done.returncode == 2


def test_a_session_that_waits_for_the_user(world: World) -> None:
    agent = world.agent()
    agent.prompt("Delete everything")
    agent.hook("notification", notification_type="permission_prompt", message="Claude needs your permission")
    status = json.loads(world.entire("status", "--json"))
    assert [one["waiting"] for tree in status["worktrees"] for one in tree["sessions"]] == [True]
    assert [one["waiting"] for one in json.loads(world.entire("session", "list", "--json"))["sessions"]] == [
        True
    ]
    commands = ("status", "session list", f"session show {agent.session_id}")
    assert [command for command in commands if "waiting for you " not in shown(world, command)] == []
    agent.stop()
    assert [command for command in commands if "waiting" in shown(world, command)] == []
    status = json.loads(world.entire("status", "--json"))
    assert not any(one["waiting"] for tree in status["worktrees"] for one in tree["sessions"])


def shown(world: World, command: str) -> str:
    """What a command shows on a terminal."""
    return on_terminal(
        ["entire", *command.split()], str(world.repo.path), world.env | {"PAGER": "cat"}, 100, ()
    )


@pytest.mark.parametrize("name", ["gemini", "qwen", "factoryai-droid"])
def test_other_clients_that_wait_for_the_user(tmp_path: Path, name: str) -> None:
    world = enabled(tmp_path, name)
    world.env["HOME"] = str(tmp_path / "home")
    (tmp_path / "home").mkdir()
    session = clients.session(name, str(world.repo.path), world.env, "01a1de28-63c1-7fa1-9a92-8b2a0a14877d")
    session.start()
    session.submit("Delete everything")
    about = {"session_id": "01a1de28-63c1-7fa1-9a92-8b2a0a14877d", "transcript_path": session.transcript}
    said = {"hook_event_name": "Notification", "notification_type": "ToolPermission", "message": "Allow?"}
    words = ["entire", "hooks", name, "notification"]
    given = json.dumps(about | said).encode()
    subprocess.run(words, cwd=world.repo.path, env=world.env, input=given, check=True)
    status = json.loads(world.entire("status", "--json"))
    assert [one["waiting"] for tree in status["worktrees"] for one in tree["sessions"]] == [True]
    assert f"hooks {name} notification" in world.file(registry.by_name(name).CONFIG_FILE).read_text()


def test_a_notification_that_asks_for_nothing(world: World) -> None:
    agent = world.agent()
    agent.prompt("Delete everything")
    agent.hook("notification", notification_type="auth_success", message="Signed in")
    status = json.loads(world.entire("status", "--json"))
    assert not any(one["waiting"] for tree in status["worktrees"] for one in tree["sessions"])
