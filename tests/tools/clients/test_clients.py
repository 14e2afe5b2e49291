"""Every agent has a scripted client, and its sessions become checkpoints."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.scenario.world import World, make_repo
from tools.clients import registry
from tools.clients.client import take_turn


@pytest.mark.parametrize("name", registry.names_with_external())
def test_a_session(tmp_path: Path, name: str) -> None:
    world = World(make_repo(tmp_path / "repo"))
    world.env["PATH"] += f"{os.pathsep}{world.env['HOME']}/bin"
    registry.admit(name, world.repo.path, world.env)
    world.entire("enable", "--agent", name)
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "use entire")
    client = registry.session(name, str(world.repo.path), world.env)
    client.start()
    take_turn(client, "Write one", {"one.py": "1\n"})
    client.submit("Change one")
    client.asked("Change one")
    client.write("one.py", "2\n")
    client.shell("echo 3 > two.py")
    client.say("Changed.")
    client.stop()
    client.end()
    world.git("add", "-A")
    checkpoint = world.commit()

    session = world.session(checkpoint)
    assert session["agent"] == registry.type_of(name)
    assert session["files_touched"] == ["one.py", "two.py"]
    assert world.stored(checkpoint, "prompt.txt").split("\n\n---\n\n") == ["Write one", "Change one"]
    shown = world.entire("explain", "--full", checkpoint)
    assert (
        shown.index("Write one") < shown.index("Done.") < shown.index("Change one") < shown.index("Changed.")
    )
    assert "one.py" in shown
    assert not world.errors()
    world.check_sound()
