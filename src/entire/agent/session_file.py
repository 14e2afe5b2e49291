"""Find a conversation by its id or its file, for any agent. For commands."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from entire.agent.conversation import decoded
from entire.agent.entries import ASSISTANT, TOOL, USER
from entire.agent.protocol import Agent
from entire.core import files
from entire.core.errors import EntireError
from entire.core.paths import from_home, valid_session_id
from entire.core.text import quoted

_HEAD = 64 * 1024
_MOST_FILES = 100_000
_LISTED = 5
_KINDS = (USER, ASSISTANT, TOOL)
_PATH_INSTEAD = "pass the transcript's path instead"
_SHORT = 8  # some agents have only so much of an id in a file's name
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_KEY = re.compile(r'"(?:sessionId|session_id|id)"\s*:\s*"([^"\\]{1,128})"')


def find(agent: Agent, root: str, wanted: str) -> tuple[str, str]:
    """The id and the transcript of a conversation, given either. Raises EntireError."""
    if os.sep in wanted or os.path.isfile(wanted):
        path = os.path.abspath(os.path.expanduser(wanted))
        if not os.path.isfile(path):
            raise EntireError(f"no transcript at {from_home(path)}")
        _check_conversation(agent, path)
        return _id_of(agent, root, path), path
    if not valid_session_id(wanted):
        raise EntireError(f"not the id of a session: {quoted(wanted, 60)}", _PATH_INSTEAD)
    session_id, path = _kept(agent, root, wanted)
    if not path:
        place = from_home(agent.transcripts_dir())
        raise EntireError(f"{agent.TYPE} has no conversation {wanted} in {place}", _PATH_INSTEAD)
    _check_conversation(agent, path)
    return session_id, path


def _check_conversation(agent: Agent, path: str) -> None:
    if not _has_conversation(agent, path):
        raise EntireError(
            f"no conversation of {agent.TYPE} in {from_home(path)}",
            "pass the transcript of a session that has at least one prompt",
        )


def _has_conversation(agent: Agent, path: str) -> bool:
    """Whether anything in a file is a prompt, an answer or a tool call, as its agent writes them."""
    descriptor = files.open_regular(path)
    if descriptor is None:
        return False
    try:
        return any(
            entry.kind in _KINDS and entry.text.strip()
            for record in decoded(agent, agent.layout().pieces(descriptor))
            for entry in agent.entries_of(record)
        )
    finally:
        os.close(descriptor)


def _kept(agent: Agent, root: str, wanted: str) -> tuple[str, str]:
    """The id, of which the beginning is enough, and where the agent keeps it. Raises EntireError.

    That is for this work tree, or for a folder above or below in which it was started. What clients keep
    beside a transcript (`<id>.settings.json`, `<id>.runtime.json`) is named like one.
    """
    agent.prepare_transcript(wanted, usual := agent.transcript_path(root, wanted))
    if os.path.isfile(usual) and not _is_part(wanted, os.path.basename(usual)):
        return wanted, usual
    near = [path for path in _files(agent.transcripts_dir()) if wanted[:_SHORT] in os.path.basename(path)]
    whole = [path for path in near if _is_of(path, wanted)]
    if whole:
        return wanted, max(whole, key=_likeliest)
    begun: dict[str, list[str]] = {}
    for path in near:
        if (id := _id_or_empty(agent, root, path)).startswith(wanted):
            begun.setdefault(id, []).append(path)
    if len(begun) > 1:
        some = ", ".join(list(begun)[:_LISTED])
        raise EntireError(f"{len(begun)} conversations start with {quoted(wanted, 60)}", f"one of {some}")
    return next(((id, max(paths, key=_likeliest)) for id, paths in begun.items()), ("", ""))


def _is_part(wanted: str, name: str) -> bool:
    """Whether it is only a part of the id in a file's name."""
    return any(wanted in id and wanted != id for id in _UUID.findall(name))


def _likeliest(path: str) -> tuple[bool, float]:
    return path.endswith(".jsonl"), os.path.getmtime(path)


def _is_of(path: str, session_id: str) -> bool:
    """Whether a file is named for this id, or for its beginning and has it in its first records."""
    return session_id in _candidates(path) or f'"{session_id}"'.encode() in files.read_or_empty(path)[:_HEAD]


def _id_or_empty(agent: Agent, root: str, path: str) -> str:
    try:
        return _id_of(agent, root, path)
    except EntireError:
        return ""


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
