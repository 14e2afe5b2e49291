"""Owners of lines."""

from __future__ import annotations

from entire.core.value import Value

AGENT = "agent"
HUMAN = "human"
UNKNOWN = "unknown"


class Owner(Value):
    """A turn of a session, a person, or unknown."""

    kind: str
    session_id: str = ""
    turn: int = 0  # the number of the session's prompt, from 1
    agent: str = ""  # as checkpoints name it
    model: str = ""
    prompt_line: int = 0  # its position in the transcript, from 1; 0 if unknown
    prompt_id: str = ""  # the agent's id of that record
    why: str = ""  # why it is unknown, or how it is known
    older: int = 0  # the line is this one of the base, from 1, moved or in another layout; not stored here
    older_path: str = ""  # the file of the base that has it

    @property
    def is_agent(self) -> bool:
        return self.kind == AGENT

    @property
    def is_removed(self) -> bool:
        """Whether the turn was removed from the conversation, for example by a rewind that kept its files."""
        return self.is_agent and self.why == REMOVED


PERSON = Owner(HUMAN)

# Why an owner is unknown, or how an agent is known.
BEFORE = "before"  # already uncommitted when the session started
UNSEEN = "unseen"  # the hook of the prompt did not run
COMMAND = "command"  # changed while a command of the agent ran, which need not have changed it
LATER = "later"  # changed after the agent's last record, when no hook was called
HOOK = "hook"  # changed after an edit of the agent, where a hook of the agent may have changed it
MODIFIED = "modified"  # a person changed the edit before it was applied
EARLIER = "earlier"  # older than the snapshots, but not in the commit's parent: commits left it out since
COUNTED = "counted"  # in a step of a program that counts lines, and does not say which ones
AMENDED = "amended"  # the commit was amended while an agent was working
IMPORTED = "imported"  # no hook saw it, and no conversation that was imported wrote it; of an agent: one did
REMOVED = "removed"  # of an agent: the turn was removed from the conversation
NOBODY = Owner(UNKNOWN, why=EARLIER)
UNTRACKED = Owner(UNKNOWN, why="untracked")  # a step of the file was too large to follow


class Owned(Value):
    """A range of lines with one owner; counted from 1, including the last."""

    first: int
    last: int
    owner: Owner

    def numbers(self) -> range:
        return range(self.first, self.last + 1)


class Older(Value):
    """Lines that are lines of the parent, moved or in another layout; counted from 1."""

    first: int
    number: int
    parent: int  # the first one there
    path: str  # the file in the parent
    blob: str  # its content there


class FileLines(Value):
    """The lines that a commit added to a file."""

    path: str
    blob: str  # the file's blob in the commit
    ranges: tuple[Owned, ...]  # in order
    older: tuple[Older, ...] = ()  # in order

    def older_of(self, line: int) -> tuple[Older, int] | None:
        """Return where the parent has a line; None if the commit added it."""
        from bisect import bisect_right  # hooks do not ask

        index = bisect_right(self.older, line, key=lambda one: one.first) - 1
        one = self.older[index] if index >= 0 else None
        if one is None or line - one.first >= one.number:
            return None
        return one, one.parent + line - one.first


class LeftOut(Value):
    path: str
    why: str  # a reason from `git.patch`


class Lines(Value):
    """All lines that a commit added."""

    files: tuple[FileLines, ...]
    left_out: tuple[LeftOut, ...] = ()  # files that were not analysed
