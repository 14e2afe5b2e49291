"""External agents: a program on PATH through the real hooks, allowed or not, and whatever it does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.scenario.agents.toy_player import Toy, enabled
from tests.scenario.cost.test_hook_cost import PROBE
from tests.scenario.rewind.rewinding import step
from tests.scenario.world import World, make_repo
from tests.toys import programs
from tests.toys.programs import answers, instead, warnings
from tools.clients import external

from entire.agent.hook_config.commands import hook


@pytest.fixture
def bare(tmp_path: Path) -> World:
    return World(make_repo(tmp_path / "repo"))


@pytest.fixture
def program(bare: World, tmp_path: Path) -> Path:
    return programs.install(bare, tmp_path / "bin")


@pytest.fixture
def world(bare: World, program: Path) -> World:
    return enabled(bare)


def test_two_turns_and_two_commits(world: World) -> None:
    agent = Toy(world)
    agent.hook("session-start")
    agent.turn("Write one", {"one.py": "1\n"})
    (shadow,) = world.shadows()
    assert world.steps(shadow) == ["Write one"]
    world.git("add", "-A")
    first = world.commit()
    assert world.transcript(first) == agent.file.read_text()
    assert world.stored(first, "prompt.txt") == "Write one"
    session = world.session(first)
    assert (session["agent"], session["model"], session["files_touched"]) == (
        external.TYPE,
        "toy-2",
        ["one.py"],
    )
    usage = session["token_usage"]
    assert (usage["input_tokens"], usage["output_tokens"], usage["api_call_count"]) == (10, 4, 2)

    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    second = world.commit()
    assert world.stored(second, "prompt.txt") == "Write two"
    assert world.session(second)["token_usage"] == usage
    assert world.session(second)["files_touched"] == ["two.py"]
    agent.hook("session-end")
    assert f"toy-program --resume {agent.session_id}" in world.entire("session", "show", agent.session_id)
    assert "Write two" in world.entire("explain", second)
    assert not world.errors()
    world.check_sound()


def test_a_rewind_and_a_resume(world: World) -> None:
    agent = Toy(world)
    agent.turn("Write one", {"one.py": "1\n"})
    kept = agent.file.read_text()
    agent.turn("Write two", {"one.py": "2\n"})
    world.entire("rewind", "--to", step(world, "Write one"))
    assert world.file("one.py").read_text() == "1\n"
    assert agent.file.read_text() == kept
    world.git("add", "-A")
    world.commit()
    agent.file.unlink()
    assert f"toy-program --resume {agent.session_id}" in world.entire("resume", "main", "--force")
    assert agent.file.read_text() == kept


def test_it_comes_and_goes(world: World) -> None:
    config = world.file(".toy-program/hooks.json")
    assert json.loads(config.read_text())["hooks"]["stop"] == hook("toy-program", "stop")
    assert json.loads(world.entire("status", "--json"))["agents"] == [external.TYPE]
    note = world.file(".git/entire-agents.json")
    assert list(json.loads(note.read_text())["agents"]) == [external.NAME]
    world.entire("disable", "--uninstall", "--force")
    assert not config.exists()
    assert not note.exists()


def test_uninstalling_when_it_may_not_run(world: World, program: Path) -> None:
    external.allow(world.repo.path, {})
    done = world.run("entire", "disable", "--uninstall", "--force", check=False)
    assert "the hooks of Toy Program may still be there" in done.stderr + done.stdout
    assert done.returncode == 1
    assert not world.file(".git/entire-sessions").exists()


def test_uninstalling_when_it_fails(world: World, program: Path) -> None:
    programs.break_it(program, instead("uninstall-hooks", "echo 'ask my owner' >&2; exit 3"))
    done = world.run("entire", "disable", "--uninstall", "--force", check=False)
    assert "ask my owner" in done.stderr + done.stdout
    assert done.returncode == 1


# Who may run it


def test_only_with_the_users_own_settings(bare: World, tmp_path: Path) -> None:
    program = programs.install(bare, tmp_path / "bin")
    programs.break_it(program, f"touch {tmp_path}/ran")
    settings = bare.file(".entire/settings.local.json")
    for document in ({}, {"external_agents": False}, {"strategy_options": {"external_agents": "true"}}):
        settings.write_text(json.dumps(document))
        done = bare.run("entire", "enable", "--agent", external.NAME, check=False)
        assert "external agents are turned off here" in done.stderr
        assert done.returncode == 1
        bare.entire("agent", "list")
    settings.unlink()
    bare.file(".entire/settings.json").write_text(json.dumps(external.ALLOWED | {"external_agents": True}))
    assert bare.run("entire", "enable", "--agent", external.NAME, check=False).returncode == 1
    assert not (tmp_path / "ran").exists()


def test_the_references_key_counts_too(bare: World, program: Path) -> None:
    external.allow(bare.repo.path, {"external_agents": True})
    bare.entire("enable", "--agent", external.NAME)
    assert "Toy Program" in bare.entire("agent", "list")


def test_settings_that_came_with_the_repository(world: World, program: Path, tmp_path: Path) -> None:
    world.git("add", "--force", ".entire/settings.local.json")
    world.git("commit", "--quiet", "--no-verify", "-m", "a gift")
    programs.break_it(program, f"touch {tmp_path}/ran")
    agent = Toy(world)
    agent.turn("Write one", {"one.py": "1\n"})
    assert not (tmp_path / "ran").exists()
    assert world.state(agent.session_id) is None
    assert "these are turned off here" in warnings(world)[-1]
    done = world.run("entire", "agent", "check", external.NAME, check=False)
    assert "external agents are turned off here" in done.stderr


def test_a_relative_path_entry_is_not_searched(bare: World, tmp_path: Path) -> None:
    program = programs.install(bare, tmp_path / "bin")
    program.rename(bare.file(program.name))
    for entry in ("", ".", "bin/.."):
        bare.env["PATH"] = os.pathsep.join(
            [entry, os.environ["PATH"], *bare.env["PATH"].split(os.pathsep)[1:]]
        )
        done = bare.run("entire", "enable", "--agent", external.NAME, check=False)
        assert f"unknown agent: '{external.NAME}'" in done.stderr


def test_a_program_with_the_name_of_another_agent(bare: World, tmp_path: Path) -> None:
    program = programs.install(bare, tmp_path / "bin")
    impostor = program.with_name("entire-agent-codex")
    impostor.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    impostor.chmod(0o755)
    bare.entire("enable", "--agent", "codex")
    bare.entire("agent", "list")
    assert not (tmp_path / "ran").exists()


# Whatever it does

SLOW = 20.0  # seconds, with a machine that is busy


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("sleep 600", "no answer within"),
        ("trap '' TERM; sleep 600 & sleep 600", "no answer within"),
        ("exit 7", "exit code 7"),
        ("kill -9 $$", "signal 9"),
        ("yes", "too much output"),
        ("yes >&2", "too much output"),
        ("echo nonsense; exit 0", "valid JSON"),
        ("printf '[%.0s' $(seq 5000); exit 0", "valid JSON"),
    ],
)
def test_a_program_that_does_not_answer_loses_nothing(
    world: World, program: Path, body: str, said: str
) -> None:
    agent = Toy(world)
    agent.turn("Write one", {"one.py": "1\n"})
    programs.break_it(program, body)
    start = time.monotonic()
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    assert time.monotonic() - start < SLOW
    assert world.transcript(checkpoint) == agent.file.read_text()
    assert world.session(checkpoint)["files_touched"] == ["one.py", "two.py"]
    assert world.session(checkpoint)["agent"] == external.TYPE
    assert "Write one" in world.stored(checkpoint, "prompt.txt")
    assert any(said in text for text in warnings(world))
    left = subprocess.run(["pgrep", "-f", str(program)], capture_output=True, text=True, check=False).stdout
    assert left == ""
    world.check_sound()


def test_one_that_hangs_only_when_it_is_asked_about_the_transcript(world: World, program: Path) -> None:
    hang = "\n".join(instead(name, "sleep 600") for name in ("extract-prompts", "calculate-tokens"))
    programs.break_it(program, hang)
    agent = Toy(world)
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.session(checkpoint)["token_usage"]["input_tokens"] == 0


def test_one_that_a_commit_has_no_time_for_is_asked_again(world: World, program: Path) -> None:
    """What was read without its answers would never be read again: the turn's files would be lost."""
    busy = program.with_name("busy")
    slow = f"while [ -e {busy} ]; do sleep 0.05; done"
    programs.break_it(program, instead("extract-prompts", slow))
    agent = Toy(world)
    agent.turn("Write zero", {"zero.py": "0\n"})
    agent.record(role="user", content="Write one")  # the hook of the prompt is lost
    world.repo.write("one.py", "1\n")
    agent.record(role="assistant", content="", files=["one.py"], usage={"input": 5, "output": 2})
    busy.touch()
    world.git("add", "zero.py")
    usual, world.env["ENTIRE_TIME_LIMIT"] = world.env["ENTIRE_TIME_LIMIT"], "2"
    first = world.commit_at_terminal()
    world.env["ENTIRE_TIME_LIMIT"] = usual
    busy.unlink()
    agent.hook("stop")
    assert world.session(first)["files_touched"] == ["zero.py"]
    state = world.state(agent.session_id)
    assert state is not None
    assert state["files_touched"] == ["one.py"]
    world.git("add", "-A")
    second = world.commit()
    assert world.stored(second, "prompt.txt") == "Write one"
    assert world.session(second)["files_touched"] == ["one.py"]


