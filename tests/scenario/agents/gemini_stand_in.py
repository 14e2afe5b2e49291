"""A scripted Gemini CLI: it calls the hooks, and appends to a log of updates as the client does."""

from __future__ import annotations

import itertools
import json
import subprocess
from pathlib import Path
from typing import Any

from tests.scenario.world import World

SESSION = "5c57ecd6-69f2-4c63-835c-a79b2d576107"
TOKENS = {"input": 100, "output": 50, "cached": 30, "thoughts": 7, "tool": 0, "total": 157}


class Gemini:
    """One session."""

    def __init__(self, world: World, session_id: str = SESSION) -> None:
        self.world, self.session_id = world, session_id
        self.chats = Path(world.env["HOME"]) / ".gemini" / "tmp" / "repo" / "chats"
        self.chats.mkdir(parents=True, exist_ok=True)
        self.file = self.chats / f"session-2026-11-15T07-44-{session_id[:8]}.jsonl"
        self._numbers = itertools.count(1)
        if not self.file.exists():
            self.append(self.file, {"sessionId": session_id, "projectHash": "x", "kind": "main"})
            context = {
                "id": "0",
                "type": "user",
                "content": [{"text": "<session_context>\n</session_context>"}],
            }
            self.append(self.file, {"$set": {"messages": [context]}})

    def hook(self, verb: str, **fields: Any) -> str:
        payload = {"session_id": self.session_id, "transcript_path": str(self.file), **fields}
        done = subprocess.run(
            ["entire", "hooks", "gemini", verb],
            input=json.dumps(payload).encode(),
            cwd=self.world.repo.path,
            env=self.world.env,
            stdout=subprocess.PIPE,
            check=True,
        )
        return done.stdout.decode()

    @staticmethod
    def append(path: Path, record: dict[str, Any]) -> None:
        with path.open("a") as file:
            file.write(json.dumps(record) + "\n")

    def record(self, kind: str, **fields: Any) -> dict[str, Any]:
        number = next(self._numbers)
        time = f"2026-11-15T07:{number // 60:02d}:{number % 60:02d}.000Z"
        return {"id": f"{self.session_id[:4]}-{number}", "timestamp": time, "type": kind} | fields

    def answer(self, text: str = "", *calls: dict[str, Any], path: Path | None = None) -> None:
        """An answer of the model; with calls it comes again, with what they did."""
        record = self.record("gemini", content=text, tokens=TOKENS, model="gemini-3-pro")
        self.append(path or self.file, record)
        if calls:
            self.append(path or self.file, {**record, "toolCalls": list(calls)})
        self.append(path or self.file, {"$set": {"lastUpdated": record["timestamp"]}})

    def prompt(self, text: str) -> None:
        self.hook("before-agent", prompt=text)
        self.append(self.file, self.record("user", content=[{"text": text}]))

    def write(self, path: str, content: str, *, to: Path | None = None) -> None:
        full = self.world.repo.path / path
        before = full.read_text() if full.exists() else ""
        new = not full.exists()
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(content)
        display = {"filePath": str(full), "originalContent": before, "newContent": content, "isNewFile": new}
        call = {"id": f"write_{path}", "name": "write_file", "args": {"file_path": path, "content": content}}
        self.answer("", call | {"status": "success", "result": [], "resultDisplay": display}, path=to)

    def shell(self, *words: str) -> None:
        """Git's hooks do not run in it."""
        self.world.git("-c", "core.hooksPath=", *words)
        call = {"id": "sh", "name": "run_shell_command", "args": {"command": " ".join(("git", *words))}}
        self.answer("", call | {"status": "success", "result": []})

    def stop(self, text: str = "Done.") -> str:
        self.answer(text)
        return self.hook("after-agent", prompt_response=text)

    def delegate(self, prompt: str, agent_id: str, files: dict[str, str]) -> None:
        """Call a subagent, which writes files."""
        given = {"agent_name": "generalist", "prompt": prompt}
        self.hook("before-tool", tool_name="invoke_agent", tool_input=given)
        log = self.chats / self.session_id / f"{agent_id}.jsonl"
        log.parent.mkdir(exist_ok=True)
        self.append(log, {"sessionId": agent_id, "projectHash": "x", "kind": "subagent"})
        self.append(log, self.record("user", content=[{"text": prompt}]))
        for path, content in files.items():
            self.write(path, content, to=log)
        self.hook("after-tool", tool_name="invoke_agent", tool_input=given, tool_response={})
        call = {"id": "call_1", "name": "invoke_agent", "args": given, "agentId": agent_id}
        self.answer("", call | {"status": "success", "result": []})
