"""Claude Code: the stand-in of `entire demo`."""

from __future__ import annotations

import json
from typing import Any

from tools.clients.client import Run, replace

from entire.cli.commands.demo.stand_in import StandIn


class Session(StandIn):
    NAME = "claude-code"
    COMMAND_ENV: dict[str, str] = {}

    def __init__(self, root: str, env: dict[str, str], session_id: str = "", run: Run | None = None) -> None:
        super().__init__(root, env, session_id)
        self._given = run

    def hook(self, verb: str, **fields: Any) -> str:
        if self._given is None:
            return super().hook(verb, **fields)
        common = {"session_id": self.session_id, "transcript_path": self.transcript, "cwd": self.root}
        return self._given(["entire", "hooks", self.NAME, verb], json.dumps(common | fields))

    def submit(self, text: str) -> None:
        self.hook("user-prompt-submit", hook_event_name="UserPromptSubmit", prompt=text)

    def asked(self, text: str) -> None:
        self.record(type="user", message={"role": "user", "content": text})

    def write(self, path: str, content: str) -> None:
        """In one step, so that nobody sees a part of it."""
        full = f"{self.root}/{path}"
        before = self._read(full)
        tool_id = self.call("Write", file_path=full, content=content)
        replace(full, content, aside=f"{self.transcript}.new")
        kind = "create" if before is None else "update"
        self.result(tool_id, {"type": kind, "content": content} | self._report(full, before))

    def shell(self, command: str) -> None:
        if self._given is None:
            super().shell(command)
            return
        call = self.calls(command)
        self._given(["sh", "-c", command], "")
        self.called(call)

    def calls(self, command: str) -> str:
        return self.call("Bash", command=command, description="Run a command")

    def called(self, call: str) -> None:
        self.result(call, {"stdout": "", "stderr": "", "interrupted": False})
