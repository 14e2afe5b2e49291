"""Who a line belongs to."""

from __future__ import annotations

from entire.core.value import Value

AGENT = "agent"
HUMAN = "human"
UNKNOWN = "unknown"


class Owner(Value):
    """A turn of a session, a person, or nobody that we know."""

    kind: str
    session_id: str = ""
    turn: int = 0  # the session's prompts, counted from 1
    agent: str = ""  # as checkpoints name it
    model: str = ""
    prompt_line: int = 0  # its position in the transcript, counted from 1; 0 if it is not known
    prompt_id: str = ""  # what the agent calls that record

    @property
    def is_agent(self) -> bool:
        return self.kind == AGENT


PERSON = Owner(HUMAN)
NOBODY = Owner(UNKNOWN)  # it was in the work tree before a session saw it


class Owned(Value):
    """Lines of a file with one owner; counted from 1, the last one included."""

    first: int
    last: int
    owner: Owner

    def numbers(self) -> range:
        return range(self.first, self.last + 1)


class FileLines(Value):
    """The lines that a commit added to a file."""

    path: str
    blob: str  # the file as the commit has it
    ranges: tuple[Owned, ...]  # in order


class LeftOut(Value):
    path: str
    why: str  # a reason of `git.patch`


class Lines(Value):
    """All lines that a commit added."""

    files: tuple[FileLines, ...]
    left_out: tuple[LeftOut, ...] = ()  # files that were not looked into
