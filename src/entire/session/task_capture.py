"""What the work tree looked like when a subagent was started: its work is what changed since.

`.entire/tmp/pre-task-<tool use id>.json`. Its existence also says that the subagent is still at work.
"""

from __future__ import annotations

import os

from entire.core import clock, files, json_text
from entire.core.paths import TMP_DIR, check_tool_id, is_infrastructure, valid_tool_id
from entire.core.record import Record
from entire.git.repository import Repository
from entire.git.status import Status
from entire.session.capture import signature

_PREFIX, _SUFFIX = "pre-task-", ".json"


class TaskCapture(Record):
    """The first three keys are the reference's; it ignores the others."""

    ALWAYS = frozenset({"tool_use_id", "timestamp", "untracked_files"})

    tool_use_id: str = ""
    timestamp: str = ""
    untracked_files: list[str] = []
    session_id: str = ""
    agent_id: str = ""  # known once the call returned, while the subagent goes on in the background
    subagent_type: str = ""
    description: str = ""
    signatures: dict[str, str] = {}


def _path(repo: Repository, tool_use_id: str) -> str:
    return repo.path(TMP_DIR, f"{_PREFIX}{check_tool_id(tool_use_id)}{_SUFFIX}")


def take(repo: Repository, capture: TaskCapture, status: Status) -> None:
    """Note what differs from HEAD, and keep it until the subagent is done."""
    changed = [entry for entry in status.changed if not is_infrastructure(entry.path)]
    capture.timestamp = clock.now_utc().split(".")[0].rstrip("Z") + "Z"
    capture.untracked_files = [entry.path for entry in changed if entry.kind == "untracked"]
    capture.signatures = {entry.path: signature(repo, entry.path) for entry in changed}
    save(repo, capture)


def save(repo: Repository, capture: TaskCapture) -> None:
    path = _path(repo, capture.tool_use_id)
    files.make_dir(os.path.dirname(path))
    files.write_atomic(path, json_text.encode(capture.to_json()))


def load(repo: Repository, tool_use_id: str) -> TaskCapture | None:
    """None if there is none, or none that can be read."""
    data = files.read(_path(repo, tool_use_id)) if tool_use_id else None
    try:
        return None if data is None else TaskCapture.from_json(json_text.decode(data))
    except ValueError:
        return None


def discard(repo: Repository, tool_use_id: str) -> None:
    files.remove(_path(repo, tool_use_id))


def open_tasks(repo: Repository, session_id: str) -> list[TaskCapture]:
    """The session's subagents that are at work, the last started last."""
    try:
        names = os.listdir(repo.path(TMP_DIR))
    except FileNotFoundError:
        return []
    ids = (name.removeprefix(_PREFIX).removesuffix(_SUFFIX) for name in names if name.startswith(_PREFIX))
    found = [
        capture
        for tool_use_id in ids
        if valid_tool_id(tool_use_id) and (capture := load(repo, tool_use_id)) is not None
    ]
    return sorted(
        (c for c in found if c.session_id == session_id), key=lambda c: (c.timestamp, c.tool_use_id)
    )
