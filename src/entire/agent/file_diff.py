"""What the tools of Gemini CLI and its forks report about an edit: the content before and after."""

from __future__ import annotations

from entire.agent import defaults
from entire.transcript.facts import Edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_BY_USER = ("user_added_lines", "user_removed_lines")


def path_of(display: Any) -> str:
    """The file as the client resolved it; empty if the report is not one of an edit."""
    return defaults.text(display, "filePath") if isinstance(display, dict) else ""


def edit_of(display: Any, path: str) -> Edit | None:
    """The edit that a tool's report is about, if it has the content as a whole."""
    if not isinstance(display, dict) or display.get("truncatedForSession"):
        return None
    after, original = display.get("newContent"), display.get("originalContent")
    if not isinstance(after, str):
        return None
    before = original if isinstance(original, str) and not display.get("isNewFile") else None
    # Without the mark of a new file, an empty content may as well mean that there was no file.
    knows = bool(before) or isinstance(display.get("isNewFile"), bool)
    edit = Edit(path_of(display) or path, before, after, knows_before=knows)
    stat = defaults.member(display, "diffStat")
    edit.modified = any(defaults.number(stat, key) for key in _BY_USER)
    return edit
