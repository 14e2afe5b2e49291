"""The real Droid, headless and without a login, with a fake model behind it. It cannot resume without one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.e2e import script
from tests.e2e.clients.client import Answer, Client, find_executable
from tests.e2e.dialects import anthropic

if TYPE_CHECKING:
    from tests.e2e.script import Step

MODEL = "story-model"
# Custom models are known by their names and numbers.
MODEL_ID = f"custom:{MODEL}-0"


class Droid(Client):
    name = "factoryai-droid"
    agent_type = "Factory AI Droid"
    config = ".factory/settings.json"
    theirs = '{"hooks" : {"SessionStart":[{"hooks":[{"type": "command", "command": "true"}]}]}}'
    dialect = anthropic

    @classmethod
    def find(cls) -> Path:
        return find_executable(
            "ENTIRE_E2E_DROID", "factoryai-droid", "node_modules/@factory/cli-linux-*/bin/droid"
        )

    def prepare(self, home: Path) -> None:
        settings = home / ".factory" / "settings.json"
        settings.parent.mkdir(exist_ok=True)
        model = {
            "model": MODEL,
            "displayName": MODEL,
            "baseUrl": self.model.url,
            "apiKey": "dummy",
            "provider": "anthropic",
            "maxOutputTokens": 4096,
        }
        settings.write_text(json.dumps({"customModels": [model]}))

    def ask(self, prompt: str, cwd: Path, *options: str) -> Answer:
        words = (self.executable, "exec", "--skip-permissions-unsafe", "--model", MODEL_ID, "-o", "json")
        result = json.loads(self.sandbox.run(*words, *options, prompt, cwd=cwd))
        return Answer(result["session_id"], result["result"])

    def resume(self, prompt: str, cwd: Path, session_id: str) -> Answer:
        pytest.fail("Droid resumes only with a login")

    @classmethod
    def resume_command(cls, session_id: str) -> str:
        return f"droid --resume {session_id}"

    def transcript(self, session_id: str) -> Path:
        [path] = Path(self.sandbox.env["HOME"]).glob(f".factory/sessions/*/{session_id}.jsonl")
        return path

    @classmethod
    def write(cls, path: Path, content: str) -> Step:
        return script.call("Create", file_path=str(path), content=content)

    @classmethod
    def edit(cls, path: Path, old: str, new: str) -> Step:
        return script.call("Edit", file_path=str(path), old_str=old, new_str=new)

    @classmethod
    def shell(cls, command: str) -> Step:
        return script.call("Execute", command=command, summary="Run it")
