"""An agent from outside: the client that belongs to the program which `entire agent new` writes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.clients.client import Scripted

NAME = "toy-program"
TYPE = "Toy Program"
ALLOWED = {"strategy_options": {"external_agents": True}}
_USAGE = {"input": 5, "output": 2}


def allow(root: Path, settings: object = ALLOWED) -> None:
    """Let programs of agents run in a work tree, as its user can."""
    file = root / ".entire" / "settings.local.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(settings))


def install(root: Path, env: dict[str, str], folder: Path) -> Path:
    """Write the program to a folder that is on the PATH."""
    folder.mkdir(exist_ok=True)
    words = ["entire", "agent", "new", NAME, "--to", str(folder)]
    subprocess.run(words, cwd=root, env=env, stdout=subprocess.DEVNULL, check=True)
    program = folder / f"entire-agent-{NAME}"
    program.write_text(program.read_text().replace("/usr/bin/env python3", sys.executable, 1))
    return program


class Session(Scripted):
    NAME = NAME
    MODEL = "toy-2"

    def place(self) -> str:
        return f".{NAME}/sessions/{self.session_id}.jsonl"

    def answer(self, text: str, *paths: str) -> None:
        files: dict[str, Any] = {"files": list(paths)} if paths else {}
        record = {"role": "assistant", "content": text, "model": self.MODEL, "usage": _USAGE}
        self.append(record | files)

    def start(self) -> None:
        self.hook("session-start")

    def submit(self, text: str) -> None:
        self.hook("prompt", prompt=text)

    def asked(self, text: str) -> None:
        self.append({"role": "user", "content": text})

    def write(self, path: str, content: str) -> None:
        self.answer(f"I write {path}.", path)
        self.put(path, content)

    def calls(self, command: str) -> None:
        self.answer(f"I run {command}.")

    def say(self, text: str) -> None:
        self.answer(text)

    def stop(self) -> None:
        self.hook("stop")

    def end(self) -> None:
        self.hook("session-end")
