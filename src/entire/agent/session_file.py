"""Find a conversation by its id or its file, for any agent. For commands."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from entire.agent.protocol import Agent
from entire.core import files
from entire.core.errors import EntireError
from entire.core.paths import from_home, valid_session_id
from entire.core.text import quoted

_HEAD = 64 * 1024
_MOST_FILES = 100_000
_SHORT = 8  # some agents have only so much of an id in a file's name
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_KEY = re.compile(r'"(?:sessionId|session_id|id)"\s*:\s*"([^"\\]{1,128})"')


def find(agent: Agent, root: str, wanted: str) -> tuple[str, str]:
    """The id and the transcript of a conversation, given either. Raises EntireError."""
    if os.sep in wanted or os.path.isfile(wanted):
        path = os.path.abspath(os.path.expanduser(wanted))
        if not os.path.isfile(path):
            raise EntireError(f"no transcript at {from_home(path)}")
        return _id_of(agent, root, path), path
    if not valid_session_id(wanted):
        raise EntireError(
            f"not the id of a session: {quoted(wanted, 60)}", "pass the transcript's path instead"
        )
    path = _path_of(agent, root, wanted)
    if not path:
        place = from_home(agent.transcripts_dir())
        raise EntireError(
            f"{agent.TYPE} has no conversation {wanted} in {place}", "pass the transcript's path instead"
        )
    return wanted, path


def _path_of(agent: Agent, root: str, session_id: str) -> str:
    """Where the agent keeps it for this work tree, or for a folder above or below in which it was started.

    What clients keep beside a transcript (`<id>.settings.json`, `<id>.runtime.json`) is named like one.
    """
    agent.prepare_transcript(session_id, usual := agent.transcript_path(root, session_id))
    if os.path.isfile(usual):
        return usual
    found = [path for path in _files(agent.transcripts_dir()) if _is_of(path, session_id)]
    return max(found, key=lambda path: (path.endswith(".jsonl"), os.path.getmtime(path)), default="")


def _is_of(path: str, session_id: str) -> bool:
    name = os.path.basename(path)
    if session_id in name:
        return True
    return session_id[:_SHORT] in name and session_id.encode() in files.read_or_empty(path)[:_HEAD]


def _files(folder: str) -> Iterator[str]:
    left = _MOST_FILES
    for above, _, names in os.walk(folder):
        left -= len(names)
        if left < 0:
            return
        yield from (os.path.join(above, name) for name in names if name.endswith((".jsonl", ".json")))


def _id_of(agent: Agent, root: str, path: str) -> str:
    """The id that leads to this file, or else one that its name or its first records have."""
    found = [one for one in _candidates(path) if valid_session_id(one)]
    for one in found:
        if os.path.realpath(agent.transcript_path(root, one)) == os.path.realpath(path):
            return one
    named = [one for one in found if one[:_SHORT] in os.path.basename(path)]
    if not named and not found:
        raise EntireError(f"cannot find the id of the conversation in {from_home(path)}")
    return (named or found)[0]


def _candidates(path: str) -> list[str]:
    name = os.path.basename(path)
    head = files.read_or_empty(path)[:_HEAD].decode("utf-8", "replace")
    inside = _KEY.findall(head)[:20]
    stem, folder = name.partition(".")[0], os.path.basename(os.path.dirname(path))
    beside = [folder] if _UUID.fullmatch(folder) else []
    return list(
        dict.fromkeys(
            [*_UUID.findall(name), *(one for one in inside if one in path), *inside[:1], stem, *beside]
        )
    )
