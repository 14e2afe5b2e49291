"""A session of Gemini CLI in which something was said elsewhere."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from typing import Any

from entire.agent.handover.messages import Message
from entire.agent.handover.writer import times
from entire.core import json_text

_MODEL = "handed-over"


def written(messages: Sequence[Message], session_id: str, root: str) -> bytes:
    when = times(len(messages))
    rows: list[dict[str, Any]] = [
        {
            "sessionId": session_id,
            "projectHash": hashlib.sha256(root.encode()).hexdigest(),
            "startTime": when[0],
            "lastUpdated": when[-1],
            "kind": "main",
        }
    ]
    for message, time in zip(messages, when, strict=True):
        row: dict[str, Any] = {"id": str(uuid.uuid4()), "timestamp": time}
        if message.is_user:
            row |= {"type": "user", "content": [{"text": message.text}]}
        else:
            row |= {"type": "gemini", "content": message.text, "thoughts": [], "model": _MODEL}
        rows.append(row)
    return json_text.encode_lines(rows)
