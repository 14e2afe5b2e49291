"""A git that stops before one of its commands, until a test lets it go on."""

from __future__ import annotations

import time
from pathlib import Path

from tests.scenario.world import World


class HeldGit:
    """In ``env``, git waits before a command whose words contain ``words``, half a minute at most."""

    def __init__(self, world: World, folder: Path, words: str) -> None:
        self._gate, self._waits = folder / "gate", folder / "waits"
        real = world.run("sh", "-c", "command -v git").stdout.strip()
        wrapper = folder / "held" / "git"
        wrapper.parent.mkdir()
        pause = f'n=1500; while [ ! -e "{self._gate}" ] && [ $((n -= 1)) -gt 0 ]; do sleep 0.02; done'
        held = f'case "$*" in *"{words}"*) touch "{self._waits}"; {pause} ;; esac'
        wrapper.write_text(f'#!/bin/sh\n{held}\nexec "{real}" "$@"\n')
        wrapper.chmod(0o755)
        self.env = world.env | {"PATH": f"{wrapper.parent}:{world.env['PATH']}"}

    def wait(self) -> None:
        """Until it has stopped there."""
        last = time.monotonic() + 30
        while not self._waits.exists():
            assert time.monotonic() < last
            time.sleep(0.02)

    def go_on(self) -> None:
        self._gate.touch()
