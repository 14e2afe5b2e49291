"""A scripted Toy: it calls the hooks, and writes its whole document again whenever something is said."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.scenario.world import World

USAGE = {"input": 11, "output": 7}


class Toy:
    """One session."""

    NAME = "toy"

    def __init__(self, world: World, session_id: str = "chat-1") -> None:
        self.world = world
        self.session_id = session_id
        self.transcript = Path(world.env["HOME"]) / ".toy" / "chats" / f"{session_id}.json"
        self.file = self.transcript

    def hook(self, verb: str, **fields: Any) -> str:
        payload = {"chat": self.session_id, "file": str(self.transcript), **fields}
        done = subprocess.run(
            ["entire", "hooks", self.NAME, verb],
            input=json.dumps(payload).encode(),
            cwd=self.world.repo.path,
            env=self.world.env,
            stdout=subprocess.PIPE,
            check=True,
        )
        return done.stdout.decode()

    @property
    def document(self) -> dict[str, Any]:
        found = json.loads(self.file.read_text()) if self.file.exists() else {"chat": self.session_id}
        return {"messages": [], "updated": 0} | found

    @property
    def messages(self) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = self.document["messages"]
        return messages

    def save(self, messages: list[dict[str, Any]]) -> None:
        """What stands around the messages changes each time, and stands on both sides of them."""
        updated = self.document["updated"] + 1
        document = {"chat": self.session_id, "saved": updated, "messages": messages, "updated": updated}
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(document, indent=1, ensure_ascii=False))

    def add(self, role: str, text: str, **fields: Any) -> None:
        messages = self.messages
        number = len(messages) + 1
        time = f"2026-03-19T10:{number // 60:02d}:{number % 60:02d}Z"
        message = {"id": f"m{number}", "role": role, "timestamp": time, "text": text, **fields}
        self.save([*messages, message])

    def prompt(self, text: str) -> None:
        self.hook("prompt", prompt=text)
        self.add("user", text)

    def write(self, path: str, content: str) -> None:
        full = self.world.repo.path / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(content)
        self.call({"tool": "write", "path": str(full)})

    def call(self, call: dict[str, Any]) -> None:
        self.add("assistant", "", model="toy-1", usage=USAGE, calls=[call])

    def turn(self, prompt: str, files: dict[str, str], answer: str = "Done.") -> None:
        self.prompt(prompt)
        for path, content in files.items():
            self.write(path, content)
        self.add("assistant", answer, model="toy-1", usage=USAGE)
        self.hook("done")


class ExportingToy(Toy):
    """It writes into its store; the transcript is what is exported from there."""

    NAME = "exporting-toy"

    def __init__(self, world: World, session_id: str = "chat-2") -> None:
        super().__init__(world, session_id)
        self.file = self.transcript.parents[1] / "store" / session_id
