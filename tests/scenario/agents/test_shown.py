"""The same conversation reads the same with every agent, but for the names of its tools."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.scenario.agents.players import enabled
from tools.clients import registry
from tools.clients.client import take_turn

from entire.agent import registry as agents

PLAIN = """\
[User] Write one
[Tool] <tool>: <file>
[Assistant] One is written.
[User] Change it, and build
[Tool] <tool>: <file>
[Tool] <tool>: make -s build
[Assistant] Done."""


@pytest.mark.parametrize("name", registry.names())
def test_a_conversation(tmp_path: Path, name: str) -> None:
    world = enabled(tmp_path, name)
    world.repo.write("Makefile", "build:\n\techo 2 > two.py\n")
    session = registry.session(name, str(world.repo.path), world.env)
    session.start()
    take_turn(session, "Write one", {"one.py": "1\n"}, "One is written.")
    session.submit("Change it, and build")
    session.asked("Change it, and build")
    session.write("one.py", "2\n")
    session.shell("make -s build")
    session.say("Done.")
    session.stop()
    world.git("add", "-A")
    checkpoint = world.commit()

    shown = world.entire("explain", "--full", checkpoint)
    said = shown.partition("Transcript (full session):\n")[2].replace("\n\n", "\n").strip()
    said = re.sub(r"^\[Tool\] \w+: ", "[Tool] <tool>: ", said, flags=re.MULTILINE)
    said = re.sub(rf"({re.escape(str(world.repo.path))}/)?one\.py", "<file>", said)
    said = re.sub(r"\n +\(\d{4}-[^)]*\)$", "", said, flags=re.MULTILINE)  # when the turn began
    said = re.sub(r" \([+−][^)]*\)$", "", said, flags=re.MULTILINE)  # lines, where the agent says so
    assert said == PLAIN
    assert "Intent: Write one\n" in shown
    assert f"Agent: {agents.AGENTS[name][1]}\n" in world.entire("session", "show", session.session_id)
