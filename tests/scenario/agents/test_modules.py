"""What an agent's hooks load: no other agent's module, and no more of the standard library than usual."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.agents.players import Copilot, Cursor, Droid, Player, enabled
from tests.scenario.agents.plugin_players import OpenCode, Pi
from tests.scenario.cost.test_hook_cost import CONTAINERS, ENGINE, OBJECTS, PROBE, STATES, TEXT
from tests.scenario.world import World

from entire.agent import registry

PACKAGES = {name: module.rpartition(".")[0] for name, (module, _) in registry.AGENTS.items()}
Kind = Copilot | Droid | Cursor | OpenCode | Pi
KINDS: dict[type[Kind], dict[str, frozenset[str]]] = {
    Copilot: {
        "session-start": STATES,
        "user-prompt-submitted": TEXT,
        "subagent-start": OBJECTS,
        "subagent-stop": TEXT,
        "agent-stop": TEXT,
        "session-end": OBJECTS,
    },
    Droid: {"session-start": TEXT, "stop": TEXT, "session-end": OBJECTS},
    Cursor: {
        "session-start": STATES,
        "before-submit-prompt": TEXT,
        "after-file-edit": STATES,
        "stop": TEXT,
        "session-end": OBJECTS,
    },
    OpenCode: {
        "session-start": STATES,
        "turn-start": TEXT,
        "subagent-start": OBJECTS,
        "subagent-stop": TEXT,
        "todo": TEXT,
        "turn-end": TEXT,
        "session-end": OBJECTS,
    },
    Pi: {"session-start": STATES, "turn-start": TEXT, "turn-end": TEXT, "session-end": OBJECTS},
}


def probing(player: Player, found: dict[str, set[str]]) -> None:
    """From now on each hook runs in a process that says what it loaded."""

    def call(verb: str, payload: dict[str, Any]) -> None:
        done = subprocess.run(
            [sys.executable, "-c", PROBE, "hooks", player.name, verb],
            input=json.dumps(payload).encode(),
            cwd=player.world.repo.path,
            env=player.world.env,
            capture_output=True,
            check=False,
        )
        assert done.returncode == -9, done.stderr
        found[verb] = set(done.stderr.decode().split("\n")[-2].split())

    player.call = call  # type: ignore[method-assign]


def play(world: World, kind: type[Kind]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    player: Any = kind(world)
    probing(player, found)
    if isinstance(player, Copilot):
        player.hook("session-start", source="new")
        player.ask("Write one")
        about = {"agentId": "a-1", "agentType": "explore", "transcriptPath": str(player.file)}
        player.hook("subagent-start", **about)
        player.create("one.py", "1\n")
        player.flush()
        player.hook("subagent-stop", **about)
        player.stop()
    elif isinstance(player, Droid):
        player.start("Write one")
        player.ask("Write one")
        player.create("one.py", "1\n")
        player.stop()
    elif isinstance(player, OpenCode):
        player.hook("session-start")
        player.ask("Write one")
        given = {"description": "Write it", "subagent_type": "general"}
        player.hook("subagent-start", tool_use_id="c-1", tool_input=given)
        player.create("one.py", "1\n")
        player.hook("subagent-stop", tool_use_id="c-1", tool_input=given, subagent_id="ses_2")
        player.create("two.py", "2\n")
        todos = {"todos": [{"content": "Write two", "status": "completed"}]}
        player.hook("todo", tool_use_id="c-2", tool_input=todos)
        player.hook("turn-end")
    elif isinstance(player, Pi):
        player.hook("session-start", reason="startup")
        player.ask("Write one")
        player.create("one.py", "1\n")
        player.flush()
        player.hook("turn-end")
    else:
        player.hook("session-start")
        player.hook("before-submit-prompt", prompt="Write one")
        player.ask("Write one")
        player.write("one.py", "1\n")
        player.flush()
        player.hook("stop", status="completed")
    player.hook("session-end", reason="complete")
    return found


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_what_hooks_load(tmp_path: Path, kind: type[Kind]) -> None:
    world = enabled(tmp_path, kind.name)
    found = play(world, kind)
    assert found.keys() == KINDS[kind].keys()
    own = PACKAGES[kind.name]
    for verb, names in found.items():
        others = tuple(package for package in PACKAGES.values() if package != own)
        foreign = {name for name in names if name.startswith(others)}
        assert not foreign, verb
        assert own in names
        assert not any(name.startswith("entire.agent.hook_config") for name in names), verb
        tops = {name.split(".")[0] for name in names} - {"entire"}
        standard = {name for name in tops & sys.stdlib_module_names if not name.startswith("_")}
        allowed = KINDS[kind][verb] | (CONTAINERS if "_sqlite3" in names else set())  # it loads them
        assert standard <= allowed, (verb, standard - allowed)
        assert tops - sys.stdlib_module_names <= ENGINE
    assert not world.errors()
