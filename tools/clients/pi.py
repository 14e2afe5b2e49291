"""Pi: a tree of records, of which one branch is active; our extension calls the hooks."""

from __future__ import annotations

import json
from typing import Any

from tools.clients.client import Scripted, new_id, now

_USED = {"input": 100, "output": 50, "cacheRead": 30, "cacheWrite": 20}


class Session(Scripted):
    NAME = "pi"

    def place(self) -> str:
        folder = f"--{self.root.strip('/').replace('/', '-')}--"
        return f".pi/agent/sessions/{folder}/2026-11-15T07-42-31-000Z_{self.session_id}.jsonl"

    def common(self, verb: str) -> dict[str, Any]:
        about = {"entire_plugin": "pi/1", "session_id": self.session_id, "session_file": self.transcript}
        return about | {"model": self.MODEL}

    def record(self, **message: Any) -> None:
        lines = self.written().splitlines()
        if not lines:
            self.append({"type": "session", "version": 3, "id": self.session_id, "cwd": self.root})
        last = json.loads(lines[-1])["id"] if len(lines) > 1 else None
        self.append(
            {"type": "message", "id": new_id()[:8], "parentId": last, "timestamp": now(), "message": message}
        )

    def answer(self, *content: dict[str, Any]) -> None:
        self.record(role="assistant", content=content, model=self.MODEL, usage=_USED)

    def start(self) -> None:
        self.hook("session-start")

    def submit(self, text: str) -> None:
        self.hook("turn-start", prompt=text)

    def asked(self, text: str) -> None:
        self.record(role="user", content=[{"type": "text", "text": text}])

    def write(self, path: str, content: str) -> None:
        call = self._call("write", path=path, content=content)
        self.put(path, content)
        self.called(call)

    def calls(self, command: str) -> str:
        return self._call("bash", command=command)

    def _call(self, tool: str, **given: Any) -> str:
        call = new_id("call_")
        self.answer({"type": "toolCall", "id": call, "name": tool, "arguments": given})
        return call

    def called(self, call: str) -> None:
        self.record(role="toolResult", toolCallId=call, content=[], isError=False)

    def say(self, text: str) -> None:
        self.answer({"type": "text", "text": text})

    def stop(self) -> None:
        self.hook("turn-end")

    def end(self) -> None:
        self.hook("session-end")
