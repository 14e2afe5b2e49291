"""Calls of hooks and a transcript, in the shapes that most agents use, or as they were recorded."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from entire.core import files, json_text
from entire.core.errors import EntireError

PROMPT = "Write the notes down"
FILE = "notes.txt"
TOKENS = (11, 7)
MODEL = "model-1"
TRANSCRIPT = "transcript"  # the name of a recorded one
_LARGEST = 16 * 1024 * 1024


class Samples(NamedTuple):
    """What is sent to an agent."""

    session_id: str
    transcript: bytes
    payloads: dict[str, bytes]  # recorded ones, by the names of hooks
    recorded: bool  # the transcript is not ours: nothing is known of what it says


def made(session_id: str) -> Samples:
    return Samples(session_id, _transcript(), {}, False)


def read(folder: str, session_id: str) -> Samples:
    """Recordings: `<hook>.json` of each call, and `transcript`. Raises EntireError."""
    if not os.path.isdir(folder):
        raise EntireError(f"no such folder: {folder}")
    names = [name for name in sorted(files.names(folder)) if name.endswith(".json")]
    contents = {name: files.read(os.path.join(folder, name), _LARGEST) or b"" for name in names}
    transcript = files.read(os.path.join(folder, TRANSCRIPT), _LARGEST)
    payloads = {name.removesuffix(".json"): content for name, content in contents.items()}
    return Samples(
        session_id, _transcript() if transcript is None else transcript, payloads, transcript is not None
    )


def _transcript() -> bytes:
    rows = [
        {"id": "1", "role": "user", "content": PROMPT, "timestamp": "2026-01-13T12:00:00Z"},
        {
            "id": "2",
            "role": "assistant",
            "content": "Written.",
            "model": MODEL,
            "files": [FILE],
            "usage": {"input": TOKENS[0], "output": TOKENS[1]},
            "timestamp": "2026-01-13T12:00:05Z",
        },
    ]
    return json_text.encode_lines(rows)


def payloads(samples: Samples, name: str, root: str, verb: str, transcript: str) -> list[dict[str, Any]]:
    """What a client could send to a hook: a recorded call, or several shapes of which one may fit."""
    if verb in samples.payloads:
        raw = json_text.decode(samples.payloads[verb])
        return [raw] if isinstance(raw, dict) else []
    event = "".join(word.capitalize() for word in verb.split("-"))
    shared = {"cwd": root, "prompt": PROMPT, "model": MODEL, "reason": "exit", "source": "startup"}
    snake = shared | {
        "session_id": samples.session_id,
        "transcript_path": transcript,
        "hook_event_name": event,
        "permission_mode": "default",
    }
    plugin = {
        "entire_plugin": f"{name}/1",
        "session_id": samples.session_id,
        "prompt": PROMPT,
        "model": MODEL,
    }
    return [
        snake,
        snake | {"turn_id": "turn-1"},
        snake | {"timestamp": "2026-01-13T12:00:00.000Z"},
        shared | {"sessionId": samples.session_id, "transcriptPath": transcript, "timestamp": 1768305600000},
        shared
        | {
            "conversation_id": samples.session_id,
            "transcript_path": transcript,
            "hook_event_name": event,
            "workspace_roots": [root],
            "cursor_version": "1",
        },
        plugin,
        plugin | {"session_file": transcript},
    ]
