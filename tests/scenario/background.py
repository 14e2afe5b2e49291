"""What hooks leave to a process in the background, as on a user's machine."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from tests.scenario.world import World

_AT_ONCE = ("ENTIRE_SYNC", "CI")  # variables: nothing is left to the background
_LONG = 60.0  # seconds, for a busy machine


def hasty(env: dict[str, str]) -> dict[str, str]:
    """The same environment, but what nobody waits for is done in the background."""
    return {name: value for name, value in env.items() if name not in _AT_ONCE}


class Background:
    """The processes in the background. A command named `entire`, first on PATH, writes them down."""

    def __init__(self, world: World, folder: Path) -> None:
        self._pids = folder / "pids"
        self._pids.write_text("")
        real = world.run("sh", "-c", "command -v entire").stdout.strip()
        wrapper = folder / "bin" / "entire"
        wrapper.parent.mkdir()
        noted = f'case "$*" in *"hooks detached"*) echo $$ >> "{self._pids}" ;; esac'
        wrapper.write_text(f'#!/bin/sh\n{noted}\nexec "{real}" "$@"\n')
        wrapper.chmod(0o755)
        world.env["PATH"] = f"{wrapper.parent}:{world.env['PATH']}"

    def kill(self) -> None:
        for pid in self._pids.read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        self._pids.write_text("")

    def wait(self) -> None:
        """Until each has ended."""
        until = time.monotonic() + _LONG
        while any(is_alive(int(pid)) for pid in self._pids.read_text().split()):
            assert time.monotonic() < until
            time.sleep(0.01)


def is_alive(pid: int) -> bool:
    """Whether a process runs. Where nobody reaps it, one that has ended is still known."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # it ended just now, or the system does not say it like this
        return not Path("/proc/self/stat").exists()
