"""The real Claude Code, headless, with a fake model behind it."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
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

    def ask(self, prompt: str, cwd: Path, *options: str) -> Answer:
        """One `claude -p`: from the session's start, or resumption, to its end."""
        output = self.sandbox.run(
            self.executable,
            *("-p", prompt, "--allowedTools", TOOLS, "--output-format", "json", *options),
            cwd=cwd,
            ANTHROPIC_BASE_URL=self.model.url,
            ANTHROPIC_API_KEY="dummy",
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
            DISABLE_AUTOUPDATER="1",
        )
        result = json.loads(output)
        return Answer(result["session_id"], result["result"])
