"""A session of Claude Code in which something was said elsewhere."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from entire.agent.handover.messages import Message
from entire.agent.handover.writer import times
from entire.core import json_text

_MODEL = "handed-over"
_VERSION = "2.1.0"  # of the client that could have written it


def written(messages: Sequence[Message], session_id: str, root: str) -> bytes:
    rows: list[dict[str, Any]] = []
    for message, when in zip(messages, times(len(messages)), strict=True):
        kind = "user" if message.is_user else "assistant"
        rows.append(
            {
                "parentUuid": rows[-1]["uuid"] if rows else None,
                "isSidechain": False,
                "userType": "external",
                "cwd": root,
                "sessionId": session_id,
                "version": _VERSION,
                "type": kind,
                "message": _asked(message) if message.is_user else _answered(message),
                "uuid": str(uuid.uuid4()),
                "timestamp": when,
            }
        )
    return json_text.encode_lines(rows)


def _asked(message: Message) -> dict[str, Any]:
    return {"role": "user", "content": message.text}


def _answered(message: Message) -> dict[str, Any]:
    return {
        "id": f"msg_{uuid.uuid4().hex[:24]}",
        "type": "message",
        "role": "assistant",
        "model": _MODEL,
        "content": [{"type": "text", "text": message.text}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 0, "output_tokens": 0},
    }
