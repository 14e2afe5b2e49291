"""A scripted stand-in for Claude Code: it calls the same hooks and writes the same transcript.

For `entire demo`, and for tests that need an agent but not the real client.
"""

from __future__ import annotations

import json
import os
import subprocess
import uuid
from datetime import UTC, datetime
from typing import Any

MODEL = "claude-opus-4-8"


class StandIn:
    """One session. Times, ids and token counts are made up; hooks, files and git are real."""

    def __init__(self, root: str, env: dict[str, str], session_id: str = "") -> None:
        self.root = root
        self.env = env
        self.session_id = session_id or str(uuid.uuid4())
        folder = "".join(c if c.isascii() and c.isalnum() else "-" for c in root)
        self.transcript = os.path.join(env["HOME"], ".claude", "projects", folder, f"{self.session_id}.jsonl")
        self.last_answer = ""

    def hook(self, verb: str, **fields: Any) -> str:
        """Call one hook as the client does and return what it prints."""
        payload = {
            "session_id": self.session_id,
            "transcript_path": self.transcript,
            "cwd": self.root,
            **fields,
        }
        done = subprocess.run(
            ["entire", "hooks", "claude-code", verb],
            input=json.dumps(payload).encode(),
            cwd=self.root,
            env=self.env,
            stdout=subprocess.PIPE,
            check=True,
        )
        return done.stdout.decode()

    def record(self, **fields: Any) -> None:
        """Append a line to the transcript."""
        os.makedirs(os.path.dirname(self.transcript), exist_ok=True)
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        known = {"uuid": str(uuid.uuid4()), "sessionId": self.session_id, "cwd": self.root, "timestamp": now}
        line = known | fields
        with open(self.transcript, "a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def start(self, source: str = "startup") -> str:
        return self.hook("session-start", hook_event_name="SessionStart", source=source)

    def prompt(self, text: str) -> None:
        """Submit a prompt; like the client, record it after calling the hook."""
        self.hook("user-prompt-submit", hook_event_name="UserPromptSubmit", prompt=text)
        self.record(type="user", message={"role": "user", "content": text})

    def answer(
        self, *blocks: dict[str, Any], tokens: tuple[int, int, int, int] = (12, 340, 2900, 85)
    ) -> None:
        """Record the model's answer: like the client, one record per block, each with the same usage."""
        keys = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
        message_id = f"msg_{uuid.uuid4().hex[:24]}"
        for block in blocks:
            usage = dict(zip(keys, tokens, strict=True))
            message = {
                "id": message_id,
                "role": "assistant",
                "model": MODEL,
                "content": [block],
                "usage": usage,
            }
            self.record(type="assistant", message=message)

    def say(self, text: str) -> None:
        self.last_answer = text
        self.answer({"type": "text", "text": text})

    def use(self, name: str, **given: Any) -> str:
        """Record a tool call with its result and return its id."""
        tool_id = self.call(name, **given)
        self.result(tool_id)
        return tool_id

    def call(self, name: str, **given: Any) -> str:
        """Record a tool call, before the tool runs, and return its id."""
        tool_id = f"toolu_{uuid.uuid4().hex[:24]}"
        self.answer({"type": "tool_use", "id": tool_id, "name": name, "input": given})
        return tool_id

    def result(self, tool_id: str, report: dict[str, Any] | None = None) -> None:
        """Record what a tool did. ``report``: what the client notes next to what the model sees."""
        block = {"type": "tool_result", "tool_use_id": tool_id, "content": "ok"}
        fields = {"toolUseResult": report} if report is not None else {}
        self.record(type="user", message={"role": "user", "content": [block]}, **fields)

    def write(self, path: str, content: str) -> None:
        """Write a file, as the Write tool does."""
        full = os.path.join(self.root, path)
        before = self._read(full)
        tool_id = self.call("Write", file_path=full, content=content)
        self._write(full, content)
        kind = "create" if before is None else "update"
        self.result(tool_id, {"type": kind, "content": content} | self._report(full, before))

    def replace(self, path: str, old: str, new: str) -> None:
        """Replace a text in a file, as the Edit tool does."""
        full = os.path.join(self.root, path)
        before = self._read(full) or ""
        tool_id = self.call("Edit", file_path=full, old_string=old, new_string=new)
        self._write(full, before.replace(old, new, 1))
        what = {"oldString": old, "newString": new, "replaceAll": False}
        self.result(tool_id, what | self._report(full, before))

    @staticmethod
    def _read(full: str) -> str | None:
        try:
            with open(full, encoding="utf-8", newline="") as file:
                return file.read()
        except (OSError, ValueError):
            return None

    @staticmethod
    def _write(full: str, content: str) -> None:
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8", newline="") as file:
            file.write(content)

    @staticmethod
    def _report(full: str, before: str | None) -> dict[str, Any]:
        return {"filePath": full, "originalFile": before, "structuredPatch": [], "userModified": False}

    def shell(self, command: str) -> None:
        """Run a command, as the Bash tool does: without a terminal."""
        tool_id = self.call("Bash", command=command, description="Run a command")
        subprocess.run(
            ["sh", "-c", command], cwd=self.root, env=self.env, check=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        self.result(tool_id, {"stdout": "", "stderr": "", "interrupted": False})

    def stop(self) -> None:
        self.hook("stop", hook_event_name="Stop", last_assistant_message=self.last_answer)

    def end(self, reason: str = "prompt_input_exit") -> None:
        self.hook("session-end", hook_event_name="SessionEnd", reason=reason)

    def turn(self, prompt: str, files: dict[str, str], answer: str = "Done.") -> None:
        """A whole turn that writes some files."""
        self.prompt(prompt)
        for path, content in files.items():
            self.write(path, content)
        self.say(answer)
        self.stop()
