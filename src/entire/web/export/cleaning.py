"""Redacting what is in a story besides transcripts, which are redacted before they are read. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from entire import redact
from entire.core.record import Record
from entire.web.story.changes import FileChange
from entire.web.story.edits import DiffLine, Edited

T = TypeVar("T")
Change = Callable[[str, str], str]

# What is an id, a time or one of our own words: nothing to change.
FIXED = frozenset(
    {
        *(
            "checkpoint_id",
            "session_id",
            "commit",
            "also",
            "tool_use_id",
            "sign",
            "who",
            "status",
            "kind",
            "why",
        ),
        *("created_at", "date", "time", "calculated_at", "session"),
    }
)
_PATHS = frozenset({"path", "original_path", "lacks"})


def redacted(story: T) -> T:
    """A story without secrets."""
    return changed(story, _redact)


def _redact(name: str, text: str) -> str:
    return redact.redact_name(text) if name in _PATHS else redact.redact_text(text)


def changed(value: T, change: Change, name: str = "") -> T:
    """The same value with other texts. ``change`` gets the name of a field, and the text in it."""
    found: Any = value
    if isinstance(found, str):
        found = found if name in FIXED else change(name, found)
    elif isinstance(found, FileChange | Edited):
        found = type(found)(*_fields(found._replace(lines=_lines(found.lines, change)), change, but="lines"))
    elif isinstance(found, tuple) and hasattr(found, "_fields"):
        found = type(found)(*_fields(found, change))
    elif isinstance(found, Record):
        found = type(found).from_json(changed(found.to_json(), change))
    elif isinstance(found, dict):
        found = {key: changed(item, change, str(key)) for key, item in found.items()}
    elif isinstance(found, list | tuple):
        found = [changed(item, change, name) for item in found]
    result: T = found
    return result


def _fields(value: Any, change: Change, but: str = "") -> list[Any]:
    pairs = zip(value._fields, value, strict=True)
    return [
        item if field == but or not item or isinstance(item, int) else changed(item, change, field)
        for field, item in pairs
    ]


def _lines(lines: Sequence[DiffLine], change: Change) -> list[DiffLine]:
    """Lines of code, changed as one text: a key has several. What takes their place is where they were."""
    lines = [line._replace(agent=change("agent", line.agent)) if line.agent else line for line in lines]
    if not lines:
        return []
    before = [line.text for line in lines]
    after = change("text", "\n".join(before)).split("\n")
    if before == after:
        return list(lines)
    if len(before) == len(after):
        return [line._replace(text=text) for line, text in zip(lines, after, strict=True)]
    start = next((at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    most = min(len(before), len(after)) - start
    ends = zip(reversed(before), reversed(after), strict=False)
    end = next((at for at, (a, b) in enumerate(ends) if a != b or at >= most), most)
    middle = [
        lines[min(start, len(lines) - 1)]._replace(text=text) for text in after[start : len(after) - end]
    ]
    return [*lines[:start], *middle, *lines[len(lines) - end :]]
