"""How far a transcript has been read, so that only what is new is read again (I5).

It lies beside the session's state, as `<session id>.cursor`; lost, it is rebuilt by reading everything once.
"""

from __future__ import annotations

from entire.core.record import Record
from entire.transcript.facts import Usage
from entire.transcript.usage import TokenUsage, add, subtract

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = 1


class Turn(Record):
    """A prompt: its line in the transcript, where our copy has that line, and the files touched after it."""

    ALWAYS = frozenset({"line", "offset"})

    line: int = 0
    offset: int = 0
    files: list[str] = []
    ran_commands: bool = False  # it may have written files that nothing names

    def touch(self, paths: list[str]) -> None:
        self.files += [path for path in paths if path not in self.files]


class Position(Record):
    """A place in one file, and the tokens counted up to there."""

    ALWAYS = frozenset({"byte", "line", "check"})
    NESTED = {"usage": TokenUsage}

    byte: int = 0
    line: int = 0
    check: int = 0  # fingerprint of what was read
    usage: TokenUsage | None = None
    recent: dict[str, Any] = {}  # the last answers' numbers, by id
    turn: int = 0  # of a subagent: which prompt it works for, counted from 1

    def open_usage(self) -> Usage:
        return Usage(self.usage, {key: value for key, value in self.recent.items() if _numbers(value)})

    def close_usage(self, usage: Usage) -> None:
        self.usage, self.recent = usage.total, usage.recent


def _numbers(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(isinstance(item, int) for item in value)


class Cursor(Record):
    """One session's reading: of its transcript, its subagents', and our redacted copy."""

    ALWAYS = frozenset({"version", "path", "main"})
    NESTED = {"main": Position, "turns": Turn, "counted": TokenUsage}

    version: int = VERSION
    path: str = ""
    rules: str = ""  # version of the redaction rules that the copy was made with
    main: Position | None = None
    copy_bytes: int = 0
    sealed_bytes: int = 0  # so much of the copy is in sealed segments
    sealed_oids: list[str] = []
    turns: list[Turn] = []
    counted: TokenUsage | None = None  # what earlier checkpoints counted
    subagents: dict[str, Any] = {}  # Position by subagent id, as JSON
    todos: dict[str, Any] = {}  # subjects of the to-do list, by id
    last_id: str = ""
    model: str = ""

    @property
    def position(self) -> Position:
        if self.main is None:
            self.main = Position()
        return self.main

    @property
    def line(self) -> int:
        return self.position.line

    def subagent(self, agent_id: str) -> Position:
        stored = self.subagents.get(agent_id)
        return Position.from_json(stored if isinstance(stored, dict) else {})

    def mention(self, agent_id: str, turn: int) -> None:
        """A subagent was called: from here on what it does belongs to this turn."""
        position = self.subagent(agent_id)
        position.turn = turn
        self.subagents[agent_id] = position.to_json()

    def touch(self, turn: int, paths: list[str], ran_commands: bool) -> None:
        """Note what was done in a turn, counted from 1."""
        if 0 < turn <= len(self.turns):
            self.turns[turn - 1].touch(paths)
            self.turns[turn - 1].ran_commands |= ran_commands

    def forget_files(self, before: int) -> None:
        """Turns that began before a line are over and stored: what they touched is not asked for again."""
        for turn in self.turns[:-1]:
            if turn.line < before:
                turn.files = []

    def total_usage(self) -> TokenUsage | None:
        """Everything counted so far, subagents apart."""
        own = self.position.usage
        below: TokenUsage | None = None
        for agent_id in self.subagents:
            below = add(below, self.subagent(agent_id).usage)
        if below is None:
            return own
        return add(own or TokenUsage(), TokenUsage(subagent_tokens=below))

    def pending_usage(self) -> TokenUsage | None:
        """What no checkpoint has counted yet."""
        return subtract(self.total_usage(), self.counted)
