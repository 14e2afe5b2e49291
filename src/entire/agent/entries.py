"""A conversation as people read it: who said what, and which tools were called."""

from __future__ import annotations

from entire.core.value import Value

USER = "user"
ASSISTANT = "assistant"
TOOL = "tool"
RECORD = "record"  # of an agent that we do not know: shown as it is stored


class Entry(Value):
    """One thing that was said or done. Text is as stored: make it safe before you print it."""

    kind: str
    text: str  # what was said, or the tool's name
    detail: str = ""  # of a tool: its most telling argument
    time: str = ""  # when, in UTC, if the record says so
    failed: bool | None = None  # of a tool: None if that is not known
    added: int | None = None  # lines, of a tool that writes files; None if not known
    removed: int | None = None
