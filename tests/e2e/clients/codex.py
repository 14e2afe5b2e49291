"""The real Codex, headless, with a fake model behind it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e import script
from tests.e2e.clients.client import Answer, Client, find_executable
from tests.e2e.dialects import openai_responses

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.e2e.script import Step

CONFIG = """
model = "gpt-5.5"
model_provider = "fake"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.fake]
name = "fake"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "FAKE_API_KEY"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false
"""


class Codex(Client):
    name = "codex"
    agent_type = "Codex"
    config = ".codex/hooks.json"
    theirs = (
        '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}, "description": "ours"}'
    )
    dialect = openai_responses

    trusted = True  # whether the client runs hooks that nobody looked at

    @classmethod
    def find(cls) -> Path:
        return find_executable("ENTIRE_E2E_CODEX", "codex", "node_modules/@openai/codex-*/vendor/*/bin/codex")

    def prepare(self, home: Path) -> None:
        config = home / ".codex/config.toml"
        config.parent.mkdir(exist_ok=True)
        config.write_text(CONFIG.format(url=self.model.url))
        # Its shell is a login shell, which on some systems begins with a PATH of its own.
        (home / ".bash_profile").write_text(f"export PATH='{self.sandbox.env['PATH']}'\n")

    def ask(self, prompt: str, cwd: Path, *options: str) -> Answer:
        """One `codex exec`: from the session's start, or resumption, to its end."""
        self._trust(cwd)
        trust = ("--dangerously-bypass-hook-trust",) if self.trusted else ()
        words = ("exec", "--json", *trust, *options, prompt)
        output = self.sandbox.run(self.executable, *words, cwd=cwd, FAKE_API_KEY="dummy")
        events = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
        [session_id] = {event["thread_id"] for event in events if event["type"] == "thread.started"}
        items = [event["item"] for event in events if event["type"] == "item.completed"]
        said = [item["text"] for item in items if item["type"] == "agent_message"]
        return Answer(session_id, said[-1])

    def _trust(self, project: Path) -> None:
        """As the client does it when a person says yes. On the command line it does not hold for `resume`."""
        config = Path(self.sandbox.env["HOME"]) / ".codex/config.toml"
        entry = f'\n[projects."{project}"]\ntrust_level = "trusted"\n'
        if entry not in config.read_text():
            config.write_text(config.read_text() + entry)

    def resume(self, prompt: str, cwd: Path, session_id: str) -> Answer:
        return self.ask(prompt, cwd, "resume", session_id)

    @classmethod
    def resume_command(cls, session_id: str) -> str:
        return f"codex resume {session_id}"

    def transcript(self, session_id: str) -> Path:
        [path] = Path(self.sandbox.env["HOME"]).glob(f".codex/sessions/*/*/*/rollout-*-{session_id}.jsonl")
        return path

    @classmethod
    def write(cls, path: Path, content: str) -> Step:
        added = "".join(f"+{line}\n" for line in content.splitlines())
        return _patch(f"*** Add File: {path}\n{added}")

    @classmethod
    def edit(cls, path: Path, old: str, new: str) -> Step:
        return _patch(f"*** Update File: {path}\n@@\n-{old}\n+{new}\n")

    @classmethod
    def shell(cls, command: str) -> Step:
        return script.call("exec_command", cmd=command)

    @classmethod
    def total(cls, steps: Iterable[Step]) -> dict[str, int]:
        """The API does not tell what went to the cache."""
        found = script.total(steps)
        written = found["cache_creation_tokens"]
        return found | {"input_tokens": found["input_tokens"] + written, "cache_creation_tokens": 0}


def _patch(parts: str) -> Step:
    return script.call("apply_patch", input=f"*** Begin Patch\n{parts}*** End Patch\n")
