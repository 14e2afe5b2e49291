"""Scripted clients, one for each agent: they call the hooks as the real ones do, and write down as much.

An object knows nothing that is not in the session's transcript: a session can be continued by another one.
"""

from __future__ import annotations

import json
import os
import subprocess
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Protocol

Run = Callable[[list[str], str], str]  # a command and its input; returns what it prints


class Client(Protocol):
    """One session."""

    session_id: str
    transcript: str

    @property
    def COMMAND_ENV(self) -> dict[str, str]:  # noqa: N802
        """What the client sets for the commands that it runs."""

    def start(self) -> object: ...

    def submit(self, text: str) -> object:
        """Call the hook of a prompt."""

    def asked(self, text: str) -> None:
        """Write the prompt down, which clients do after the hook."""

    def write(self, path: str, content: str) -> None:
        """Write a file with the tool for it."""

    def shell(self, command: str) -> None:
        """Run a command with the tool for it, without a terminal."""

    def calls(self, command: str) -> Any:
        """Write down that a command is about to run; returns what `called` needs."""

    def called(self, call: Any) -> None:
        """Write down that it has run."""

    def say(self, text: str) -> None:
        """The last answer of a turn."""

    def stop(self) -> object:
        """Call the hook of a turn's end."""

    def end(self) -> object: ...


def take_turn(client: Client, prompt: str, files: dict[str, str], answer: str = "Done.") -> None:
    """A whole turn that writes some files."""
    client.submit(prompt)
    client.asked(prompt)
    for path, content in files.items():
        client.write(path, content)
    client.say(answer)
    client.stop()


class Scripted:
    """What most clients have in common: a transcript of one record a line."""

    NAME = ""
    MODEL = "model-1"
    COMMAND_ENV: dict[str, str] = {}

    def __init__(self, root: str, env: dict[str, str], session_id: str = "", run: Run | None = None) -> None:
        self.root, self.env = root, env
        self.session_id = session_id or str(uuid.uuid4())
        self.transcript = os.path.join(env["HOME"], self.place())
        self._run = run or self._run_here

    def place(self) -> str:
        """The transcript, from the home folder."""
        raise NotImplementedError

    def hook(self, verb: str, **fields: Any) -> str:
        payload = json.dumps(self.common(verb) | fields)
        return self._run(["entire", "hooks", self.NAME, verb], payload)

    def common(self, verb: str) -> dict[str, Any]:
        """What every payload has."""
        return {"session_id": self.session_id, "transcript_path": self.transcript, "cwd": self.root}

    def _run_here(self, words: list[str], given: str) -> str:
        done = subprocess.run(
            words, input=given.encode(), cwd=self.root, env=self.env, stdout=subprocess.PIPE, check=True
        )
        return done.stdout.decode()

    def append(self, *records: dict[str, Any]) -> None:
        os.makedirs(os.path.dirname(self.transcript), exist_ok=True)
        with open(self.transcript, "a", encoding="utf-8") as file:
            file.writelines(json.dumps(record, separators=(",", ":")) + "\n" for record in records)

    def written(self) -> str:
        """The transcript so far."""
        try:
            with open(self.transcript, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def read(self, path: str) -> str | None:
        try:
            with open(os.path.join(self.root, path), encoding="utf-8", newline="") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def put(self, path: str, content: str) -> str:
        """Write a file in one step; returns its whole path."""
        full = os.path.join(self.root, path)
        replace(full, content, aside=f"{self.transcript}.new")
        return full

    def shell(self, command: str) -> None:
        assignments = (f"export {name}='{value}'; " for name, value in self.COMMAND_ENV.items())
        call = self.calls(command)
        self._run(["sh", "-c", "".join(assignments) + command], "")
        self.called(call)

    def calls(self, command: str) -> Any:
        raise NotImplementedError

    def called(self, call: Any) -> None:
        """Nothing, if the client does not write results down."""


def replace(full: str, content: str, aside: str) -> None:
    """Nobody sees a part of the content."""
    os.makedirs(os.path.dirname(full), exist_ok=True)
    os.makedirs(os.path.dirname(aside), exist_ok=True)
    with open(aside, "w", encoding="utf-8", newline="") as file:
        file.write(content)
    os.replace(aside, full)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id(prefix: str = "") -> str:
    return f"{prefix}{uuid.uuid4().hex[:24]}" if prefix else str(uuid.uuid4())
