"""Codex: much is written twice, as an item of the conversation and as an event for clients."""

from __future__ import annotations

import json
from typing import Any

from tools.clients.client import Scripted, new_id, now

_USED = {"input_tokens": 100, "cached_input_tokens": 30, "output_tokens": 50}


class Session(Scripted):
    NAME = "codex"

    def place(self) -> str:
        return f".codex/sessions/2026/11/15/rollout-2026-11-15T07-42-31-{self.session_id}.jsonl"

    def common(self, verb: str) -> dict[str, Any]:
        event = "".join(word.capitalize() for word in verb.split("-"))
        more = {"hook_event_name": event, "model": self.MODEL, "permission_mode": "bypassPermissions"}
        return super().common(verb) | more

    def record(self, kind: str, **payload: Any) -> None:
        self.append({"timestamp": now(), "type": kind, "payload": payload})

    def item(self, kind: str, **fields: Any) -> None:
        turn = {"internal_chat_message_metadata_passthrough": fields.pop("about", {})}
        self.record("response_item", type=kind, id=new_id(f"{kind[:3]}_"), **fields, **turn)

    def event(self, kind: str, **fields: Any) -> None:
        item = {"type": kind, "id": fields.pop("id", new_id()), **fields}
        self.record("event_msg", type="item_completed", thread_id=self.session_id, item=item)

    def answered(self) -> None:
        """Count the tokens of an answer, twice as the client does."""
        number = self.written().count('"type":"token_usage_record"') + 1
        total = {key: count * number for key, count in _USED.items()}
        answer = {"response_id": new_id("resp_"), "usage": _USED, "thread_token_usage": total}
        self.record("token_usage_record", **answer)
        info = {"total_token_usage": total, "last_token_usage": _USED}
        self.record("event_msg", type="token_count", info=info)

    def start(self) -> None:
        self.record("session_meta", id=self.session_id, cwd=self.root, cli_version="0.166.0")
        self.hook("session-start", source="startup")

    def submit(self, text: str) -> None:
        self.hook("user-prompt-submit", prompt=text)

    def asked(self, text: str) -> None:
        self.record("event_msg", type="task_started", turn_id=new_id())
        context = f"<environment_context>\n  <cwd>{self.root}</cwd>\n</environment_context>"
        self._message("user", "input_text", context, "contextual_user")
        self.record("turn_context", cwd=self.root, model=self.MODEL)
        self._message("user", "input_text", text, "user.text")
        self.event("UserMessage", content=[{"type": "text", "text": text}])

    def _message(self, role: str, kind: str, text: str, about: str) -> None:
        content = [{"type": kind, "text": text}]
        self.item("message", role=role, content=content, about={"content_item_kinds": [about]})

    def write(self, path: str, content: str) -> None:
        call, before, full = new_id("call_"), self.read(path), f"{self.root}/{path}"
        removed = [] if before is None else ["@@", *(f"-{line}" for line in before.splitlines())]
        lines = [*removed, *(f"+{line}" for line in content.splitlines())]
        head = f"*** {'Add' if before is None else 'Update'} File: {path}"
        patch = "\n".join(["*** Begin Patch", head, *lines, "*** End Patch\n"])
        self.item("custom_tool_call", status="completed", call_id=call, name="apply_patch", input=patch)
        self.put(path, content)
        change = {"type": "update", "unified_diff": "\n".join(lines), "move_path": None}
        if before is None:
            change = {"type": "add", "content": content}
        self.event("FileChange", id=call, changes={full: change}, status="completed")
        output = f"Exit code: 0\nOutput:\nSuccess. Updated the following files:\n{head[4]} {path}\n"
        self.item("custom_tool_call_output", call_id=call, output=output)
        self.answered()

    def calls(self, command: str) -> tuple[str, str]:
        call, given = new_id("call_"), json.dumps({"cmd": command})
        self.item("function_call", status="completed", call_id=call, name="exec_command", arguments=given)
        return call, command

    def called(self, call: tuple[str, str]) -> None:
        id, command = call
        self.event("CommandExecution", id=id, command=["/bin/bash", "-lc", command], status="completed")
        output = "Wall time: 0.0000 seconds\nProcess exited with code 0\nOutput:\n"
        self.item("function_call_output", call_id=id, output=output)
        self.answered()

    def say(self, text: str) -> None:
        self.event("AgentMessage", content=[{"type": "Text", "text": text}])
        self._message("assistant", "output_text", text, "unknown")
        self.answered()

    def stop(self) -> None:
        self.hook("stop", stop_hook_active=False)
        self.record("event_msg", type="task_complete", turn_id=new_id())

    def end(self) -> None:
        self.hook("session-end", reason="other")
