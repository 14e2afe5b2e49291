"""The real Claude Code, headless, with a fake model behind it."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.e2e.sandbox import TIMEOUT, Words

if TYPE_CHECKING:
    import subprocess

    from tests.e2e.fake_model import FakeModel
    from tests.e2e.sandbox import Sandbox

CACHE = Path(__file__).parents[2] / ".cache" / "agents" / "claude-code"
TOOLS = "Write,Edit,Read,Bash,Agent"


def find_claude() -> Path:
    """$ENTIRE_E2E_CLAUDE, else what `.ci/run` has installed; else the test is skipped."""
    if named := os.environ.get("ENTIRE_E2E_CLAUDE"):
        assert os.access(named, os.X_OK), f"ENTIRE_E2E_CLAUDE: {named} cannot be run"
        return Path(named)
    # The package's own bin is a stub until its install script ran; the binary is in the platform's package.
    for binary in CACHE.glob("node_modules/@anthropic-ai/claude-code-*/claude"):
        return binary
    pytest.skip(f"no Claude Code in {CACHE} (.ci/run installs it) nor in $ENTIRE_E2E_CLAUDE")


@dataclass(frozen=True)
class Answer:
    session_id: str
    text: str


class Claude:
    def __init__(self, executable: Path, sandbox: Sandbox, model: FakeModel) -> None:
        self.executable, self.sandbox, self.model = executable, sandbox, model
        self._killable: subprocess.Popen[bytes] | None = None

    def ask(self, prompt: str, cwd: Path, *options: str) -> Answer:
        """One `claude -p`: from the session's start, or resumption, to its end."""
        output = self.sandbox.run(*self._command(prompt, *options), cwd=cwd, **self._variables())
        result = json.loads(output)
        return Answer(result["session_id"], result["result"])

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
