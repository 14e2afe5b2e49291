"""Scripted OpenCode 2: the installed plugin in a played host, and what the client writes down until then."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from tests.agent.opencode.newer_host import NewerHost, info
from tests.agent.opencode.newer_store import Newer
from tests.scenario.agents.players import enabled
from tests.scenario.world import World

TOKENS = {"input": 10, "output": 4, "reasoning": 1, "cache": {"read": 30, "write": 20}}
MODEL = {"id": "model-2", "providerID": "fake"}


class OpenCode2:
    """One session. ``exports``: its database is elsewhere, so that the client must be asked."""

    def __init__(
        self, folder: Path, *, exports: bool = False, lacks: tuple[str, ...] = (), entire: str | None = None
    ) -> None:
        self.world: World = enabled(folder, "opencode")
        root = self.world.repo.path
        self.id, self.count = "ses_2", 0
        self.store = Newer(Path(self.world.env["HOME"]), database=not exports)
        if exports:
            self.store.answer("session export")
        else:
            self.store.add_session(self.id, str(root))
        self.world.env["PATH"] = os.pathsep.join([str(self.store.programs), self.world.env["PATH"]])
        if entire is not None:
            (self.store.programs / "entire").write_text(entire)
            (self.store.programs / "entire").chmod(0o755)
        self._folder, self._lacks = folder, lacks
        self.start()

    def start(self) -> None:
        """Start the client's server, for the first time or again."""
        root = self.world.repo.path
        plugin = root / ".opencode/plugins/entire.ts"
        self.host = NewerHost(self._folder / "host", plugin, dict(self.world.env), self._lacks)
        self.host.do("session", info(self.id, str(root)))

    def message(self, kind: str, session_id: str = "", **data: Any) -> None:
        self.count += 1
        now = int(time.time() * 1000)
        times = {"created": now, **({"completed": now} if kind == "assistant" else {})}
        one = {"id": f"msg_{self.count:04}", "type": kind, "time": times} | data
        self.store.add(session_id or self.id, one)

    def answer(self, *content: dict[str, Any], session_id: str = "") -> None:
        self.message("assistant", session_id, agent="build", model=MODEL, tokens=TOKENS, content=content)

    def ask(self, text: str) -> None:
        prompt = {"text": text}
        self.host.hook(
            "session prompt", sessionID=self.id, messageID="msg_x", prompt=prompt, delivery="queue"
        )
        self.message("user", text=text)

    def call(self, when: str, tool: str, given: object, **more: Any) -> None:
        about = {"tool": tool, "sessionID": self.id, "agent": "build", "messageID": "m", "id": f"call_{tool}"}
        self.host.hook(f"tool execute.{when}", **about, input=given, **more)

    def use(self, tool: str, given: dict[str, Any], metadata: dict[str, Any] | None = None) -> None:
        result = {"content": [{"type": "text", "text": "ok"}], "metadata": metadata or {}}
        self.call("after", tool, given, status="completed", result=result)
        state = {"status": "completed", "input": given} | result
        now = int(time.time() * 1000)
        times = {"created": now, "ran": now, "completed": now}
        self.answer({"type": "tool", "id": f"call_{tool}", "name": tool, "state": state, "time": times})

    def create(self, path: str, content: str) -> None:
        self.world.repo.write(path, content)
        given = {"path": path, "content": content}
        self.call("before", "write", given)
        self.use("write", given)

    def say(self, text: str) -> None:
        self.answer({"type": "text", "text": text})

    def end(self, outcome: str = "succeeded", **more: Any) -> None:
        self.host.event(f"session.execution.{outcome}", sessionID=self.id, **more)
        self.host.do("idle")

    def turn(self, text: str, path: str) -> None:
        self.ask(text)
        self.create(path, f"{path}\n")
        self.say(f"{path} is written.")
        self.end()
