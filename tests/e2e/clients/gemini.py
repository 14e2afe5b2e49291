"""The real Gemini CLI, headless, with a fake model behind it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e import script
from tests.e2e.clients.client import Answer, Client, find_executable
from tests.e2e.dialects import gemini

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.e2e.script import Step

SETTINGS = {
    "security": {"auth": {"selectedType": "gemini-api-key"}},
    "general": {"enableAutoUpdate": False},
    "privacy": {"usageStatisticsEnabled": False},
}
MODEL = "gemini-2.5-pro"


class Gemini(Client):
    name = "gemini"
    agent_type = "Gemini CLI"
    config = ".gemini/settings.json"
    theirs = """{
  // The team's own.
  "hooks": {"SessionStart": [{"matcher": "*", "hooks": [{"type": "command", "command": "true"}]}]} // last
}
"""
    dialect = gemini
    runs_git_hooks = False

    @classmethod
    def find(cls) -> Path:
        return find_executable("ENTIRE_E2E_GEMINI", "gemini", "node_modules/.bin/gemini")

    def prepare(self, home: Path) -> None:
        (home / ".gemini").mkdir(exist_ok=True)
        (home / ".gemini" / "settings.json").write_text(json.dumps(SETTINGS))

    def ask(self, prompt: str, cwd: Path, *options: str) -> Answer:
        # A model by name: else it first asks another one which to take.
        command = (self.executable, "-p", prompt, "--approval-mode", "yolo", "--model", MODEL)
        form = ("--output-format", "json")
        result = json.loads(self.sandbox.run(*command, *form, *options, cwd=cwd, **self._variables()))
        return Answer(result["session_id"], result["response"])

    def resume(self, prompt: str, cwd: Path, session_id: str) -> Answer:
        return self.ask(prompt, cwd, "--resume", session_id)

    @classmethod
    def resume_command(cls, session_id: str) -> str:
        return f"gemini --resume {session_id}"

    def transcript(self, session_id: str) -> Path:
        """It also begins a file when it resumes a session, and does not use it."""
        chats = Path(self.sandbox.env["HOME"]).glob(f".gemini/tmp/*/chats/session-*-{session_id[:8]}.jsonl")
        [path] = (path for path in chats if '\n{"id":' in path.read_text())
        return path

    @classmethod
    def write(cls, path: Path, content: str) -> Step:
        return script.call("write_file", file_path=str(path), content=content)

    @classmethod
    def edit(cls, path: Path, old: str, new: str) -> Step:
        return script.call(
            "replace", file_path=str(path), instruction="Change it", old_string=old, new_string=new
        )

    @classmethod
    def shell(cls, command: str) -> Step:
        return script.call("run_shell_command", command=command, description="Run it")

    @classmethod
    def total(cls, steps: Iterable[Step]) -> dict[str, int]:
        return gemini.total(steps)

    def _variables(self) -> dict[str, str]:
        return {
            "GOOGLE_GEMINI_BASE_URL": self.model.url,
            "GEMINI_API_KEY": "dummy",
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "GEMINI_CLI_NO_RELAUNCH": "true",  # else it starts itself again, for more memory
            # Its shell has no configuration of git but the repository's.
            **dict.fromkeys(("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"), "Ada"),
            **dict.fromkeys(("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"), "ada@example.org"),
        }
