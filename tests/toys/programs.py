"""Programs of external agents: the template, and others that are broken in one way."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tests.scenario.world import World
from tools.clients import external

_BROKEN = """\
#!/bin/sh
real={real}
{body}
exec "$real" "$@"
"""


def install(world: World, folder: Path) -> Path:
    """Put the template's program on the PATH of a world that allows such programs."""
    world.env["PATH"] = os.pathsep.join([str(folder), world.env["PATH"]])
    external.allow(world.repo.path)
    return external.install(world.repo.path, world.env, folder)


def break_it(program: Path, body: str) -> None:
    """Run some lines of shell before the program, which may answer in its place."""
    real = program.with_name("real-program")
    if not real.exists():
        program.rename(real)
    program.write_text(_BROKEN.format(real=real, body=body))
    program.chmod(0o755)


def instead(subcommand: str, body: str) -> str:
    """Lines of shell for one subcommand."""
    return f'if [ "$1" = {subcommand} ]; then\n{body}\nfi'


def answers(subcommand: str, answer: object) -> str:
    return instead(subcommand, f"cat <<'END'\n{json.dumps(answer)}\nEND\nexit 0")


def warnings(world: World) -> list[str]:
    """What went wrong, as the log has it."""
    return [row["error"] for row in world.log() if row["level"] in ("WARN", "ERROR") and "error" in row]
