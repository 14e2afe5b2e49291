"""A subagent's step, read back from the shadow branch: what its commit's checkpoint says about it."""

from __future__ import annotations

from entire.checkpoint.model import SubagentCheckpoint, TaskCheckpoint
from entire.checkpoint.temporary.read import read_step
from entire.checkpoint.temporary.task import Incremental, Task
from entire.core import json_text, paths
from entire.git.objects.read import LARGEST, Commit, Objects


def stored_task(objects: Objects, step: Commit) -> Task | None:
    """The task that a step was saved for; None for the step of a turn."""
    info = read_step(step)
    if info is None or not info.is_task_checkpoint or not info.tool_use_id:
        return None
    before = objects.commit(info.parent) if info.parent else None
    name = f"{info.metadata_dir}/checkpoints"
    new = _names(objects, step, name) - (_names(objects, before, name) if before is not None else set())
    if new:
        return _incremental(objects, step, info.tool_use_id, f"{name}/{max(new)}")
    record = TaskCheckpoint.from_json(_json(objects, step, f"{info.metadata_dir}/{paths.CHECKPOINT_FILE}"))
    transcript = f"{info.metadata_dir}/{paths.subagent_transcript(record.agent_id)}"
    return Task(
        tool_use_id=info.tool_use_id,
        agent_id=record.agent_id,
        checkpoint_uuid=record.checkpoint_uuid,
        subagent_transcript=objects.file(step.tree, transcript, LARGEST) if record.agent_id else None,
    )


def _incremental(objects: Objects, step: Commit, tool_use_id: str, path: str) -> Task:
    record = SubagentCheckpoint.from_json(_json(objects, step, path))
    number = path.rpartition("/")[2].partition("-")[0]
    data = json_text.encode_line(record.data).encode() if record.data is not None else None
    return Task(
        tool_use_id, incremental=Incremental(int(number) if number.isdecimal() else 1, record.type, data)
    )


def _names(objects: Objects, step: Commit, folder: str) -> set[str]:
    entry = objects.entry(step.tree, folder)
    return set(objects.tree(entry.oid)) if entry is not None and entry.is_tree else set()


def _json(objects: Objects, step: Commit, path: str) -> object:
    try:
        return json_text.decode(objects.file(step.tree, path) or b"{}")
    except ValueError:
        return {}
