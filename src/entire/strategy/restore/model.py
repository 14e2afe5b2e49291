"""Types for restoring conversations. Text is as stored: escape it before you print it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from entire.core.value import Value


class Subagent(Value):
    """A subagent's transcript, restored with its session's."""

    path: str  # checked
    load: Callable[[], bytes]


class Restorable(Value):
    """A session whose transcript can be restored."""

    session_id: str
    agent_type: str
    path: str  # checked: in the agent's directory, unused or a regular file
    status: str  # of `compare`
    created_at: str
    prompt: str  # the first of its checkpoint, shortened for display
    checkpoint_id: str
    branch: str  # that the session worked on
    load: Callable[[], bytes]  # the stored transcript
    blocks: Callable[[], Iterator[bytes]]  # the same as the agent can continue it, never as a whole in memory
    update_state: Callable[[Callable[[], int]], None]  # continue the session's state, if any, from there
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
    """A session that can be resumed."""

    session_id: str
    agent_type: str
    path: str
    backup: str  # path of the old file; empty if nothing of it was lost
    resume_command: str
    prompt: str
    created_at: str
