"""How far a transcript has been read, so that only what is new is read again (I5).

It is stored next to the session's state, as `<session id>.cursor`. If it is lost, it is rebuilt by reading
everything once.
"""

from __future__ import annotations

from entire.core.record import Record
from entire.transcript.facts import Usage
from entire.transcript.usage import TokenUsage, add, subtract

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = 2


def number_of(position: int) -> int:
    """The number of the record at a position, as owners of lines store it: from 1, since 0 is unknown."""
    return position + 1


def position_of(number: int) -> int:
    """The position of a record with a stored number; before all positions if it is unknown."""
    return number - 1


class Turn(Record):
    """A prompt: its position in the transcript, where our copy has it, and the files touched after it."""

    ALWAYS = frozenset({"position", "offset"})

    position: int = 0
    offset: int = 0  # for the layout, where it knows records by their bytes
    byte: int = 0  # where the transcript itself has it, if what was read stays where it is
    files: list[str] = []
    ran_commands: bool = False  # it may have written files that nothing names
    before: str = ""  # the last id in front of it
    id: str = ""  # its own

    def touch(self, paths: list[str]) -> None:
        self.files += [path for path in paths if path not in self.files]


class Mark(Record):
    """How far one file was read, and the tokens counted up to there."""

    ALWAYS = frozenset({"byte", "position", "check"})
    NESTED = {"usage": TokenUsage}
    cut = False  # not stored: there was no time to read everything

    byte: int = 0  # for the layout; 0 where what was read does not stay where it is
    position: int = 0
    check: int = 0  # fingerprint of what was read
    ahead: int = 0  # how many records more than the file our copy has: it keeps what a rewrite removed
    usage: TokenUsage | None = None
    recent: dict[str, Any] = {}  # the last answers' numbers, by id
    turn: int = 0  # of a subagent: which prompt it works for, counted from 1
    model: str = ""  # of a subagent: the last one that was named

    def open_usage(self) -> Usage:
        return Usage(self.usage, {key: value for key, value in self.recent.items() if _numbers(value)})

    def close_usage(self, usage: Usage) -> None:
        self.usage, self.recent = usage.total, usage.recent


