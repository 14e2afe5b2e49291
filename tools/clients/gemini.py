"""Gemini CLI: a log of updates, in which an answer comes again with what its calls did."""

from __future__ import annotations

from typing import Any

from tools.clients.client import Scripted, new_id, now

_TOKENS = {"input": 100, "output": 50, "cached": 30, "thoughts": 7, "tool": 0, "total": 157}
_CONTEXT = "<session_context>\nThis is the Gemini CLI.\n</session_context>"
# The client turns off git's hooks in the commands that it runs.
_NO_HOOKS = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.hooksPath", "GIT_CONFIG_VALUE_0": ""}


class Session(Scripted):
    NAME = "gemini"
    COMMAND_ENV = _NO_HOOKS

    def place(self) -> str:
        return f".gemini/tmp/repo/chats/session-2026-11-15T07-44-{self.session_id[:8]}.jsonl"

    def common(self, verb: str) -> dict[str, Any]:
        event = "".join(word.capitalize() for word in verb.split("-"))
        return super().common(verb) | {"hook_event_name": event, "timestamp": now()}

    def message(self, kind: str, **fields: Any) -> dict[str, Any]:
        return {"id": new_id(), "timestamp": now(), "type": kind, **fields}

    def log(self, *records: dict[str, Any]) -> None:
        self.append(*records, {"$set": {"lastUpdated": now()}})

    def answer(self, text: str = "") -> dict[str, Any]:
        thoughts = [{"subject": "", "description": "Let me see.", "timestamp": now()}]
        said = self.message("gemini", content=text, thoughts=thoughts, tokens=_TOKENS, model=self.MODEL)
        self.log(said)
        return said

    def done(self, said: dict[str, Any], name: str, given: dict[str, Any], output: str, display: Any) -> None:
        id = f"{name}_{new_id()}"
        response = {"functionResponse": {"id": id, "name": name, "response": {"output": output}}}
        call = {"id": id, "name": name, "args": given, "result": [response], "status": "success"}
        self.append(said | {"toolCalls": [call | {"timestamp": now(), "resultDisplay": display}]})
        self.log(self.message("user", content=[response]))

    def start(self) -> None:
        self.append({"sessionId": self.session_id, "projectHash": "x", "startTime": now(), "kind": "main"})
        self.append({"$set": {"messages": [self.message("user", content=[{"text": _CONTEXT}])]}})
        self.hook("session-start", source="startup")

    def submit(self, text: str) -> None:
        self.hook("before-agent", prompt=text)

    def asked(self, text: str) -> None:
        self.log(self.message("user", content=[{"text": text}]))

    def write(self, path: str, content: str) -> None:
        full, before, said = f"{self.root}/{path}", self.read(path), self.answer()
        self.put(path, content)
        display = {"filePath": full, "originalContent": before or "", "newContent": content}
        given = {"file_path": full, "content": content}
        self.done(
            said, "write_file", given, f"Successfully wrote {full}.", display | {"isNewFile": before is None}
        )

    def calls(self, command: str) -> tuple[dict[str, Any], str]:
        """Only the answer: it comes again with the call, when that is done."""
        return self.answer(), command

    def called(self, call: tuple[dict[str, Any], str]) -> None:
        said, command = call
        output = "<untrusted_context>\nOutput: (empty)\n</untrusted_context>"
        self.done(said, "run_shell_command", {"command": command, "description": "run"}, output, "")

    def say(self, text: str) -> None:
        self.answer(text)

    def stop(self) -> None:
        self.hook("after-agent", stop_hook_active=False)

    def end(self) -> None:
        self.hook("session-end", reason="exit")
