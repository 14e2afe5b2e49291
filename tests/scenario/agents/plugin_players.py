"""Scripted OpenCode and Pi: what their plugins send, and what they write down until then."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from tests.agent.opencode.rows import Stored
from tests.scenario.agents.players import Player
from tests.scenario.world import World

TOKENS = {"input": 10, "output": 4, "reasoning": 1, "cache": {"read": 30, "write": 20}}


class OpenCode(Player):
    name = "opencode"

    def __init__(self, world: World, session_id: str = "ses_1") -> None:
        super().__init__(world, session_id, f".local/share/opencode/entire/{session_id}.jsonl")
        self.time = 1794728760000
        home = Path(world.env["HOME"])
        row = {"project_id": "p", "slug": "s", "title": "A title", "version": "1", "parent_id": None}
        about = {"id": session_id, "directory": str(world.repo.path)}
        times = {"time_created": self.time, "time_updated": self.time}
        self.database = Stored(home, [{"table": "session"} | about | row | times])

    def hook(self, verb: str, **more: Any) -> None:
        self.call(verb, {"entire_plugin": "opencode/1", "session_id": self.session_id} | more)

    def message(self, data: dict[str, Any], *parts: dict[str, Any]) -> str:
        self.time += 1000
        number = self.number()
        times = {"time_created": self.time, "time_updated": self.time, "session_id": self.session_id}
        id = f"msg_{number:04}"
        rows = [{"table": "message", "id": id, "data": data} | times]
        for count, part in enumerate(parts):
            rows.append(
                {"table": "part", "id": f"prt_{number:04}_{count}", "message_id": id, "data": part} | times
            )
        self.database.add(rows)
        return id

    def ask(self, prompt: str) -> None:
        self.hook("turn-start", prompt=prompt, model="model-1")
        self.message({"role": "user", "time": {"created": self.time}}, {"type": "text", "text": prompt})

    def answer(self, *parts: dict[str, Any], done: bool = True) -> str:
        times = {"created": self.time, **({"completed": self.time + 500} if done else {})}
        data = {"role": "assistant", "modelID": "model-1", "tokens": TOKENS, "time": times}
        return self.message(data, *parts)

    def use(self, tool: str, **given: Any) -> str:
        times = {"start": int(time.time() * 1000), "end": int(time.time() * 1000)}
        state = {"status": "completed", "input": given, "output": "ok", "metadata": {}, "time": times}
        return self.answer({"type": "tool", "tool": tool, "callID": f"c{self.count}", "state": state})

    def create(self, path: str, content: str) -> str:
        return self.use("write", filePath=str(self.write_file(path, content)), content=content)

    def say(self, text: str) -> str:
        return self.answer({"type": "text", "text": text})


class Pi(Player):
    name = "pi"

    def __init__(self, world: World, session_id: str = "01a1de2e-1ae7-75a2-a8ae-e298763ad721") -> None:
        folder = f"--{str(world.repo.path).removeprefix('/').replace('/', '-')}--"
        super().__init__(world, session_id, f".pi/agent/sessions/{folder}/2026_{session_id}.jsonl")
        self.waiting.append({"type": "session", "version": 3, "id": session_id, "cwd": str(world.repo.path)})
        self.last: str | None = None

    def hook(self, verb: str, **more: Any) -> None:
        about = {"entire_plugin": "pi/1", "session_id": self.session_id, "session_file": str(self.file)}
        self.call(verb, about | {"model": "model-1"} | more)

    def record(self, message: dict[str, Any]) -> str:
        id = f"{self.number():08x}"
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
        self.waiting.append(
            {"type": "message", "id": id, "parentId": self.last, "timestamp": stamp, "message": message}
        )
        self.last = id
        return id

    def ask(self, prompt: str) -> None:
        self.hook("turn-start", prompt=prompt)
        self.record({"role": "user", "content": [{"type": "text", "text": prompt}]})

    def create(self, path: str, content: str) -> None:
        self.write_file(path, content)
        call = {"type": "toolCall", "id": f"c{self.count}", "name": "write"}
        self._answer(call | {"arguments": {"path": path, "content": content}})
        self.record({"role": "toolResult", "toolCallId": call["id"], "content": [], "isError": False})

    def say(self, text: str) -> str:
        return self._answer({"type": "text", "text": text})

    def _answer(self, *content: dict[str, Any]) -> str:
        usage = {"input": 10, "output": 5, "cacheRead": 30, "cacheWrite": 20}
        return self.record({"role": "assistant", "content": content, "model": "model-1", "usage": usage})
