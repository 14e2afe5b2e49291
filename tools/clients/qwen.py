"""Qwen Code."""

from __future__ import annotations

from typing import Any

from tools.clients.client import Scripted, new_id, now


class Session(Scripted):
    NAME = "qwen"

    def place(self) -> str:
        folder = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in self.root)
        return f".qwen/projects/{folder}/chats/{self.session_id}.jsonl"

    def common(self, verb: str) -> dict[str, Any]:
        event = "".join(word.capitalize() for word in verb.split("-"))
        return super().common(verb) | {"hook_event_name": event, "timestamp": now()}

    def record(self, kind: str, by: str, parts: list[dict[str, Any]], **fields: Any) -> None:
        common = {"uuid": new_id(), "sessionId": self.session_id, "timestamp": now(), "type": kind}
        role = "model" if kind == "assistant" else "user"
        about = {"provenance": by, "cwd": self.root, "version": "0.24.4"}
        self.append(common | about | {"message": {"role": role, "parts": parts}} | fields)

    def answer(self, *parts: dict[str, Any]) -> None:
        counts = {"promptTokenCount": 100, "candidatesTokenCount": 50, "thoughtsTokenCount": 7}
        usage = counts | {"totalTokenCount": 150, "cachedContentTokenCount": 30}
        thought = {"text": "Let me see.", "thought": True}
        self.record("assistant", "assistant_output", [thought, *parts], model=self.MODEL, usageMetadata=usage)

    def call(self, name: str, given: dict[str, Any]) -> str:
        id = new_id("call_")
        self.answer({"functionCall": {"id": id, "name": name, "args": given}})
        return id

    def result(self, id: str, name: str, output: str, display: Any) -> None:
        parts = [{"functionResponse": {"id": id, "name": name, "response": {"output": output}}}]
        done = {"callId": id, "status": "success", "resultDisplay": display}
        self.record("tool_result", "tool_result", parts, toolCallResult=done)

    def start(self) -> None:
        self.hook("session-start", source="startup", model=self.MODEL)

    def submit(self, text: str) -> None:
        self.hook("user-prompt-submit", prompt=text, submitted_prompt=text)

    def asked(self, text: str) -> None:
        self.record("user", "real_user", [{"text": text}])

    def write(self, path: str, content: str) -> None:
        full, before = f"{self.root}/{path}", self.read(path)
        id = self.call("write_file", {"file_path": full, "content": content})
        self.put(path, content)
        display = {"filePath": full, "originalContent": before or "", "newContent": content}
        self.result(id, "write_file", f"Successfully wrote {full}.", display | {"isNewFile": before is None})

    def calls(self, command: str) -> tuple[str, str]:
        return self.call("run_shell_command", {"command": command, "description": "run"}), command

    def called(self, call: tuple[str, str]) -> None:
        id, command = call
        display = {"type": "shell_result", "exitCode": 0, "output": ""}
        self.result(id, "run_shell_command", f"Command: {command}\nOutput: (empty)\nExit Code: 0", display)

    def say(self, text: str) -> None:
        self.answer({"text": text})

    def stop(self) -> None:
        self.hook("stop", stop_hook_active=False)

    def end(self) -> None:
        self.hook("session-end", reason="clear")
