"""A conversation as people read it: who said what, and which tools were called."""

from __future__ import annotations

from entire.core.value import Value

USER = "user"
ASSISTANT = "assistant"
TOOL = "tool"


class Entry(Value):
    """One thing that was said or done. Text is as stored: whoever prints it makes it harmless."""

    kind: str
    text: str  # what was said, or the tool's name
    detail: str = ""  # of a tool: the one argument that tells most
