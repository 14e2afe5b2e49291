"""Where Gemini CLI keeps its transcripts: `~/.gemini/tmp/<project>/chats/session-<time>-<8 of the id>.jsonl`.

A project is known by a short name, which `~/.gemini/projects.json` and a file in the project's folder have.
A subagent's transcript is in a folder with its session's whole id, beside the session's transcript.
"""

from __future__ import annotations

import os

from entire.core import files, json_text
from entire.core.paths import valid_session_id, valid_tool_id
from entire.core.pattern import ALPHANUMERIC, made_of

_PREFIX, _SUFFIXES = "session-", (".jsonl", ".json")
_OWNER = ".project_root"
HEAD = 64 * 1024  # enough to recognise a transcript
_ASKED = 200  # of what a subagent was asked, to recognise it by
_MOST_NAMES = 1000  # projects of the same name


def home() -> str:
    return os.path.join(os.environ.get("GEMINI_CLI_HOME") or os.path.expanduser("~"), ".gemini")


def transcripts_dir() -> str:
    return os.environ.get("ENTIRE_TEST_GEMINI_PROJECT_DIR") or os.path.join(home(), "tmp")


def transcript_path(root: str, session_id: str) -> str:
    """The session's transcript; without one, where the client finds it: it reads all that start so."""
    folder = chats_dir(root)
    ends = tuple(f"-{session_id[:8]}{suffix}" for suffix in _SUFFIXES)
    names = (name for name in files.names(folder) if name.startswith(_PREFIX) and name.endswith(ends))
    found = [path for path in (os.path.join(folder, name) for name in names) if _is_of(path, session_id)]
    if found:
        return max(found, key=lambda path: (_has_records(path), os.stat(path).st_mtime, path))
    return os.path.join(folder, f"{_PREFIX}{session_id}-{session_id[:8]}.jsonl")


def chats_dir(root: str) -> str:
    named = os.environ.get("ENTIRE_TEST_GEMINI_PROJECT_DIR")
    return named or os.path.join(transcripts_dir(), _project(root), "chats")


def subagent_path(transcript_path: str, agent_id: str) -> str:
    session_id = _session_of(transcript_path)
    if not session_id:
        return ""
    return os.path.join(os.path.dirname(transcript_path), session_id, f"{agent_id}.jsonl")


def subagent_of(transcript_path: str, session_id: str, prompt: str) -> str:
    """The id of the session's last subagent that was asked this; empty if none was."""
    folder = os.path.join(os.path.dirname(transcript_path), session_id) if transcript_path else ""
    asked = json_text.encode_plain(prompt[:_ASKED])[1:-1].encode("utf-8", "backslashreplace")
    found = []
    for name in files.names(folder) if folder else ():
        agent_id, suffix = os.path.splitext(name)
        path = os.path.join(folder, name)
        if suffix == ".jsonl" and valid_tool_id(agent_id) and asked in head(path):
            found.append((os.stat(path).st_mtime, agent_id))
    return max(found)[1] if found else ""


def _project(root: str) -> str:
    """The short name of a project, or the one that the client would give it."""
    try:
        data = json_text.decode(files.read(os.path.join(home(), "projects.json"), files.SMALL) or b"{}")
    except (OSError, ValueError):
        data = {}
    projects = data.get("projects") if isinstance(data, dict) else None
    known = projects if isinstance(projects, dict) else {}
    name = known.get(root)
    if isinstance(name, str) and _is_name(name) and owner(name) in ("", root):
        return name
    owned = (
        name for name in sorted(files.names(transcripts_dir())) if _is_name(name) and owner(name) == root
    )
    return next(owned, "") or _new_name(root, set(map(str, known.values())))


def _new_name(root: str, taken: set[str]) -> str:
    plain = "".join(letter if made_of(letter, ALPHANUMERIC, 1, 1) else "-" for letter in _base(root))
    base = "-".join(filter(None, plain.split("-"))) or "project"
    names = (base, *(f"{base}-{number}" for number in range(1, _MOST_NAMES)))
    return next((name for name in names if name not in taken and owner(name) in ("", root)), base)


def _base(root: str) -> str:
    return os.path.basename(root.rstrip("/")).lower()


def _is_name(name: str) -> bool:
    return made_of(name, ALPHANUMERIC + "-_.", 1, 255) and not name.startswith(".")


def owner(name: str) -> str:
    """The project whose folder this is; empty if the folder does not say."""
    return head(os.path.join(transcripts_dir(), name, _OWNER)).decode("utf-8", "replace").strip()


def _session_of(path: str) -> str:
    """The session of a transcript, by the name that we gave it, or by its first record."""
    name = os.path.basename(path).removeprefix(_PREFIX).removesuffix(".jsonl")
    session_id, _, short = name.rpartition("-")
    if not valid_session_id(session_id) or not session_id.startswith(short) or len(session_id) <= 8:
        session_id = session_in(head(path).partition(b"\n")[0])
    return session_id if valid_session_id(session_id) else ""


def session_in(start: bytes) -> str:
    """The session of a transcript with this beginning: a record, or a document of an older version."""
    try:
        record = json_text.decode(start.partition(b"\n")[0])
    except ValueError:
        _, _, after = start.partition(b'"sessionId"')
        return after[:200].partition(b'"')[2].partition(b'"')[0].decode("utf-8", "replace")
    found = record.get("sessionId", "") if isinstance(record, dict) else ""
    return found if isinstance(found, str) else ""


def _has_records(path: str) -> bool:
    """Whether anything was said. A client that resumes a session also begins a file, and does not use it."""
    return b'\n{"id"' in b"\n" + head(path) or path.endswith(".json")


def _is_of(path: str, session_id: str) -> bool:
    return session_id.encode("utf-8", "surrogatepass") in head(path)


def head(path: str) -> bytes:
    descriptor = files.open_regular(path)
    if descriptor is None:
        return b""
    with open(descriptor, "rb") as file:
        return file.read(HEAD)
