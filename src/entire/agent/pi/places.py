"""Where Pi keeps its sessions: `~/.pi/agent/sessions/--<folder>--/<time>_<id>.jsonl`."""

from __future__ import annotations

import os

from entire.core import clock, files
from entire.core.pattern import made_of

_HEX = "0123456789abcdef"


def transcripts_dir() -> str:
    home = os.environ.get("PI_CODING_AGENT_DIR") or os.path.expanduser("~/.pi/agent")
    chosen = os.environ.get("PI_CODING_AGENT_SESSION_DIR")
    return os.path.expanduser(chosen) if chosen else os.path.join(os.path.expanduser(home), "sessions")


def transcript_path(root: str, session_id: str) -> str:
    """The session's file; without one, where the client finds it: it reads all files of the folder."""
    folder = _folder(root)
    end = f"_{session_id}.jsonl"
    found = sorted(name for name in files.names(folder) if name.endswith(end))
    return os.path.join(folder, found[-1] if found else _time_of(session_id) + end)


def _folder(root: str) -> str:
    if os.environ.get("PI_CODING_AGENT_SESSION_DIR"):
        return transcripts_dir()
    name = "".join("-" if letter in "/\\:" else letter for letter in root.removeprefix("/"))
    return os.path.join(transcripts_dir(), f"--{name}--")


def _time_of(session_id: str) -> str:
    """When the session began, as file names have it: the id begins with it, in milliseconds."""
    digits = session_id.replace("-", "")[:12]
    found = clock.rfc3339_ms(int(digits, 16)) if made_of(digits, _HEX, 12, 12) else ""
    moment = found.removesuffix("Z") if found else "1970-01-01T00:00:00"
    seconds, _, fraction = moment.partition(".")
    return f"{seconds.replace(':', '-')}-{fraction or '0':0<3}Z"
