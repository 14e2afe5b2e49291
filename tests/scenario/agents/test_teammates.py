"""An agent's hooks are committed, so they reach teammates without `entire`: these notice nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.agent.plugin_host import Host
from tests.agent.test_plugin_calls import PLUGINS, calls
from tests.scenario.world import World, make_repo

from entire.agent import registry

COMMANDS = [name for name in registry.names() if name not in PLUGINS]
KEYS = ("command", "bash")  # the second is Copilot CLI's


def installed(tmp_path: Path, name: str) -> tuple[World, list[str]]:
    """The commands that the agent runs, as its configuration has them."""
    world = World(make_repo(tmp_path / "repo"))
    world.entire("enable", "--agent", name)
    found: list[str] = []

    def collect(value: Any) -> None:
        if isinstance(value, dict):
            found.extend(value[key] for key in KEYS if isinstance(value.get(key), str))
        for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            collect(one)

    collect(json.loads(world.file(registry.by_name(name).CONFIG_FILE).read_text()))
    return world, found


def bare(tmp_path: Path) -> str:
    """A PATH with a shell, and nothing else."""
    folder = tmp_path / "bare"
    folder.mkdir()
    (folder / "sh").symlink_to(str(shutil.which("sh")))
    return str(folder)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_hook_does_nothing_without_entire(tmp_path: Path, name: str) -> None:
    world, commands = installed(tmp_path, name)
    assert len(set(commands)) >= 4, "a session's start, prompts, stops, and the end at least"
    assert all(f"entire hooks {name} " in command for command in commands)
    before = world.git("status", "--porcelain", "--ignored")
    env, payload = {"PATH": bare(tmp_path), "HOME": str(tmp_path)}, b'{"session_id": "x"}'
    for command in dict.fromkeys(commands):
        for words in (["sh", "-c", command], ["sh", "-euc", command]):
            done = subprocess.run(
                words,
                cwd=world.repo.path,
                env=env,
                input=payload,
                capture_output=True,
                timeout=60,
                check=False,
            )
            assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), command
    assert world.git("status", "--porcelain", "--ignored") == before


@pytest.mark.parametrize("name", COMMANDS)
def test_the_same_hooks_record_where_it_is(tmp_path: Path, name: str) -> None:
    """The commands are not silent because they never do anything."""
    world, commands = installed(tmp_path, name)
    program = tmp_path / "bin" / "entire"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$*"\n')
    program.chmod(0o755)
    env = world.env | {"PATH": os.pathsep.join([str(program.parent), world.env["PATH"]])}
    for command in dict.fromkeys(commands):
        done = subprocess.run(["sh", "-c", command], env=env, capture_output=True, text=True, check=True)
        assert done.stdout.startswith(f"hooks {name} "), command


@pytest.mark.parametrize("name", PLUGINS)
def test_a_plugin_does_nothing_without_entire(tmp_path: Path, name: str) -> None:
    """The host plays a recorded turn; it fails if the plugin throws, prints or leaves something running."""
    host = Host(tmp_path / "host", PLUGINS[name], entire=None)
    took = host.play(calls(name, "one_turn"))
    assert max(took.values()) < 5000
    assert host.noted() == []
