"""An `entire` on PATH that knows the toys as well: hooks and commands are the real ones."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from tests.scenario.world import World

ROOT = Path(__file__).parents[2]
_PROGRAM = """\
#!{python}
import sys

sys.path.insert(0, {root!r})
from entire.agent import registry as agents
from entire.strategy import registry as strategies

agents.AGENTS["toy"] = ("tests.toys.toy_agent", "Toy")
agents.AGENTS["exporting-toy"] = ("tests.toys.exporting_agent", "Exporting Toy")
strategies.MODULES["toy"] = "tests.toys.toy_strategy"
from entire.__main__ import main

main()
"""


def install_toys(world: World, folder: Path) -> None:
    """Put the program before the real one on the PATH of everything that the world runs."""
    folder.mkdir()
    program = folder / "entire"
    program.write_text(_PROGRAM.format(python=sys.executable, root=str(ROOT)))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    world.env["PATH"] = os.pathsep.join([str(folder), world.env["PATH"]])
