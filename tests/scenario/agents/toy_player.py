"""A session of the agent that `entire agent new` writes, and a repository where it is enabled."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.scenario.world import World
from tools.clients import external


def enabled(world: World) -> World:
    """Enable it, and commit what that adds."""
    world.entire("enable", "--agent", external.NAME)
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "use entire")
    return world


class Toy:
    """A session of the template's agent."""

    def __init__(self, world: World, session_id: str = "chat-1") -> None:
        self.world = world
        self.session_id = session_id
        self.file = Path(world.env["HOME"]) / ".toy-program" / "sessions" / f"{session_id}.jsonl"

    def hook(self, verb: str, **fields: Any) -> str:
        payload = {"session_id": self.session_id, "transcript_path": str(self.file), **fields}
        done = subprocess.run(
            ["entire", "hooks", external.NAME, verb],
            input=json.dumps(payload).encode(),
            cwd=self.world.repo.path,
            env=self.world.env,
            stdout=subprocess.PIPE,
            check=True,
        )
        return done.stdout.decode()

    def record(self, **fields: Any) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a") as file:
            file.write(json.dumps(fields) + "\n")

    def turn(self, prompt: str, files: dict[str, str]) -> None:
        self.hook("prompt", prompt=prompt)
        self.record(role="user", content=prompt)
        for path, content in files.items():
            self.world.repo.write(path, content)
            self.record(role="assistant", content="", files=[path], usage={"input": 5, "output": 2})
        self.record(role="assistant", content="Done.", model="toy-2", usage={"input": 5, "output": 2})
        self.hook("stop")
