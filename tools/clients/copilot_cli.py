"""Copilot CLI: a log of events."""

from __future__ import annotations

import time
from typing import Any

from tools.clients.client import Scripted, new_id, now

_USED = {"inputTokens": 150, "cacheReadTokens": 30, "cacheWriteTokens": 20, "outputTokens": 50}


class Session(Scripted):
    NAME = "copilot-cli"

    def place(self) -> str:
        return f".copilot/session-state/{self.session_id}/events.jsonl"

    def common(self, verb: str) -> dict[str, Any]:
        return {"sessionId": self.session_id, "timestamp": _milliseconds(), "cwd": self.root}

    def record(self, kind: str, **data: Any) -> None:
        self.append({"type": kind, "data": data, "id": new_id(), "timestamp": now()})

    def answer(self, text: str, *calls: dict[str, Any]) -> None:
        usage = _USED | {"apiCallId": new_id("msg_"), "model": self.MODEL}
        self.record("session.usage_record", usage=usage)
        self.record("assistant.message", content=text, model=self.MODEL, toolRequests=list(calls))

    def begun(self, name: str, given: dict[str, Any]) -> dict[str, Any]:
        call = {"toolCallId": new_id("toolu_")}
        self.answer("", call | {"name": name, "arguments": given, "type": "function"})
        self.record("tool.execution_start", **call, toolName=name, arguments=given)
        return call

    def done(self, call: dict[str, Any], content: str) -> None:
        self.record("tool.execution_complete", **call, success=True, result={"content": content})

    def start(self) -> None:
        about = {"sessionId": self.session_id, "version": 1, "copilotVersion": "1.0.102"}
        self.record("session.start", **about, selectedModel=self.MODEL, context={"cwd": self.root})
        self.hook("session-start", source="new")

    def submit(self, text: str) -> None:
        self.hook("user-prompt-submitted", prompt=text)

    def asked(self, text: str) -> None:
        sent = f"<current_datetime>{now()}</current_datetime>\n\n{text}"
        self.record("user.message", content=text, transformedContent=sent)
        self.record("assistant.turn_start", turnId="0")

    def write(self, path: str, content: str) -> None:
        full = f"{self.root}/{path}"
        if (before := self.read(path)) is None:
            call = self.begun("create", {"path": full, "file_text": content})
        else:
            call = self.begun("edit", {"path": full, "old_str": before, "new_str": content})
        self.put(path, content)
        self.done(call, f"Created file {full} with {len(content)} characters")

    def calls(self, command: str) -> dict[str, Any]:
        return self.begun("bash", {"command": command, "description": "run"})

    def called(self, call: dict[str, Any]) -> None:
        self.done(call, "<exited with exit code 0>")

    def say(self, text: str) -> None:
        self.answer(text)
        self.record("assistant.turn_end", turnId="0")

    def stop(self) -> None:
        """The client writes down that it is about to call the hook, by the time of the call."""
        called = _milliseconds()
        self.record("hook.start", hookType="agentStop", input={"timestamp": called})
        more = {"transcriptPath": self.transcript, "stopReason": "end_turn", "timestamp": called}
        self.hook("agent-stop", **more)

    def end(self) -> None:
        self.hook("session-end", reason="complete")


def _milliseconds() -> int:
    return int(time.time() * 1000)
