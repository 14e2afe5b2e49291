"""The two layouts of OpenCode's sessions: one message a line as we write them, and the client's own export.

The reference stores the export, a document.
"""

from __future__ import annotations

from entire.core import json_text
from entire.transcript.either import Either

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EITHER = Either((b'"session"', b'"info":{"id":"msg_', b'"id":"msg_'))  # the last one in version 2


def as_lines(data: bytes) -> bytes | None:
    """A document as lines; None if it is not one. What it says of the session comes last: positions stay."""
    found = EITHER.parsed(data)
    if found is None:
        return None
    session, messages = found
    return json_text.encode_lines([*map(_id_first, messages), {"session": session.get("info")}])


def _id_first(message: Any) -> Any:
    """As in our own lines, which are recognized by it."""
    info = message.get("info") if isinstance(message, dict) else None
    if not isinstance(info, dict):
        return {"id": message["id"], **message} if isinstance(message, dict) and "id" in message else message
    return {"info": {"id": info.get("id"), **info}} | {key: message[key] for key in message if key != "info"}
