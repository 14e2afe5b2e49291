"""Where Codex keeps transcripts: `sessions/YYYY/MM/DD/rollout-<time>-<session id>.jsonl` below its folder.

An id begins with the time when it was made, which says the day. Codex finds a session by the end of the name.
"""

from __future__ import annotations

import os
import time

from entire.core import files
from entire.core.pattern import HEX, made_of

_DAY = 24 * 3600
_ID_LENGTH = 36
_MOST_DAYS = 2000  # folders that are searched for an id without a time


def folder() -> str:
    home = os.environ.get("CODEX_HOME") or os.path.expanduser("~/.codex")
    return os.path.join(home, "sessions")


def id_of(path: str) -> str:
    """The session of a file, by its name."""
    name = os.path.basename(path).removesuffix(".jsonl").partition("_")[0]
    return name[-_ID_LENGTH:] if name.startswith("rollout-") else ""


def is_of_person(start: bytes) -> bool:
    """Whether a transcript with this beginning is of a session, not of a subagent."""
    first = start.partition(b"\n")[0]
    return b'"thread_source":"subagent"' not in first and b'"source":{"subagent"' not in first


def find(session_id: str) -> str:
    """The transcript of a session or of a subagent; empty if it is not found."""
    for day in _days_of(session_id):
        if name := _in(day, session_id):
            return os.path.join(day, name)
    return ""


def new_path(session_id: str) -> str:
    """Where Codex would have put a session's transcript."""
    made = _time_of(session_id)
    when = time.time() if made is None else made
    stamp = time.strftime("%Y-%m-%dT%H-%M-%S", time.localtime(when))
    return os.path.join(_day(when), f"rollout-{stamp}-{session_id}.jsonl")


def _days_of(session_id: str) -> list[str]:
    """The folders where a session can be. They are named by local time, perhaps that of another place."""
    made = _time_of(session_id)
    return days() if made is None else [_day(made + shift) for shift in (0, -_DAY, _DAY)]


def _day(when: float) -> str:
    return os.path.join(folder(), time.strftime("%Y/%m/%d", time.localtime(when)))


def _in(day: str, session_id: str) -> str:
    """The last of the files of a day that belong to a session."""
    ends = (f"-{session_id}.jsonl", f"-{session_id}_")  # the second after a part was taken back
    found = [name for name in files.names(day) if name.startswith("rollout-") and name.endswith(".jsonl")]
    return max((name for name in found if name.endswith(ends[0]) or ends[1] in name), default="")


def days() -> list[str]:
    """The folders of all days, the last first."""
    found = [folder()]
    for _ in range(3):
        found = [os.path.join(one, name) for one in found for name in files.names(one) if name.isdecimal()]
    return sorted(found, reverse=True)[:_MOST_DAYS]


def _time_of(session_id: str) -> float | None:
    """When an id of version 7 was made; None for others."""
    start = session_id[:8] + session_id[9:13]
    if len(session_id) != _ID_LENGTH or session_id[14] != "7" or not made_of(start, HEX, 12, 12):
        return None
    when = int(start, 16) / 1000
    return when if when < 2**33 else None  # what any system can say the date of
