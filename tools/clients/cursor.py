"""Cursor's editor: no ids, no times, no results of tools, and no tokens."""

from __future__ import annotations

from typing import Any

from tools.clients.client import Scripted


class Session(Scripted):
    NAME = "cursor"

    def place(self) -> str:
        folder = f".cursor/projects/repo/agent-transcripts/{self.session_id}"
        return f"{folder}/{self.session_id}.jsonl"

    def common(self, verb: str) -> dict[str, Any]:
        about = {"conversation_id": self.session_id, "generation_id": "g-1", "model": self.MODEL}
        where = {"workspace_roots": [self.root], "transcript_path": self.transcript}
        return about | where | {"cursor_version": "2.9.0"}

    def message(self, role: str, *blocks: dict[str, Any]) -> None:
        self.append({"role": role, "message": {"content": list(blocks)}})

    def use(self, name: str, **given: Any) -> None:
        self.message("assistant", {"type": "tool_use", "name": name, "input": given})

    def start(self) -> None:
        self.hook("session-start", session_id=self.session_id, composer_mode="agent")

    def submit(self, text: str) -> None:
        self.hook("before-submit-prompt", prompt=text, attachments=[])

    def asked(self, text: str) -> None:
        self.message("user", {"type": "text", "text": f"<user_query>\n{text}\n</user_query>"})

    def write(self, path: str, content: str) -> None:
        full, before = f"{self.root}/{path}", self.read(path)
        self.use("Write", path=full, contents=content)
        self.put(path, content)
        self.hook(
            "after-file-edit", file_path=full, edits=[{"old_string": before or "", "new_string": content}]
        )

    def calls(self, command: str) -> None:
        self.use("Shell", command=command, description="run")

    def say(self, text: str) -> None:
        self.message("assistant", {"type": "text", "text": text})
        self.append({"type": "turn_ended", "status": "success"})

    def stop(self) -> None:
        self.hook("stop", status="completed", loop_count=0)

    def end(self) -> None:
        self.hook("session-end", session_id=self.session_id, reason="user_close")
