"""What agents tell us, in our own words."""

from __future__ import annotations

from entire.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Kind:
    """The moments of a session that a hook can report."""

    SESSION_START = "session-start"
    TURN_START = "turn-start"
    TURN_END = "turn-end"
    COMPACTION = "compaction"  # the agent shortened its context
    SESSION_END = "session-end"
    TASK_START = "task-start"  # a subagent is about to run
    TASK_END = "task-end"  # its tool call returned
    SUBAGENT_END = "subagent-end"  # it is done, perhaps long after its call returned
    TODO = "todo"  # the to-do list changed


class Event(Value):
    """One hook call. Fields that a kind does not have are empty."""

    kind: str
    session_id: str
    transcript_path: str = ""
    prompt: str = ""
    model: str = ""
    last_message: str = ""  # the agent's final words of the turn, as the payload has them
    synthetic: bool = False  # a prompt that no person typed
    tool_name: str = ""
    tool_use_id: str = ""
    tool_input: dict[str, Any] | None = None
    subagent_id: str = ""
    subagent_type: str = ""
    subagent_transcript: str = ""
    finished: bool = True  # whether the subagent's call returned with its work done
