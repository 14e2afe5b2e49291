"""A session of Qwen Code in which something was said elsewhere."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from entire.agent.handover.messages import Message
from entire.agent.handover.writer import times
from entire.core import json_text

_MODEL = "handed-over"
_VERSION = "0.24.4"  # of the client that could have written it


def written(messages: Sequence[Message], session_id: str, root: str) -> bytes:
    rows: list[dict[str, Any]] = []
    for message, when in zip(messages, times(len(messages)), strict=True):
        row: dict[str, Any] = {
            "uuid": str(uuid.uuid4()),
            "parentUuid": rows[-1]["uuid"] if rows else None,
            "sessionId": session_id,
            "timestamp": when,
            "type": "user" if message.is_user else "assistant",
            "provenance": "real_user" if message.is_user else "assistant_output",
            "cwd": root,
            "version": _VERSION,
        }
        if not message.is_user:
            row["model"] = _MODEL
        role = "user" if message.is_user else "model"
        rows.append(row | {"message": {"role": role, "parts": [{"text": message.text}]}})
    return json_text.encode_lines(rows)
