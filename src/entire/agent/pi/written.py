"""A session of Pi in which something was said elsewhere."""

from __future__ import annotations

import time
import uuid
from collections.abc import Sequence
from typing import Any

from entire.agent.handover.messages import Message
from entire.agent.handover.writer import moments, times
from entire.core import json_text

_FORMAT = 3  # of session files
_PROVIDER, _MODEL = "entire", "handed-over"  # Pi says that it does not have this one, and uses your default
_NOTHING = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}


def new_session_id() -> str:
    """A UUID of version 7: it begins with the time, and file names do, too."""
    moment = f"{time.time_ns() // 1_000_000:012x}"
    return f"{moment[:8]}-{moment[8:]}-7{str(uuid.uuid4())[15:]}"


def written(messages: Sequence[Message], session_id: str, root: str) -> bytes:
    when = times(len(messages))
    rows: list[dict[str, Any]] = [
        {"type": "session", "version": _FORMAT, "id": session_id, "timestamp": when[0], "cwd": root}
    ]
    for at, (message, moment) in enumerate(zip(messages, moments(len(messages)), strict=True)):
        content = {"role": "user" if message.is_user else "assistant"} | _content(message)
        rows.append(
            {
                "type": "message",
                "id": f"{at + 1:08x}",
                "parentId": rows[-1]["id"] if at else None,
                "timestamp": when[at],
                "message": content | {"timestamp": moment * 1000},
            }
        )
    return json_text.encode_lines(rows)


def _content(message: Message) -> dict[str, Any]:
    content = {"content": [{"type": "text", "text": message.text}]}
    if message.is_user:
        return content
    usage = _NOTHING | {"totalTokens": 0, "cost": _NOTHING | {"total": 0}}
    return content | {
        "api": _PROVIDER,
        "provider": _PROVIDER,
        "model": _MODEL,
        "usage": usage,
        "stopReason": "stop",
    }
