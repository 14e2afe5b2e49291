"""The scratch repository of the story, with a clock of its own and ids that are the same every time."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tools.screens.draw import COLUMNS, Typed
from tools.screens.terminal import on_terminal

from entire.cli.commands.demo.stand_in import StandIn

_START = 1_793_606_400  # a Monday morning in November 2026
_VARIABLE = "STORY_NOW"
# Ages are shown in the middle of a minute, so that a slow machine changes nothing.
_MARGIN_SECONDS = 30
_CLOCK = f"""\
import os, time

_shift = int(os.environ["{_VARIABLE}"]) - time.time()
_time, _time_ns = time.time, time.time_ns
time.time = lambda: _time() + _shift
time.time_ns = lambda: _time_ns() + int(_shift * 1e9)
"""
_CONFIG = """\
[user]
	name = Ada
	email = ada@example.com
[init]
	defaultBranch = main
[advice]
	detachedHead = false
"""
_ID = re.compile(r"(?:(?<=\x1b\[\dm)|(?<=\x1b\[\d\dm)|\b)[0-9a-f]{6,40}\b")
_CHECKPOINT = re.compile(r"Entire-Checkpoint: ([0-9a-f]{12})")


class _OnStage(StandIn):
    """An agent that lives in the time of the story."""

    def record(self, **fields: Any) -> None:
        now = datetime.fromtimestamp(int(self.env[_VARIABLE]), UTC).isoformat().replace("+00:00", "Z")
        super().record(**({"timestamp": now} | fields))


class Stage:
    """A repository where people and a stand-in agent work. Nothing outside of ``scratch`` is touched."""

    def __init__(self, scratch: Path) -> None:
        self.root = scratch / "shop"
        self.root.mkdir(parents=True)
        clock = scratch / "clock"
        clock.mkdir()
        (clock / "sitecustomize.py").write_text(_CLOCK)
        (scratch / "gitconfig").write_text(_CONFIG)
        self.env = {
            "HOME": str(scratch),
            "PATH": os.pathsep.join(
                [str(scratch / "bin"), os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)]
            ),
            "GIT_CONFIG_GLOBAL": str(scratch / "gitconfig"),
            "ENTIRE_SYNC": "1",  # the background would see another time
            "GIT_CONFIG_NOSYSTEM": "1",
            "PYTHONPATH": str(clock),
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color",
            "TZ": "UTC",
            "PAGER": "cat",
        }
        self._names: dict[str, str] = {}
        self.at(0)

    def at(self, minutes: float) -> None:
        """Set the clock to so many minutes after the beginning of the story."""
        now = _START + int(minutes * 60)
        self.env[_VARIABLE] = str(now)
        self.env["GIT_AUTHOR_DATE"] = self.env["GIT_COMMITTER_DATE"] = f"{now} +0000"

    def run(self, command: str) -> None:
        subprocess.run(
            shlex.split(command), cwd=self.root, env=self.env, check=True, stdout=subprocess.DEVNULL
        )

    def write(self, path: str, content: str) -> None:
        (self.root / path).write_text(content)

    def program(self, name: str, script: str) -> None:
        """Put a program on PATH."""
        path = Path(self.env["HOME"], "bin", name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(script)
        path.chmod(0o755)

    def agent(self, session_id: str) -> StandIn:
        return _OnStage(str(self.root), self.env, session_id)

    def turn(self, agent: StandIn, prompt: str, files: dict[str, str], answer: str) -> None:
        agent.turn(prompt, files, answer)
        now = int(self.env[_VARIABLE])
        os.utime(agent.transcript, (now, now))

    def type(self, command: str, keys: Sequence[str] = ()) -> Typed:
        """Run a command on a terminal. `{checkpoint}` in it stands for the id of HEAD's checkpoint."""
        if "{checkpoint}" in command:
            command = command.replace("{checkpoint}", self._checkpoint()[:6])
        margin = _MARGIN_SECONDS if command.startswith("entire ") else 0
        env = self.env | {_VARIABLE: str(int(self.env[_VARIABLE]) + margin)}
        output = on_terminal(shlex.split(command), str(self.root), env, COLUMNS, keys)
        self._learn()
        return Typed(self._stable(command), self._stable(output))

    def _checkpoint(self) -> str:
        found = _CHECKPOINT.search(self._git("log", "-1", "--format=%B"))
        assert found
        return found[1]

    def _learn(self) -> None:
        """Give every commit and checkpoint a name that does not change from one run to the next."""
        for entry in self._git("log", "--all", "-z", "--format=%H %ct %s%n%b").split("\0")[:-1]:
            commit, _, seed = entry.partition("\n")[0].partition(" ")
            for name in (commit, *_CHECKPOINT.findall(entry)):
                self._names[name] = hashlib.sha1(f"{len(name)} {seed}".encode()).hexdigest()[: len(name)]

    def _stable(self, text: str) -> str:
        return _ID.sub(lambda found: self._name(found[0]), text)

    def _name(self, shown: str) -> str:
        for name, stands_for in self._names.items():
            if name.startswith(shown):
                return stands_for[: len(shown)]
        return shown

    def _git(self, *words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=self.root, env=self.env, check=True, stdout=subprocess.PIPE, text=True
        ).stdout