def _numbers(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(isinstance(item, int) for item in value)


class Cursor(Record):
    """One session's reading: of its transcript, its subagents', and our redacted copy."""

    ALWAYS = frozenset({"version", "path", "main"})
    NESTED = {"main": Mark, "turns": Turn, "counted": TokenUsage, "counted_before": TokenUsage}

    version: int = VERSION
    path: str = ""
    rules: str = ""  # version of the redaction rules that the copy was made with
    main: Mark | None = None
    copy_bytes: int = 0
    rewritten: bool = False  # the file may repeat records that our copy has
    sealed_bytes: int = 0  # so much of the copy is in sealed segments
    sealed_oids: list[str] = []
    turns: list[Turn] = []
    counted: TokenUsage | None = None  # what earlier checkpoints counted
    counted_at: int = 0  # up to this position
    counted_before: TokenUsage | None = None  # the same before the last checkpoint
    counted_before_at: int = 0
    subagents: dict[str, Any] = {}  # Mark by subagent id, as JSON
    todos: dict[str, Any] = {}  # subjects of the to-do list, by id
    last_id: str = ""
    model: str = ""
    unread: int = 0  # how much of the transcript was left for later; bytes, or records of a document
    due: dict[str, Any] = {}  # checkpoints that lack a part of it: up to which byte; 0: all

    @property
    def barrier(self) -> int:
        """The byte where reading stops, because a checkpoint has to be completed first; 0: none."""
        return min((byte for byte in self.due.values() if isinstance(byte, int) and byte > 0), default=0)

    def turn_outside(self, *folders: str) -> int | None:
        """Which turn names files outside of these folders: the last one, or the one before a prompt."""
        inside = tuple(f"{folder}/" for folder in folders)
        for at in range(len(self.turns) - 1, max(-1, len(self.turns) - 3), -1):
            turn = self.turns[at]
            if any(name.startswith("/") and not name.startswith(inside) for name in turn.files):
                return at
            if turn.files or turn.ran_commands:
                break
        return None

    def reach_barrier(self) -> None:
        """All records before the barrier are read: from here on it is where the last one ends."""
        barrier = self.barrier
        self.due = {id: self.mark.byte if byte == barrier else byte for id, byte in self.due.items()}

    def take_due(self) -> list[str]:
        """Remove and return the checkpoints whose part of the transcript is read."""
        read = self.mark.byte
        found = [id for id, byte in self.due.items() if not self.unread or (byte and byte <= read)]
        self.due = {id: byte for id, byte in self.due.items() if id not in found}
        return found

    def wait_for(self, checkpoint_ids: list[str], size: int) -> None:
        """Complete these checkpoints when the transcript is read up to its present size, in bytes."""
        until = size if self.mark.byte else 0
        self.due = dict.fromkeys(checkpoint_ids, until) | self.due

    @property
    def mark(self) -> Mark:
        if self.main is None:
            self.main = Mark()
        return self.main

    @property
    def read_bytes(self) -> int:
        """How much of the transcript need not be looked at again; 0 where nothing stays where it is."""
        return self.mark.byte

    @property
    def position(self) -> int:
        """The position after the last record that was read."""
        return self.mark.position

    def id_before(self, position: int) -> str:
        """The last id in front of a position: the end or the start of a turn. Empty if unknown."""
        if position == self.position:
            return self.last_id
        return next((turn.before for turn in self.turns if turn.position == position), "")

    def subagent(self, agent_id: str) -> Mark:
        stored = self.subagents.get(agent_id)
        return Mark.from_json(stored if isinstance(stored, dict) else {})

    def mention(self, agent_id: str, turn: int) -> None:
        """A subagent was called: from here on what it does belongs to this turn."""
        mark = self.subagent(agent_id)
        mark.turn = turn
        self.subagents[agent_id] = mark.to_json()

    def touch(self, turn: int, paths: list[str], ran_commands: bool) -> None:
        """Note what was done in a turn, counted from 1."""
        if 0 < turn <= len(self.turns):
            self.turns[turn - 1].touch(paths)
            self.turns[turn - 1].ran_commands |= ran_commands

    def forget_files(self, before: int, unsaved: int = 0) -> None:
        """Drop the file lists of turns that began before a position: these turns are stored.

        ``unsaved``: the number of a record; turns that began after it have not ended. 0 if unknown.
        """
        for turn in self.turns[:-1]:
            if turn.position < before and (not unsaved or turn.position < position_of(unsaved)):
                turn.files = []

    def total_usage(self) -> TokenUsage | None:
        """Everything counted so far, with subagents listed separately."""
        own = self.mark.usage
        below: TokenUsage | None = None
        for agent_id in self.subagents:
            below = add(below, self.subagent(agent_id).usage)
        if below is None:
            return own
        return add(own or TokenUsage(), TokenUsage(subagent_tokens=below))

    def pending_usage(self) -> TokenUsage | None:
        """What no checkpoint has counted yet."""
        return subtract(self.total_usage(), self.counted)

    def usage_since(self, position: int) -> TokenUsage | None:
        """Everything since the last checkpoint, if it starts at this position; None if that is not known."""
        if position != self.counted_before_at or not self.counted_at:
            return None
        return subtract(self.total_usage(), self.counted_before)

    def count(self, *, checkpoint: bool) -> None:
        """Everything so far is counted: by a new checkpoint, or added to the last one."""
        if checkpoint:
            self.counted_before, self.counted_before_at = self.counted, self.counted_at
        self.counted, self.counted_at = self.total_usage(), self.position

    def before(self, turn: Turn, usage: TokenUsage | None) -> Cursor:
        """What this was when a turn began, with the tokens counted up to there; not to be saved."""
        early = Cursor.from_json(self.to_json())
        early.main = Mark(byte=self.mark.byte, position=turn.position, usage=usage)
        early.turns = [one for one in early.turns if one.position < turn.position]
        early.subagents, early.last_id = {}, turn.before
        early.unread, early.due = 0, {}
        return early

    def take_counted(self, other: Cursor) -> None:
        """Another cursor of the same transcript knows what checkpoints have counted."""
        self.counted, self.counted_at = other.counted, other.counted_at
        self.counted_before, self.counted_before_at = other.counted_before, other.counted_before_at

    def agree(self, counted_at: int) -> None:
        """The state says up to where tokens are counted.

        If a hook was killed after it saved the cursor and before it saved the state, its checkpoint is
        written again, and counts the same tokens again.
        """
        if counted_at == self.counted_before_at < self.counted_at:
            self.counted, self.counted_at = self.counted_before, self.counted_before_at
