"""Captures: the state of the work tree at a prompt, or when a subagent started.

The work of a turn, or of a subagent, is what changed since. Captures are files in `.entire/tmp/`; the
reference reads their first keys and ignores the others, which it does not have.
"""

from __future__ import annotations

import os

from entire.core import clock, files, json_text, links
from entire.core.paths import TMP_DIR, check_session_id, check_tool_id, is_infrastructure, valid_tool_id
from entire.core.record import Record
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any, Self

ABSENT = "-"
_TASK_PREFIX, _SUFFIX = "pre-task-", ".json"


_HOOK_SECONDS = 5  # a hook that takes a capture is done by then


class Capture(Record):
    """`pre-prompt-<session id>.json`"""

    ALWAYS = frozenset({"session_id", "timestamp", "untracked_files", "signatures"})
    foreign = False  # written by the reference, which has no signatures

    session_id: str = ""
    timestamp: str = ""
    untracked_files: list[str] = []
    start_message_index: int = 0
    last_transcript_identifier: str = ""
    step_transcript_start: int = 0
    last_transcript_line_count: int = 0  # older name of the key before, only read
    signatures: dict[str, str] = {}
    edits: dict[str, str] = {}  # changes since the last step, by path: `mode oid`, or `-` if deleted
    edits_since: str = ""  # that step; empty if there is none
    head: str = ""

    @classmethod
    def from_json(cls, value: Any) -> Self:
        found = super().from_json(value)
        if "signatures" not in value:
            found.foreign = True
        return found


class TaskCapture(Record):
    """`pre-task-<tool use id>.json`, which exists as long as the subagent is working."""

    ALWAYS = frozenset({"tool_use_id", "timestamp", "untracked_files"})

    tool_use_id: str = ""
    timestamp: str = ""
    untracked_files: list[str] = []
    session_id: str = ""
    agent_id: str = ""  # known when the call returns, while the subagent continues in the background
    subagent_type: str = ""
    description: str = ""
    signatures: dict[str, str] = {}
    head: str = ""


if TYPE_CHECKING:
    from typing import TypeVar

    from entire.git.worktree.status import Status

    C = TypeVar("C", Capture, TaskCapture)


def take(repo: Repository, capture: C, status: Status) -> C:
    """Record everything that differs from HEAD, and save the capture."""
    changed = [entry for entry in status.changed if not is_infrastructure(entry.path)]
    capture.head = status.head
    capture.timestamp = clock.now_utc_seconds()
    capture.untracked_files = [entry.path for entry in changed if entry.kind == "untracked"]
    capture.signatures = {entry.path: signature(repo, entry.path) for entry in changed}
    save(repo, capture)
    return capture


def save(repo: Repository, capture: Capture | TaskCapture) -> None:
    files.make_private_dir(repo.worktree, TMP_DIR)
    files.write_atomic(_path_of(repo, capture), json_text.encode(capture.to_json()))


def discard(repo: Repository, capture: Capture | TaskCapture) -> None:
    path = _path_of(repo, capture)
    links.check(os.path.dirname(path))
    files.remove(path)


def _path_of(repo: Repository, capture: Capture | TaskCapture) -> str:
    if isinstance(capture, TaskCapture):
        return task_path(repo, capture.tool_use_id)
    return prompt_path(repo, capture.session_id)


def prompt_path(repo: Repository, session_id: str) -> str:
    return repo.path(TMP_DIR, f"pre-prompt-{check_session_id(session_id)}.json")


def task_path(repo: Repository, tool_use_id: str) -> str:
    return repo.path(TMP_DIR, f"{_TASK_PREFIX}{check_tool_id(tool_use_id)}{_SUFFIX}")


def _read(path: str, kind: type[C]) -> C | None:
    try:
        data = files.read(path, files.SMALL)
        return None if data is None else kind.from_json(json_text.decode(data))
    except (ValueError, OSError):
        return None


def load(repo: Repository, session_id: str) -> Capture | None:
    """Return the capture of the current turn; None if it is missing or not readable."""
    capture = _read(prompt_path(repo, session_id), Capture)
    if capture is not None:
        capture.step_transcript_start = capture.step_transcript_start or capture.last_transcript_line_count
    return capture


def taken_at(repo: Repository, capture: Capture) -> float:
    """Return when a capture was taken. It says so in seconds only, its file more exactly."""
    noted = clock.timestamp(capture.timestamp) or 0.0
    try:
        written = os.stat(_path_of(repo, capture)).st_mtime
    except OSError:
        return noted
    return written if noted <= written < noted + _HOOK_SECONDS else noted


def load_task(repo: Repository, tool_use_id: str) -> TaskCapture | None:
    """Return a subagent's capture; None if it is missing or not readable."""
    return _read(task_path(repo, tool_use_id), TaskCapture) if tool_use_id else None


def open_tasks(repo: Repository, session_id: str) -> list[TaskCapture]:
    """Return the captures of a session's working subagents, in the order they started."""
    try:
        names = os.listdir(repo.path(TMP_DIR))
    except FileNotFoundError:
        return []
    ids = (
        name.removeprefix(_TASK_PREFIX).removesuffix(_SUFFIX)
        for name in names
        if name.startswith(_TASK_PREFIX)
    )
    found = [
        task for tool_id in ids if valid_tool_id(tool_id) and (task := load_task(repo, tool_id)) is not None
    ]
    return sorted(
        (c for c in found if c.session_id == session_id), key=lambda c: (c.timestamp, c.tool_use_id)
    )


def has_open_tasks(worktree: str) -> bool:
    """Whether a subagent is working in a worktree, of any session."""
    names = files.names(os.path.join(worktree, TMP_DIR))
    return any(name.startswith(_TASK_PREFIX) for name in names)


def signature(repo: Repository, path: str) -> str:
    """Return a signature that changes when a file is written. Does not read the file."""
    try:
        info = os.lstat(repo.path(path))
    except (OSError, ValueError):
        return ABSENT
    return f"{info.st_mode:o}:{info.st_size}:{info.st_mtime_ns}:{info.st_ctime_ns}"


def changed_since(
    repo: Repository, capture: Capture | TaskCapture, paths: list[str], named: Collection[str] = ()
) -> list[str]:
    """Return the paths that changed since the capture.

    The reference's captures only list untracked files. For others, the time has to be enough; those that it
    lists are the user's, unless the agent's transcript has them (``named``).
    """
    if isinstance(capture, Capture) and capture.foreign:
        users = set(capture.untracked_files).difference(named)
        return [path for path in written_since(repo, capture.timestamp, paths) if path not in users]
    return [path for path in paths if capture.signatures.get(path) != signature(repo, path)]


def undone_since(repo: Repository, capture: Capture | TaskCapture, dirty: list[str], head: str) -> list[str]:
    """Return the files that differed from HEAD at the capture, and no longer do: deleted or reverted.

    If HEAD moved since then, files that still exist may be committed; only deleted ones count.
    """
    known, same = set(dirty), capture.head == head
    gone = {path: signature(repo, path) for path in capture.signatures if path not in known}
    return [path for path, now in gone.items() if now != capture.signatures[path] and (same or now == ABSENT)]


def written_since(repo: Repository, time: str, paths: list[str]) -> list[str]:
    """Return the paths that were written or deleted since a time; all of them if it is unknown."""
    then = clock.timestamp(time)
    return [path for path in paths if then is None or _written(repo, path) >= then]


def _written(repo: Repository, path: str) -> float:
    try:
        return os.lstat(repo.path(path)).st_ctime
    except (OSError, ValueError):
        return float("inf")
