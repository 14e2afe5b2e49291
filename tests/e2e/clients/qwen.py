"""The real Qwen Code, headless, with a fake model behind it. It comes with the Node.js that it needs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e import script
from tests.e2e.clients.client import CACHE, Answer, Client, find_executable
from tests.e2e.dialects import openai_chat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.e2e.script import Step

SETTINGS = {
    "security": {"auth": {"selectedType": "openai"}},
    "general": {"enableAutoUpdate": False, "gitCoAuthor": {"commit": False, "pr": False}},
    "privacy": {"usageStatisticsEnabled": False},
    "memory": {"enableManagedAutoMemory": False},  # else it asks the model what to remember, after a turn
}


class Qwen(Client):
    name = "qwen"
    agent_type = "Qwen Code"
    config = ".qwen/settings.json"
    # Without the version the client writes the file again.
    theirs = """{
  "$version": 4, // The team's own.
  "hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "true"}]}]} // last
}
"""
    dialect = openai_chat

    @classmethod
    def find(cls) -> Path:
        return find_executable("ENTIRE_E2E_QWEN", "qwen", "node_modules/@qwen-code/qwen-code/cli-entry.js")

    def prepare(self, home: Path) -> None:
        (home / ".qwen").mkdir(exist_ok=True)
        (home / ".qwen" / "settings.json").write_text(json.dumps(SETTINGS))

    def ask(self, prompt: str, cwd: Path, *options: str) -> Answer:
        node = find_executable("ENTIRE_E2E_NODE22", "qwen", "node_modules/node-*/bin/node")
        command = (node, self.executable, "-p", prompt, "--approval-mode", "yolo", "--output-format", "json")
        result = json.loads(self.sandbox.run(*command, *options, cwd=cwd, **self._variables()))[-1]
        return Answer(result["session_id"], result["result"])

    def resume(self, prompt: str, cwd: Path, session_id: str) -> Answer:
        return self.ask(prompt, cwd, "--resume", session_id)

    @classmethod
    def resume_command(cls, session_id: str) -> str:
        return f"qwen --resume {session_id}"

    def transcript(self, session_id: str) -> Path:
        [path] = Path(self.sandbox.env["HOME"]).glob(f".qwen/projects/*/chats/{session_id}.jsonl")
        return path

    @classmethod
    def write(cls, path: Path, content: str) -> Step:
        return script.call("write_file", file_path=str(path), content=content)

    @classmethod
    def edit(cls, path: Path, old: str, new: str) -> Step:
        return script.call("edit", file_path=str(path), old_string=old, new_string=new)

    @classmethod
    def shell(cls, command: str) -> Step:
        return script.call("run_shell_command", command=command, description="Run it", is_background=False)

    @classmethod
    def total(cls, steps: Iterable[Step]) -> dict[str, int]:
        return openai_chat.total(steps)

    def _variables(self) -> dict[str, str]:
        return {
            "OPENAI_BASE_URL": f"{self.model.url}/v1",
            "OPENAI_API_KEY": "dummy",
            "OPENAI_MODEL": "fake-model",
            "QWEN_CODE_NO_RELAUNCH": "true",  # else it starts itself again, for more memory
            "NODE_COMPILE_CACHE": str(CACHE / "qwen" / "compiled"),
        }