@pytest.mark.parametrize(
    "event",
    [
        {"type": 2, "session_id": "../../etc/passwd"},
        {"type": 2, "session_id": "x" * 500},
        {"type": 2, "session_id": "ok", "session_ref": "/tmp/\n/etc/passwd"},
        {"type": "2", "session_id": "ok"},
        {"type": 2},
        [1],
        "text",
    ],
)
def test_one_that_lies_about_events(world: World, program: Path, event: object) -> None:
    programs.break_it(program, answers("parse-hook", event))
    agent = Toy(world, "../bad" if isinstance(event, dict) else "chat-1")
    agent.hook("prompt", prompt="Write one")
    assert not list(world.file(".git/entire-sessions").glob("*.json"))


def test_one_that_lies_about_where_transcripts_are(world: World, program: Path, tmp_path: Path) -> None:
    agent = Toy(world)
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    world.commit()
    agent.file.unlink()
    victim = tmp_path / "victim"
    victim.write_text("mine\n")
    programs.break_it(program, answers("resolve-session-file", {"session_file": str(victim)}))
    world.run("entire", "resume", agent.session_id, "--force", check=False)
    assert victim.read_text() == "mine\n"


def test_one_that_is_gone(world: World, program: Path) -> None:
    agent = Toy(world)
    agent.turn("Write one", {"one.py": "1\n"})
    program.unlink()
    agent.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.transcript(checkpoint) == agent.file.read_text()
    assert any("not on PATH" in text for text in warnings(world))
    world.entire("status")
    world.entire("agent", "list")


