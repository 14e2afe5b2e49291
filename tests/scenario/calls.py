"""Which hooks started our program."""

from __future__ import annotations

import time
from pathlib import Path

from tests.scenario.world import World


class Calls:
    """A command named `entire` that is first on PATH, and writes down each call.

    ``without``: a job in the background that is killed before it does anything.
    """

    def __init__(self, world: World, folder: Path, without: str = "") -> None:
        self._file = folder / "calls"
        wrapper = folder / "bin" / "entire"
        wrapper.parent.mkdir()
        self.real = world.run("sh", "-c", "command -v entire").stdout.strip()
        lines = [f'echo "$*" >> "{self._file}"', f'exec "{self.real}" "$@"']
        if without:
            lines.insert(1, f'case "$*" in *"{without}"*) exit 0 ;; esac')
        wrapper.write_text("\n".join(["#!/bin/sh", *lines, ""]))
        wrapper.chmod(0o755)
        world.env["PATH"] = f"{wrapper.parent}:{world.env['PATH']}"

    def wait_for(self, call: str) -> None:
        """Until a process that nobody waits for has started."""
        last = time.monotonic() + 60
        while not self._file.exists() or call not in self._file.read_text():
            assert time.monotonic() < last, call
            time.sleep(0.02)

    def take(self) -> list[str]:
        """The names of the hooks, and jobs, since the last time."""
        lines = self._file.read_text().splitlines() if self._file.exists() else []
        self._file.unlink(missing_ok=True)
        return [line.split()[2] for line in lines if line.startswith("hooks ")]
