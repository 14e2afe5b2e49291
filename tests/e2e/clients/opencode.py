"""The real OpenCode, headless, with a fake model behind it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e import script
from tests.e2e.clients.client import Answer, Client, find_executable
from tests.e2e.dialects import openai_chat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.e2e.script import Step

MODEL = "fake-model"
# It installs what plugins may need when it starts, and asks for new models and versions.
OFFLINE = {
    "npm_config_offline": "true",
    "OPENCODE_DISABLE_MODELS_FETCH": "1",
    "OPENCODE_DISABLE_AUTOUPDATE": "1",
    "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
}


class OpenCode(Client):
    name = "opencode"
    agent_type = "OpenCode"
    config = ".opencode/plugins/entire.ts"
    theirs = None
    beside = (".opencode/plugins/team.js", "export const Team = async () => ({})\n")
    dialect = openai_chat

    @classmethod
    def find(cls) -> Path:
        return find_executable("ENTIRE_E2E_OPENCODE", "opencode", "node_modules/opencode-linux*/bin/opencode")

    def prepare(self, home: Path) -> None:
        config = home / ".config/opencode/opencode.json"
        config.parent.mkdir(parents=True, exist_ok=True)
        provider = {
            "npm": "@ai-sdk/openai-compatible",
            "name": "Fake",
            "options": {"baseURL": f"{self.model.url}/v1", "apiKey": "dummy"},
            "models": {MODEL: {"name": "Fake"}},
        }
        config.write_text(json.dumps({"provider": {"fake": provider}, "model": f"fake/{MODEL}"}))
        models = config.with_name("models.json")  # else it reads a list of thousands, at each start
        models.write_text("{}")
        # `entire` runs `opencode`, too: to import a conversation.
        env = self.sandbox.env
        path = os.pathsep.join([env["PATH"], str(self.executable.parent)])
        env |= OFFLINE | {"OPENCODE_MODELS_PATH": str(models), "PATH": path}

    def ask(self, prompt: str, cwd: Path, *options: str) -> Answer:
        # It may exit while it still installs what plugins may need. Then it waits a minute for its own lock.
        shutil.rmtree(Path(self.sandbox.env["HOME"]) / ".local/state/opencode/locks", ignore_errors=True)
        out = self.sandbox.run(self.executable, "run", "--format", "json", *options, prompt, cwd=cwd)
        rows = [json.loads(row) for row in out.splitlines()]
        texts = [row["part"]["text"] for row in rows if row["type"] == "text"]
        return Answer(rows[-1]["sessionID"], texts[-1] if texts else "")

    def resume(self, prompt: str, cwd: Path, session_id: str) -> Answer:
        return self.ask(prompt, cwd, "--session", session_id)

    @classmethod
    def resume_command(cls, session_id: str) -> str:
        return f"opencode --session {session_id}"

    def transcript(self, session_id: str) -> Path:
        """It has none, but a database: the file is ours."""
        return Path(self.sandbox.env["HOME"]) / ".local/share/opencode/entire" / f"{session_id}.jsonl"

    @classmethod
    def write(cls, path: Path, content: str) -> Step:
        return script.call("write", filePath=str(path), content=content)

    @classmethod
    def edit(cls, path: Path, old: str, new: str) -> Step:
        return script.call("edit", filePath=str(path), oldString=old, newString=new)

    @classmethod
    def shell(cls, command: str) -> Step:
        return script.call("bash", command=command, description="Run it")

    @classmethod
    def total(cls, steps: Iterable[Step]) -> dict[str, int]:
        return openai_chat.total(steps)