# What others pay


def modules(world: World, name: str, payload: object) -> list[str]:
    probe = PROBE.replace(" - before", "").replace(
        "print(*sorted(set(sys.modules))", "print(*sorted(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe, "hooks", name, "stop"],
        input=json.dumps(payload).encode(),
        cwd=world.repo.path,
        env=world.env,
        capture_output=True,
        check=False,
    )
    return [one for one in done.stderr.decode().split("\n")[-2].split() if one.startswith("entire.agent")]


def test_hooks_of_other_agents_pay_nothing(world: World) -> None:
    world.entire("agent", "add", "claude-code")
    claude = world.agent()
    claude.turn("Write one", {"one.py": "1\n"})
    loaded = modules(
        world, "claude-code", {"session_id": claude.session_id, "transcript_path": claude.transcript}
    )
    assert loaded
    assert not [name for name in loaded if "external" in name or "plugins" in name]
    toy = Toy(world)
    toy.turn("Write two", {"two.py": "2\n"})
    loaded = modules(world, external.NAME, {"session_id": toy.session_id, "transcript_path": str(toy.file)})
    assert "entire.agent.external.adapter" in loaded
    assert not [name for name in loaded if "claude_code" in name or "resolve" in name]


def test_a_conversation_behind_a_key(world: World, program: Path) -> None:
    """The client keeps it in a database: what the hooks report is recorded, and what changed."""
    key = '"$real" "$@" | sed "s/\\"session_ref\\": \\"[^\\"]*\\"/\\"session_ref\\": \\"key-1\\"/"; exit 0'
    programs.break_it(program, instead("parse-hook", key))
    Toy(world).turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    checkpoint = world.commit()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
    assert not [name for name in world.names() if name.endswith("full.jsonl")]
