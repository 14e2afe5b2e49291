"""What agents report, in our own words."""

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
    WAITING = "waiting"  # the agent waits for the user: for a permission, or an answer
    TOOL_USE = "tool-use"  # the agent works, so its turn is open even if no hook saw it begin


class Use:
    """What a tool can do to files."""

    WRITES = "writes"  # the files that it names, and no others
    RUNS = "runs"  # a command, or anything else that can write files without naming them
    OTHER = "other"  # writes no files


class ToolUse(Value):
    """One call of a tool."""

    kind: str  # of `Use`
    paths: tuple[str, ...] = ()  # what it writes, as the agent names it


class TodoChange:
    """What a report of the to-do list holds."""

    WHOLE = "whole"  # the list as it is now
    ADDED = "added"  # one new item
    UPDATED = "updated"  # one item that changed


class Todo(Value):
    """An item of a to-do list."""

    text: str  # empty if only its id is known
    status: str = ""  # `pending`, `in_progress`, `completed`
    id: str = ""


class Todos(Value):
    """A change of a to-do list."""

    change: str  # of `TodoChange`
    items: tuple[Todo, ...] = ()


class Event(Value):
    """One hook call. Fields that a kind does not have are empty."""

    kind: str
    session_id: str
    transcript_path: str = ""
    transcript_sources: tuple[str, ...] = ()  # if we make the transcript: files that grow when it should
    prompt: str = ""
    model: str = ""
    last_message: str = ""  # the agent's last message, which may not be in the transcript yet
    awaited: str = ""  # what the transcript contains, literally, once everything up to now is in it
    synthetic: bool = False  # a prompt that no user typed
    written: tuple[str, ...] = ()  # files that a tool has just written, as the agent names them
    tool_name: str = ""
    tool_use_id: str = ""
    tool_input: dict[str, Any] | None = None  # stored as it is, and not looked at
    todos: Todos | None = None
    subagent_id: str = ""
    subagent_type: str = ""
    subagent_task: str = ""  # what it was asked to do, in a few words
    subagent_transcript: str = ""
    maybe_subagent: bool = False  # perhaps a subagent made the call: the payload does not say
    seconds: float = 0.0  # how long the client lets the hook run, if that is less than usual
    finished: bool = True  # whether the subagent's call returned with its work done
    unhooked: bool = False  # git's hooks do not run for commits that the agent makes: look for them
