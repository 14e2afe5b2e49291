"""What a person does while an agent works: they interrupt it, and save files in between."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from tests.scenario.stateful.agents import any_at_work, numbers
from tests.scenario.stateful.by_hand import ByHand
from tests.scenario.stateful.model import ALL

COMMANDS = ("ls -l", "make test", "python3 -m pytest")


class Interruptions(ByHand):
    """Nothing of the person's becomes the agent's."""

    @precondition(any_at_work)
    @rule(number=numbers)
    def person_interrupts(self, number: int) -> None:
        """Esc: the client notes it, and calls no hook. The agent does nothing before the next prompt."""
        session = self.at_work(number)
        self.step += 1
        text = {"type": "text", "text": "[Request interrupted by user]"}
        session.agent.record(type="user", message={"role": "user", "content": [text]})
        session.turn.interrupted = True

    @precondition(any_at_work)
    @rule(
        number=numbers,
        path=st.sampled_from(ALL),
        how=st.sampled_from(("append", "replace")),
        command=st.sampled_from(COMMANDS),
    )
    def person_saves_while_a_command_runs(self, number: int, path: str, how: str, command: str) -> None:
        session = self.at_work(number)
        tool_id = session.agent.call("Bash", command=command, description="Run a command")
        session.answers += 1
        self.person_edits(path, how)
        session.agent.result(tool_id, {"stdout": "", "stderr": "", "interrupted": False})
