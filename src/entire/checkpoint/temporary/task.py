"""The metadata files of a subagent's step."""

from __future__ import annotations

from entire.core import clock, json_text, paths
from entire.core.errors import EntireError
from entire.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Incremental(Value):
    """A step during a subagent's work, caused by one of its tools."""

    sequence: int
    type: str  # name of the tool
    data: bytes | None = None  # the tool's input, JSON, not yet redacted


class Task(Value):
    """A subagent's step: final unless ``incremental`` is given."""

    tool_use_id: str
    agent_id: str = ""
    checkpoint_uuid: str = ""
    subagent_transcript: bytes | None = None  # JSON lines, not yet redacted
    incremental: Incremental | None = None

    def check(self) -> None:
        """Raise EntireError if an id must not become part of a path."""
        if not self.tool_use_id:
            raise EntireError("a subagent's step needs the id of the tool call that started it")
        paths.check_tool_id(self.tool_use_id)
        paths.check_tool_id(self.agent_id)


def incremental_name(task: Task, incremental: Incremental) -> str:
    return f"checkpoints/{incremental.sequence:03d}-{task.tool_use_id}.json"


def task_files(task: Task, session_id: str, *, committed: bool) -> dict[str, bytes]:
    """Return the redacted files of a task's directory by name.

    The two stores differ in `checkpoint.json`: the temporary one has no newline at the end, and always has
    the subagent's id, even an empty one.
    """
    if task.incremental is not None:
        return {incremental_name(task, task.incremental): _incremental(task, task.incremental)}
    from entire.checkpoint.model import TaskCheckpoint

    record = TaskCheckpoint(
        session_id=session_id,
        tool_use_id=task.tool_use_id,
        checkpoint_uuid=task.checkpoint_uuid,
        agent_id=task.agent_id,
    )
    if committed:
        files = {paths.CHECKPOINT_FILE: json_text.encode(record.to_json())}
    else:
        value = record.to_json() | {"agent_id": task.agent_id}
        files = {paths.CHECKPOINT_FILE: json_text.encode(value).rstrip(b"\n")}
    if task.agent_id and task.subagent_transcript:
        from entire.redact import redact_jsonl

        files[paths.subagent_transcript(task.agent_id)] = redact_jsonl(task.subagent_transcript)
    return files


def _incremental(task: Task, incremental: Incremental) -> bytes:
    from entire.checkpoint.model import SubagentCheckpoint

    record = SubagentCheckpoint(
        type=incremental.type,
        tool_use_id=task.tool_use_id,
        timestamp=clock.now_utc(),
        data=_redacted(incremental.data),
    )
    return json_text.encode(record.to_json())


def _redacted(data: bytes | None) -> Any:
    if not data:
        return None
    from entire.redact import redact_json

    try:
        return json_text.decode(redact_json(data))
    except ValueError:
        return None
