"""Agents of Python packages: found by their entry point when they are enabled, and never in a hook."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo
from tests.toys.programs import warnings

PYTHON_AGENT = (
    '"""An agent of a package."""\nfrom tests.toys.toy_agent import *\nNAME = "packaged"\nTYPE = "Packaged"\n'
)


@pytest.fixture
def packaged(tmp_path: Path) -> World:
    """A package with an entry point, where `entire` finds packages."""
    site = tmp_path / "site"
    (site / "packaged-1.0.dist-info").mkdir(parents=True)
    (site / "packaged_agent.py").write_text(PYTHON_AGENT)
    entry = "[entire.agents]\npackaged = packaged_agent\nclaude-code = packaged_agent\nbroken = nowhere\n"
    (site / "packaged-1.0.dist-info" / "entry_points.txt").write_text(entry)
    (site / "packaged-1.0.dist-info" / "METADATA").write_text("Name: packaged\nVersion: 1.0\n")
    world = World(make_repo(tmp_path / "repo"))
    world.env["PYTHONPATH"] = os.pathsep.join([str(site), str(Path(__file__).parents[3])])
    return world


def test_an_agent_of_a_package(packaged: World) -> None:
    packaged.entire("enable", "--agent", "packaged")
    packaged.git("add", "-A")
    packaged.git("commit", "--quiet", "-m", "use entire")
    noted = json.loads(packaged.file(".git/entire-agents.json").read_text())["agents"]
    assert noted == {"packaged": {"type": "Packaged", "module": "packaged_agent", "attribute": ""}}
    chat = Path(packaged.env["HOME"]) / "chat.json"
    payload = {"chat": "chat-1", "file": str(chat), "prompt": "Write one"}
    for verb in ("prompt", "done"):
        messages: list[object] = [{"id": "m1", "role": "user", "text": "Write one"}]
        messages += [{"id": "m2", "role": "assistant", "calls": [{"tool": "write", "path": "one.py"}]}]
        chat.write_text(json.dumps({"messages": messages if verb == "done" else []}))
        call = ["entire", "hooks", "packaged", verb]
        data = json.dumps(payload).encode()
        subprocess.run(call, input=data, cwd=packaged.repo.path, env=packaged.env, check=True)
        packaged.repo.write("one.py", "1\n")
    packaged.git("add", "-A")
    checkpoint = packaged.commit()
    assert packaged.session(checkpoint)["agent"] == "Packaged"
    assert packaged.stored(checkpoint, "prompt.txt") == "Write one"
    assert not packaged.errors()


def test_entry_points_are_not_looked_for_in_hooks(packaged: World) -> None:
    packaged.entire("enable", "--agent", "packaged")
    packaged.file(".git/entire-agents.json").unlink()
    done = subprocess.run(
        ["entire", "hooks", "packaged", "prompt"],
        input=b'{"chat": "chat-1"}',
        cwd=packaged.repo.path,
        env=packaged.env,
        check=False,
    )
    assert done.returncode == 0
    assert "unknown agent: 'packaged'" in warnings(packaged)[-1]


def test_a_package_that_is_gone(packaged: World) -> None:
    packaged.entire("enable", "--agent", "packaged", "--agent", "claude-code")
    del packaged.env["PYTHONPATH"]
    packaged.agent().turn("Write one", {"one.py": "1\n"})
    packaged.git("add", "-A")
    assert packaged.commit()
    packaged.entire("status")
    packaged.entire("agent", "list")
