"""The hooks around a subagent and a to-do list, within a turn."""

from __future__ import annotations

import os
from typing import Any

from bench.cases import POST_TASK, POST_TODO, PRE_TASK, STATUS
from bench.run.checks import expect
from bench.run.results import Measure
from bench.run.turns import GIT_STATUS, Turns


class Tools:
    def __init__(self, turns: Turns) -> None:
        self.point = turns.point
        self.ground = turns.ground
        self._turns = turns
        self._steps: list[str] = []

    def play(self, number: int, measure: Measure) -> None:
        agent, name = self._turns.agent, os.urandom(8).hex()
        agent.hook("user-prompt-submit", prompt=f"Delegate {number}")
        measure(STATUS, lambda: self.ground.run(*GIT_STATUS))
        call: dict[str, Any] = {
            "tool_name": "Agent",
            "tool_use_id": f"toolu_{name}",
            "tool_input": {"description": "Write it", "subagent_type": "general-purpose"},
        }
        measure(PRE_TASK, lambda: agent.hook("pre-task", **call))
        agent.write("one.py", f"# of the subagent, {number}\n" * 30)
        done = {"status": "completed", "agentId": name}
        measure(POST_TASK, lambda: agent.hook("post-task", **call, tool_response=done))
        agent.write("two.py", f"# of the list, {number}\n" * 30)
        todo: dict[str, Any] = {
            "tool_name": "TodoWrite",
            "tool_use_id": f"toolu_{name}2",
            "tool_input": {"todos": [{"content": f"Write two, {number}", "status": "completed"}]},
        }
        measure(POST_TODO, lambda: agent.hook("post-todo", **todo))
        self._steps = self._shadow_subjects()
        self._turns.work(f"Delegate {number}")
        agent.stop()
        self._turns.commit()

    def check(self) -> None:
        """The last round's subagent and list have made a step each."""
        found = [
            text for text in self._steps if text.startswith(("Completed 'general-purpose'", "Write two"))
        ]
        expect(len(found) == 2, f"steps of tools are missing: {self._steps}")
        self._turns.check()

    def _shadow_subjects(self) -> list[str]:
        pattern = "--glob=refs/heads/entire/*-e3b0c4"
        return self.ground.output(
            "git", "log", pattern, "--format=%s", "--grep=^Entire-Session: "
        ).splitlines()
