"""A session of OpenCode in which something was said elsewhere: messages for the client to import."""

from __future__ import annotations

import secrets
import string
import time
from collections.abc import Sequence
from typing import Any

from entire.agent.handover.messages import Message
from entire.agent.handover.writer import moments
from entire.core import json_text
from entire.core.text import one_line

_PROVIDER, MODEL = "entire", "handed-over"  # an import must name one
_AGENT = "build"  # the client's own, which edits and runs commands
_LETTERS = string.digits + string.ascii_letters
NOTHING = {"input": 0, "output": 0, "reasoning": 0, "cache": {"read": 0, "write": 0}}


def new_session_id() -> str:
    """The latest first: an id begins with the time that is left."""
    return f"ses_{_clock(time.time_ns() // 1_000_000) ^ 0xFFFFFFFFFFFF:012x}{_random()}"


def written(messages: Sequence[Message], session_id: str, root: str) -> bytes:
    when = [moment * 1000 for moment in moments(len(messages))]
    session = {
        "id": session_id,
        "slug": session_id,
        "directory": root,
        "title": one_line(messages[0].text, 60),
        "time": {"created": when[0], "updated": when[-1]},
    }
    rows: list[dict[str, Any]] = [{"session": session}]
    asked = ""
    for message, moment in zip(messages, when, strict=True):
        about = {"id": _id("msg", moment), "sessionID": session_id}
        asked = about["id"] if message.is_user else asked
        part = {"id": _id("prt", moment), "sessionID": session_id, "messageID": about["id"]}
        info = about | (_question(moment) if message.is_user else _answer(moment, asked, root))
        rows.append({"info": info, "parts": [part | {"type": "text", "text": message.text}]})
    return json_text.encode_lines(rows)


def _question(moment: int) -> dict[str, Any]:
    model = {"providerID": _PROVIDER, "modelID": MODEL}
    return {"role": "user", "time": {"created": moment}, "agent": _AGENT, "model": model}


def _answer(moment: int, asked: str, root: str) -> dict[str, Any]:
    return {
        "role": "assistant",
        "time": {"created": moment, "completed": moment},
        "parentID": asked,
        "providerID": _PROVIDER,
        "modelID": MODEL,
        "mode": _AGENT,
        "agent": _AGENT,
        "path": {"cwd": root, "root": root},
        "cost": 0,
        "tokens": NOTHING,
        "finish": "stop",
    }


def _id(kind: str, moment: int) -> str:
    """Ids are in the order of time: the client compares them."""
    return f"{kind}_{_clock(moment):012x}{_random()}"


def _clock(milliseconds: int) -> int:
    """As ids begin: milliseconds with a counter, as far as 48 bits hold them."""
    return (milliseconds * 0x1000 + 1) & 0xFFFFFFFFFFFF


def _random() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(14))
