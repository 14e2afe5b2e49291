"""What the work tree looked like when a prompt came in: the agent's work is what changed since."""

from __future__ import annotations

import os

from entire.core import clock, files, json_text
from entire.core.paths import TMP_DIR, check_session_id, is_infrastructure
from entire.core.record import Record
from entire.git.repository import Repository
from entire.git.status import Status

ABSENT = "-"


class Capture(Record):
    """`.entire/tmp/pre-prompt-<session id>.json`; ``signatures`` is ours, the reference ignores it."""

    ALWAYS = frozenset({"session_id", "timestamp", "untracked_files"})

    session_id: str = ""
    timestamp: str = ""
    untracked_files: list[str] = []
    start_message_index: int = 0
    last_transcript_identifier: str = ""
    step_transcript_start: int = 0
    last_transcript_line_count: int = 0  # older name of the previous one, only read
    signatures: dict[str, str] = {}


def path_of(repo: Repository, session_id: str) -> str:
    return repo.path(TMP_DIR, f"pre-prompt-{check_session_id(session_id)}.json")


def take(repo: Repository, session_id: str, status: Status, line: int, last_id: str) -> Capture:
    """Look at everything that differs from HEAD and keep it for the end of the turn."""
    changed = [entry for entry in status.changed if not is_infrastructure(entry.path)]
    capture = Capture(
        session_id=session_id,
        timestamp=clock.now_utc().split(".")[0].rstrip("Z") + "Z",
        untracked_files=[entry.path for entry in changed if entry.kind == "untracked"],
        step_transcript_start=line,
        last_transcript_identifier=last_id,
        signatures={entry.path: signature(repo, entry.path) for entry in changed},
    )
    path = path_of(repo, session_id)
    files.make_dir(os.path.dirname(path))
    files.write_atomic(path, json_text.encode(capture.to_json()))
    return capture


def load(repo: Repository, session_id: str) -> Capture | None:
    """The open turn's capture; None if there is none, or none that can be read."""
    data = files.read(path_of(repo, session_id))
    if data is None:
        return None
    try:
        capture = Capture.from_json(json_text.decode(data))
    except ValueError:
        return None
    capture.step_transcript_start = capture.step_transcript_start or capture.last_transcript_line_count
    return capture


def discard(repo: Repository, session_id: str) -> None:
    files.remove(path_of(repo, session_id))


def signature(repo: Repository, path: str) -> str:
    """Tells whether a file was written since; never reads it."""
    try:
        info = os.lstat(repo.path(path))
    except OSError:
        return ABSENT
    return f"{info.st_mode:o}:{info.st_size}:{info.st_mtime_ns}:{info.st_ctime_ns}"


def changed_since(repo: Repository, capture: Capture, paths: list[str]) -> list[str]:
    """Those of ``paths`` that are not as they were at the prompt."""
    return [path for path in paths if capture.signatures.get(path) != signature(repo, path)]
