"""One event that can be played again and again, with a fault."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from tests.scenario.world import World

from entire.core import faults

Rows = list[list[str]]  # number, process, event, detail


class Disturbed:
    """A repository as it was before the event."""

    def __init__(
        self, folder: Path, before: Callable[[World], object], event: Callable[[World], object]
    ) -> None:
        self.log, self._kept, self._event = folder / "effects", folder / "kept", event
        self.world = World.new(folder / "repo")
        for number in range(256):  # otherwise the number of effects depends on the ids of objects
            self.world.file(f".git/objects/{number:02x}").mkdir(exist_ok=True)
        before(self.world)
        self._folders = [self.world.repo.path, Path(self.world.env["HOME"], ".claude")]
        for number, place in enumerate(self._folders):
            shutil.copytree(place, self._kept / str(number), symlinks=True)

    def play(self, fault: str = "0:list") -> Rows:
        """Let the event happen, with a fault; returns its effects."""
        for number, place in enumerate(self._folders):
            shutil.rmtree(place)
            shutil.copytree(self._kept / str(number), place, symlinks=True)
        self.log.unlink(missing_ok=True)
        self.world.env[faults.VARIABLE] = f"{fault}:{self.log}"
        try:
            self._event(self.world)
        finally:
            del self.world.env[faults.VARIABLE]
        return [line.split("\t") for line in self.log.read_text().splitlines()]


def number_of(rows: Rows, process: str, detail: str) -> int:
    """The first effect of a process with such a detail."""
    return next(int(row[0]) for row in rows if row[1] == process and row[3].startswith(detail))


def turn(world: World) -> None:
    world.agent("one").turn("Write one", {"one.py": "1\n"})
    world.git("add", "one.py")


def commit(world: World) -> None:
    world.git("commit", "--quiet", "-m", "work")
