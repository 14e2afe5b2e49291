"""Factory AI's Droid in a terminal: tokens are counted beside the transcript."""

from __future__ import annotations

import json
import os
from typing import Any

from tools.clients.client import Scripted, new_id, now


class Session(Scripted):
    NAME = "factoryai-droid"

    def place(self) -> str:
        return f".factory/sessions/-repo/{self.session_id}.jsonl"

    def common(self, verb: str) -> dict[str, Any]:
        event = "".join(word.capitalize() for word in verb.split("-"))
        return super().common(verb) | {"permission_mode": "auto-low", "hook_event_name": event}

    def message(self, role: str, *blocks: dict[str, Any], **more: Any) -> None:
        message = {"role": role, "content": list(blocks), **more}
        self.append({"type": "message", "id": new_id(), "timestamp": now(), "message": message})

    def answer(self, block: dict[str, Any]) -> None:
        self.message("assistant", block, modelId=self.MODEL)
        answers = self.written().count('"role":"assistant"')
        tokens = {"inputTokens": 100 * answers, "outputTokens": 50 * answers}
        beside = f"{self.transcript.removesuffix('.jsonl')}.settings.json"
        with open(beside, "w", encoding="utf-8") as file:
            json.dump({"tags": [], "tokenUsage": tokens}, file, indent=2)

    def begun(self, name: str, given: dict[str, Any]) -> str:
        id = new_id("toolu_")
        self.answer({"type": "tool_use", "id": id, "name": name, "input": given})
        return id

    def done(self, id: str, content: str) -> None:
        self.message(
            "user", {"type": "tool_result", "tool_use_id": id, "is_error": False, "content": content}
        )

    def start(self) -> None:
        about = {"title": "New session", "owner": "user", "version": 2, "cwd": self.root}
        self.append({"type": "session_start", "id": self.session_id} | about)
        self.hook("session-start", source="startup")

    def submit(self, text: str) -> None:
        self.hook("user-prompt-submit", prompt=text)

    def asked(self, text: str) -> None:
        reminder = {"type": "text", "text": "<system-reminder>\nTools.\n</system-reminder>"}
        self.message("user", reminder, visibility="llm_only")
        self.message("user", {"type": "text", "text": text}, interactionMode="auto")

    def write(self, path: str, content: str) -> None:
        full = os.path.join(self.root, path)
        if (before := self.read(path)) is None:
            id = self.begun("Create", {"file_path": full, "content": content})
        else:
            id = self.begun("Edit", {"file_path": full, "old_str": before, "new_str": content})
        self.put(path, content)
        self.done(id, json.dumps({"success": True, "file_path": full}))

    def calls(self, command: str) -> str:
        return self.begun("Execute", {"summary": "run", "command": command})

    def called(self, call: str) -> None:
        self.done(call, "\n\n[Process exited with code 0]")

    def say(self, text: str) -> None:
        self.answer({"type": "text", "text": text})

    def stop(self) -> None:
        self.hook("stop", stop_hook_active=False)

    def end(self) -> None:
        self.hook("session-end", reason="other")
