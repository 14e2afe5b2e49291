"""What restoring conversations is about. Text is as stored: whoever prints it makes it harmless."""

from __future__ import annotations

from collections.abc import Callable

from entire.core.value import Value


class Subagent(Value):
    """A subagent's transcript that comes with its session's."""

    path: str  # checked
    load: Callable[[], bytes]


class Restorable(Value):
    """A session whose transcript can be restored."""

    session_id: str
    agent_type: str
    path: str  # checked: in the agent's place, free or an ordinary file
    status: str  # of `compare`
    created_at: str
    prompt: str  # the first of its checkpoint, cut for display
    checkpoint_id: str
    branch: str  # on which it was held
    load: Callable[[], bytes]  # the stored transcript
    follow: Callable[[int], None]  # the session's state, if there is one, goes on from this position
    subagents: tuple[Subagent, ...] = ()


class LeftOut(Value):
    """A session of a checkpoint that cannot be restored."""

    session_id: str
    agent_type: str
    reason: str


class Plan(Value):
    restorables: list[Restorable]  # the most recent last
    left_out: list[LeftOut]


class Restored(Value):
    """A session that can go on."""

    session_id: str
    agent_type: str
    path: str
    backup: str  # where the file that was there is kept; empty if nothing of it was lost
    resume_command: str
    prompt: str
    created_at: str
