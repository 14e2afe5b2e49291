"""Invariant I5, by counting: which modules a hook loads, and when no Python is started at all."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.scenario.world import World

# What a hook may load of the standard library beyond what the interpreter has anyway.
FORBIDDEN = {
    "subprocess",
    "pathlib",
    "dataclasses",
    "logging",
    "inspect",
    "asyncio",
    "socket",
    "tempfile",
    "argparse",
}
FORBIDDEN |= {
    "click",
    "rich",
    "concurrent",
    "multiprocessing",
    "urllib",
    "http",
    "email",
    "unittest",
    "decimal",
}
ALLOWED_THIRD_PARTY = {"re2", "_re2", "ahocorasick"}
PROBE = """
import sys
before = set(sys.modules)
sys.argv = ["entire", *sys.argv[1:]]
from entire.__main__ import main
try:
    main()
except SystemExit:
    pass
import json
print(json.dumps(sorted(set(sys.modules) - before)), file=sys.stderr)
"""


def modules_of(world: World, *words: str, payload: object = None) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *words],
        input=json.dumps(payload).encode(),
        cwd=world.repo.path,
        env=world.env,
        capture_output=True,
        check=True,
    )
    return set(json.loads(done.stderr.decode().splitlines()[-1]))


def third_party(modules: set[str]) -> set[str]:
    tops = {name.split(".")[0] for name in modules}
    return {
        name
        for name in tops
        if name not in sys.stdlib_module_names and not name.startswith("_") and name != "entire"
    }


@pytest.mark.parametrize("verb", ["session-start", "user-prompt-submit", "stop", "session-end"])
def test_modules_of_agent_hooks(world: World, verb: str) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.prompt("Write two")
    agent.write("two.py", "2\n")
    agent.say("Written.")
    payload = {"session_id": agent.session_id, "transcript_path": agent.transcript, "prompt": "More"}
    loaded = modules_of(world, "hooks", "claude-code", verb, payload=payload)
    assert not loaded & FORBIDDEN
    assert third_party(loaded) <= (ALLOWED_THIRD_PARTY if verb != "session-start" else set())


def test_modules_of_git_hooks(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    message = world.repo.write(".git/COMMIT_EDITMSG", "work\n")
    loaded = modules_of(world, "hooks", "git", "prepare-commit-msg", str(message), "message")
    assert not loaded & FORBIDDEN
    assert third_party(loaded) == set()
    assert "Entire-Checkpoint:" in message.read_text()
    loaded = modules_of(world, "hooks", "git", "post-commit")
    assert not loaded & FORBIDDEN
    assert third_party(loaded) <= ALLOWED_THIRD_PARTY


def test_nothing_to_redact_loads_no_engine(world: World) -> None:
    agent = world.agent()
    payload = {"session_id": agent.session_id, "transcript_path": agent.transcript, "prompt": "Hello"}
    assert (
        third_party(modules_of(world, "hooks", "claude-code", "user-prompt-submit", payload=payload)) == set()
    )


def counting(world: World, tmp_path: Path) -> Path:
    """Put a command named `entire` first on PATH that writes down each call."""
    calls = tmp_path / "calls"
    wrapper = tmp_path / "bin" / "entire"
    wrapper.parent.mkdir()
    real = world.run("sh", "-c", "command -v entire").stdout.strip()
    wrapper.write_text(f'#!/bin/sh\necho "$*" >> "{calls}"\nexec "{real}" "$@"\n')
    wrapper.chmod(0o755)
    world.env["PATH"] = f"{wrapper.parent}:{world.env['PATH']}"
    return calls


def test_a_commit_without_live_session_starts_no_python(world: World, tmp_path: Path) -> None:
    calls = counting(world, tmp_path)
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    world.commit()
    assert not calls.exists()

    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.end()
    world.git("add", "-A")
    assert world.commit()
    calls.unlink()
    world.commit("--allow-empty")  # the event after which a finished session is put away
    calls.unlink()
    world.commit("--allow-empty")
    assert not calls.exists()


def test_a_commit_with_a_session_starts_two(world: World, tmp_path: Path) -> None:
    calls = counting(world, tmp_path)
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    world.git("add", "-A")
    calls.unlink()
    world.commit()
    assert [line.split()[2] for line in calls.read_text().splitlines()] == [
        "prepare-commit-msg",
        "post-commit",
    ]
