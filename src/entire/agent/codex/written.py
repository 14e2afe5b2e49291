"""A session of Codex in which something was said elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from entire.agent.handover.messages import Message
from entire.agent.handover.writer import times
from entire.core import json_text

_VERSION = "0.166.0"  # of the client that could have written it


def written(messages: Sequence[Message], session_id: str, root: str) -> bytes:
    when = times(len(messages))
    meta = {
        "session_id": session_id,
        "id": session_id,
        "timestamp": when[0],
        "cwd": root,
        "originator": "codex_cli_rs",
        "cli_version": _VERSION,
        "source": "cli",
        "thread_source": "user",
    }
    rows: list[dict[str, Any]] = [{"timestamp": when[0], "type": "session_meta", "payload": meta}]
    for message, time in zip(messages, when, strict=True):
        kind, event = ("input_text", "user_message") if message.is_user else ("output_text", "agent_message")
        item = {
            "type": "message",
            "role": "user" if message.is_user else "assistant",
            "content": [{"type": kind, "text": message.text}],
        }
        rows.append({"timestamp": time, "type": "response_item", "payload": item})
        rows.append(
            {"timestamp": time, "type": "event_msg", "payload": {"type": event, "message": message.text}}
        )
    return json_text.encode_lines(rows)
