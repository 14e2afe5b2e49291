"""A conversation as people read it: who said what, and which tools were called."""

from __future__ import annotations

from entire.core.value import Value

USER = "user"
ASSISTANT = "assistant"
TOOL = "tool"


class Entry(Value):
    """One thing that was said or done. Text is as stored: make it safe before you print it."""

    kind: str
    text: str  # what was said, or the tool's name
    detail: str = ""  # of a tool: its most telling argument
