"""The real Pi, headless, with a fake model behind it. It comes with the Node.js that it needs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e import script
from tests.e2e.clients.client import Answer, Client, find_executable
from tests.e2e.dialects import openai_chat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.e2e.script import Step

MODEL = "fake-model"


class Pi(Client):
    name = "pi"
    agent_type = "Pi"
    config = ".pi/extensions/entire.js"
    theirs = None
    beside = (".pi/extensions/team.js", "export default function () {}\n")
    dialect = openai_chat

    @classmethod
    def find(cls) -> Path:
        package = "node_modules/@earendil-works/pi-coding-agent/dist/cli.js"
        return find_executable("ENTIRE_E2E_PI", "pi", package)

    def prepare(self, home: Path) -> None:
        (home / ".pi/agent").mkdir(parents=True, exist_ok=True)
        model = {"id": MODEL, "name": "Fake", "contextWindow": 200_000, "maxTokens": 8000}
        provider = {
            "baseUrl": f"{self.model.url}/v1",
            "api": "openai-completions",
            "apiKey": "dummy",
            "models": [model],
        }
        (home / ".pi/agent/models.json").write_text(json.dumps({"providers": {"fake": provider}}))

    def ask(self, prompt: str, cwd: Path, *options: str) -> Answer:
        node = find_executable("ENTIRE_E2E_NODE22", "pi", "node_modules/node-*/bin/node")
        # Without `--approve` it does not load the repository's extensions, and does not say so.
        choices = ("--approve", "--provider", "fake", "--model", MODEL, "--mode", "json")
        words = (*choices, *options, "-p", prompt)
        out = self.sandbox.run(node, self.executable, *words, cwd=cwd, PI_OFFLINE="1")
        rows = [json.loads(row) for row in out.splitlines()]
        [session] = (row["id"] for row in rows if row["type"] == "session")
        answers = [row["message"] for row in rows if row["type"] == "message_end"]
        texts = [part["text"] for part in answers[-1]["content"] if part["type"] == "text"]
        return Answer(session, "".join(texts))

    def resume(self, prompt: str, cwd: Path, session_id: str) -> Answer:
        return self.ask(prompt, cwd, "--session", session_id)

    @classmethod
    def resume_command(cls, session_id: str) -> str:
        return f"pi --session {session_id}"

    def transcript(self, session_id: str) -> Path:
        [path] = Path(self.sandbox.env["HOME"]).glob(f".pi/agent/sessions/*/*_{session_id}.jsonl")
        return path

    @classmethod
    def write(cls, path: Path, content: str) -> Step:
        return script.call("write", path=str(path), content=content)

    @classmethod
    def edit(cls, path: Path, old: str, new: str) -> Step:
        return script.call("edit", path=str(path), edits=[{"oldText": old, "newText": new}])

    @classmethod
    def shell(cls, command: str) -> Step:
        return script.call("bash", command=command)

    @classmethod
    def total(cls, steps: Iterable[Step]) -> dict[str, int]:
        return openai_chat.total(steps)
