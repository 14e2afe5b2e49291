"""A subagent of a stand-in."""

from __future__ import annotations

import os
from typing import Any

from entire.cli.commands.demo.stand_in import StandIn


class Sub:
    """It has its own transcript and calls the session's hooks."""

    def __init__(
        self, agent: StandIn, description: str, *, background: bool = False, agent_id: str = ""
    ) -> None:
        self.agent = agent
        self.agent_id = agent_id or os.urandom(8).hex()
        self.background = background
        self.input = {"description": description, "prompt": "SUBTASK", "subagent_type": "general-purpose"}
        self.tool_use_id = f"toolu_{os.urandom(12).hex()}"
        call = {"type": "tool_use", "id": self.tool_use_id, "name": "Agent", "input": self.input}
        agent.answer(call)
        self._hook("pre-task", {})
        if background:
            self._returned("async_launched")
        self.transcript = f"{agent.transcript.removesuffix('.jsonl')}/subagents/agent-{self.agent_id}.jsonl"

    def _hook(self, verb: str, response: dict[str, Any]) -> None:
        fields = {"tool_name": "Agent", "tool_use_id": self.tool_use_id, "tool_input": self.input}
        self.agent.hook(verb, **fields, **({"tool_response": response} if response else {}))

    def _returned(self, status: str) -> None:
        self._hook("post-task", {"status": status, "agentId": self.agent_id})
        result = {"type": "tool_result", "tool_use_id": self.tool_use_id, "content": "done"}
        self.agent.record(
            type="user",
            message={"role": "user", "content": [result]},
            toolUseResult={"status": status, "agentId": self.agent_id},
        )

    def own(self) -> StandIn:
        own = StandIn(self.agent.root, self.agent.env, self.agent.session_id)
        own.transcript = self.transcript
        return own

    def write(self, path: str, content: str) -> None:
        self.own().write(path, content)

    def shell(self, command: str) -> None:
        self.own().shell(command)

    def end(self) -> None:
        self.agent.hook(
            "subagent-stop",
            agent_id=self.agent_id,
            agent_type="general-purpose",
            agent_transcript_path=self.transcript,
        )
        if not self.background:
            self._returned("completed")
