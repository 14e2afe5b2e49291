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

    @property
    def is_agent(self) -> bool:
        return self.kind == AGENT


PERSON = Owner(HUMAN)
NOBODY = Owner(UNKNOWN)  # already uncommitted when the session started


class Owned(Value):
    """A range of lines with one owner; counted from 1, including the last."""

    first: int
    last: int
    owner: Owner

    def numbers(self) -> range:
        return range(self.first, self.last + 1)


class FileLines(Value):
    """The lines that a commit added to a file."""

    path: str
    blob: str  # the file's blob in the commit
    ranges: tuple[Owned, ...]  # in order


class LeftOut(Value):
    path: str
    why: str  # a reason from `git.patch`


class Lines(Value):
    """All lines that a commit added."""

    files: tuple[FileLines, ...]
    left_out: tuple[LeftOut, ...] = ()  # files that were not analysed
