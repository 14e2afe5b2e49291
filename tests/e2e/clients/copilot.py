"""The real Copilot CLI, headless and without a login, with a fake model behind it."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e import script
from tests.e2e.clients.client import CACHE, Answer, Client, find_executable
from tests.e2e.dialects import anthropic

if TYPE_CHECKING:
    from tests.e2e.script import Step

MODEL = "claude-sonnet-4.5"


class Copilot(Client):
    name = "copilot-cli"
    agent_type = "Copilot CLI"
    config = ".github/hooks/entire.json"
    theirs = '{"version" : 1, "hooks": {"sessionStart":[{"type": "command", "bash": "true"}]}}'
    dialect = anthropic
    writes_at_once = False

    @classmethod
    def find(cls) -> Path:
        return find_executable(
            "ENTIRE_E2E_COPILOT", "copilot-cli", "node_modules/@github/copilot-linux*/copilot"
        )

    def ask(self, prompt: str, cwd: Path, *options: str) -> Answer:
        return self.resume(prompt, cwd, str(uuid.uuid4()))

    def resume(self, prompt: str, cwd: Path, session_id: str) -> Answer:
        self._trust(cwd)
        allowed = ("--allow-all-tools", "--allow-all-paths")
        words = (self.executable, "--silent", *allowed, "--session-id", session_id, "-p", prompt)
        return Answer(session_id, self.sandbox.run(*words, cwd=cwd, **self._variables()).strip())

    @classmethod
    def resume_command(cls, session_id: str) -> str:
        return f"copilot --resume {session_id}"

    def transcript(self, session_id: str) -> Path:
        return Path(self.sandbox.env["HOME"]) / ".copilot/session-state" / session_id / "events.jsonl"

    @classmethod
    def write(cls, path: Path, content: str) -> Step:
        return script.call("create", path=str(path), file_text=content)

    @classmethod
    def edit(cls, path: Path, old: str, new: str) -> Step:
        return script.call("edit", path=str(path), old_str=old, new_str=new)

    @classmethod
    def shell(cls, command: str) -> Step:
        return script.call("bash", command=command, description="Run it", mode="sync")

    def _trust(self, folder: Path) -> None:
        """Without this it does not run the repository's hooks, and does not say so."""
        config = Path(self.sandbox.env["HOME"]) / ".copilot" / "config.json"
        config.parent.mkdir(exist_ok=True)
        config.write_text(json.dumps({"trustedFolders": [str(folder)]}))

    def _variables(self) -> dict[str, str]:
        return {
            "COPILOT_OFFLINE": "true",
            "COPILOT_PROVIDER_BASE_URL": self.model.url,
            "COPILOT_PROVIDER_TYPE": "anthropic",
            "COPILOT_PROVIDER_API_KEY": "dummy",
            "COPILOT_MODEL": MODEL,
            # It unpacks itself, 200 MB: once for all tests.
            "COPILOT_PKG_CACHE_HOME": str(CACHE / "copilot-cli" / "unpacked"),
        }
