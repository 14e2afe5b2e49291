"""The real Claude Code, headless, with a fake model behind it."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from tests.e2e import script
from tests.e2e.clients.client import Answer, Client, find_executable
from tests.e2e.dialects import anthropic
from tests.e2e.sandbox import TIMEOUT, Words

if TYPE_CHECKING:
    import subprocess

    from tests.e2e.script import Step

TOOLS = "Write,Edit,Read,Bash,Agent"


class Claude(Client):
    name = "claude-code"
    agent_type = "Claude Code"
    config = ".claude/settings.json"
    theirs = '{"hooks" : {"SessionStart":[{"hooks":[{"type": "command", "command": "true"}]}]}}'
    dialect = anthropic

    _killable: subprocess.Popen[bytes] | None = None

    @classmethod
    def find(cls) -> Path:
        # The package's own bin is a stub until its install script ran; the binary is in the platform's.
        return find_executable(
            "ENTIRE_E2E_CLAUDE", "claude-code", "node_modules/@anthropic-ai/claude-code-*/claude"
        )

    def ask(self, prompt: str, cwd: Path, *options: str) -> Answer:
        """One `claude -p`: from the session's start, or resumption, to its end."""
        output = self.sandbox.run(*self._command(prompt, *options), cwd=cwd, **self._variables())
        result = json.loads(output)
        return Answer(result["session_id"], result["result"])

    def resume(self, prompt: str, cwd: Path, session_id: str) -> Answer:
        return self.ask(prompt, cwd, "--resume", session_id)

    @classmethod
    def resume_command(cls, session_id: str) -> str:
        return f"claude -r {session_id}"

    def transcript(self, session_id: str) -> Path:
        [path] = Path(self.sandbox.env["HOME"]).glob(f".claude/projects/*/{session_id}.jsonl")
        return path

    @classmethod
    def write(cls, path: Path, content: str) -> Step:
        return script.write(path, content)

    @classmethod
    def edit(cls, path: Path, old: str, new: str) -> Step:
        return script.call("Edit", file_path=str(path), old_string=old, new_string=new)

    @classmethod
    def shell(cls, command: str) -> Step:
        return script.shell(command)

    def ask_until_killed(self, prompt: str, cwd: Path) -> None:
        """The same, but in its course the script must call `kill`."""
        with self.sandbox.start(*self._command(prompt), cwd=cwd, **self._variables()) as process:
            self._killable = process
            out, err = process.communicate(timeout=TIMEOUT)
        assert process.returncode == -signal.SIGKILL, f"exit {process.returncode}\n{out!r}\n{err!r}"

    def kill(self) -> None:
        assert self._killable is not None
        os.killpg(self._killable.pid, signal.SIGKILL)

    def _command(self, prompt: str, *options: str) -> tuple[Words, ...]:
        return self.executable, "-p", prompt, "--allowedTools", TOOLS, "--output-format", "json", *options

    def _variables(self) -> dict[str, str]:
        return {
            "ANTHROPIC_BASE_URL": self.model.url,
            "ANTHROPIC_API_KEY": "dummy",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
        }
