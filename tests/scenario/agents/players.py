"""Scripted clients: they call the hooks as the real ones do, and write down as much and as late."""

from __future__ import annotations

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.scenario.world import World


def enabled(tmp_path: Path, agent: str) -> World:
    """A repository in which one agent is enabled."""
    return World.new(tmp_path / "repo", agent=agent)


class Player:
    """One session of a client."""

    name: str

    def __init__(self, world: World, session_id: str, transcript: str) -> None:
        self.world = world
        self.session_id = session_id
        self.file = Path(world.env["HOME"]) / transcript
        self.waiting: list[dict[str, Any]] = []  # records that are not written yet
        self.count = 0

    def call(self, verb: str, payload: dict[str, Any]) -> None:
        done = subprocess.run(
            ["entire", "hooks", self.name, verb],
            input=json.dumps(payload).encode(),
            cwd=self.world.repo.path,
            env=self.world.env,
            capture_output=True,
            check=True,
        )
        assert done.stdout == b""  # none of these clients shows it

    def number(self) -> int:
        self.count += 1
        return self.count

    def flush(self) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a") as file:
            file.writelines(json.dumps(record, separators=(",", ":")) + "\n" for record in self.waiting)
        self.waiting = []

    def write_file(self, path: str, content: str) -> Path:
        return self.world.repo.write(path, content)


class Copilot(Player):
    name = "copilot-cli"

    def __init__(self, world: World, session_id: str = "11111111-2222-3333-4444-555555555555") -> None:
        super().__init__(world, session_id, f".copilot/session-state/{session_id}/events.jsonl")
        self.time = 1794728760000

    def hook(self, verb: str, **more: Any) -> None:
        self.time += 1000
        self.call(verb, {"sessionId": self.session_id, "timestamp": self.time, "cwd": "/repo"} | more)

    def record(self, kind: str, agent_id: str = "", **data: Any) -> None:
        number = self.number()
        record = {"type": kind, "data": data, "id": f"e{number}", "timestamp": _now()}
        self.waiting.append(record | ({"agentId": agent_id} if agent_id else {}))

    def ask(self, prompt: str) -> None:
        self.hook("user-prompt-submitted", prompt=prompt)
        self.record("user.message", content=prompt)

    def use(self, tool: str, agent_id: str = "", **given: Any) -> None:
        number = self.number()
        usage = {"inputTokens": 150, "cacheReadTokens": 30, "cacheWriteTokens": 20, "outputTokens": 50}
        self.record("session.usage_record", agent_id, usage=usage | {"apiCallId": f"m{number}"})
        self.record("assistant.message", agent_id, content="", model="model-1")
        call = {"toolCallId": f"t{number}", "toolName": tool}
        self.record("tool.execution_start", agent_id, **call, arguments=given)
        self.record("tool.execution_complete", agent_id, **call, success=True, result={"content": "ok"})

    def create(self, path: str, content: str, agent_id: str = "") -> None:
        self.use("create", agent_id, path=str(self.write_file(path, content)), file_text=content)

    def say(self, text: str) -> None:
        self.record("assistant.message", content=text, model="model-1")

    def stop_record(self) -> None:
        """The client also writes down that it is about to call the hook."""
        self.record("hook.start", hookType="agentStop", input={"timestamp": self.time + 1000})

    def stop(self) -> None:
        self.hook("agent-stop", transcriptPath=str(self.file), stopReason="end_turn")


class Droid(Player):
    name = "factoryai-droid"

    def __init__(self, world: World, session_id: str = "d-1", *, headless: bool = True) -> None:
        super().__init__(world, session_id, f".factory/sessions/-repo/{session_id}.jsonl")
        self.headless = headless
        self.used = 0

    def hook(self, verb: str, **more: Any) -> None:
        self.flush()
        common = {"session_id": self.session_id, "transcript_path": str(self.file)}
        self.call(verb, common | {"permission_mode": "auto-low"} | more)

    def start(self, title: str) -> None:
        self.waiting.append({"type": "session_start", "id": self.session_id, "title": title})
        self.count_tokens()
        self.hook("session-start", source="startup")

    def count_tokens(self) -> None:
        tags = [{"name": "exec"}] if self.headless else []
        tokens = {"inputTokens": 2 * self.used, "outputTokens": self.used}
        self.file.parent.mkdir(parents=True, exist_ok=True)
        beside = self.file.with_suffix(".settings.json")
        beside.write_text(json.dumps({"tags": tags, "tokenUsage": tokens}, indent=2))

    def message(self, role: str, *blocks: dict[str, Any], **more: Any) -> None:
        number = self.number()
        message = {"role": role, "content": list(blocks), **more}
        self.waiting.append({"type": "message", "id": f"m{number}", "timestamp": _now(), "message": message})

    def ask(self, prompt: str) -> None:
        if not self.headless:
            self.hook("user-prompt-submit", prompt=prompt)
        self.message("user", {"type": "text", "text": "<system-reminder>x"}, visibility="llm_only")
        self.message("user", {"type": "text", "text": prompt})

    def use(self, tool: str, **given: Any) -> None:
        self.used += 10
        call = {"type": "tool_use", "id": f"t{self.number()}", "name": tool, "input": given}
        self.message("assistant", call, modelId="model-1")
        self.message("user", {"type": "tool_result", "tool_use_id": call["id"], "content": "ok"})
        self.count_tokens()
        self.flush()

    def create(self, path: str, content: str) -> None:
        self.use("Create", file_path=str(self.write_file(path, content)), content=content)

    def stop(self) -> None:
        self.used += 10
        self.message("assistant", {"type": "text", "text": "Done."}, modelId="model-1")
        self.count_tokens()
        self.hook("stop", stop_hook_active=False)


class Cursor(Player):
    name = "cursor"

    def __init__(self, world: World, session_id: str = "c-1") -> None:
        folder = f".cursor/projects/repo/agent-transcripts/{session_id}"
        super().__init__(world, session_id, f"{folder}/{session_id}.jsonl")

    def hook(self, verb: str, **more: Any) -> None:
        common = {"conversation_id": self.session_id, "generation_id": "g-1", "model": "model-1"}
        where = {"workspace_roots": [str(self.world.repo.path)], "transcript_path": str(self.file)}
        self.call(verb, common | where | {"cursor_version": "2.9.0"} | more)

    def message(self, role: str, *blocks: dict[str, Any]) -> None:
        self.waiting.append({"role": role, "message": {"content": list(blocks)}})

    def ask(self, prompt: str) -> None:
        self.message("user", {"type": "text", "text": f"<user_query>\n{prompt}\n</user_query>"})

    def write(self, path: str, content: str) -> None:
        file = str(self.write_file(path, content))
        self.message("assistant", {"type": "tool_use", "name": "Write", "input": {"path": file}})
        self.hook("after-file-edit", file_path=file, edits=[])


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
