"""A line of the log, on a terminal and in plain text."""

from __future__ import annotations

from typing import Any

from entire.cli.ui.screen import Screen, cut, pad, plain_time, wrap
from entire.core import json_text
from entire.core.log_read import Row
from entire.core.text import one_line, short_session_id

_GAP = "  "
_INDENT = _GAP * 3
_WIDTHS = (14, 5, 10)  # time, level, component
_STYLES = {"ERROR": "bad", "WARN": "accent", "WARNING": "accent"}
_SESSION = 8


def plain(row: Row) -> str:
    """On one line, never cut."""
    head = [plain_time(row.time), one_line(row.level), one_line(row.component), one_line(row.message)]
    return " ".join(filter(None, [*head, _values(row, row.session_id)]))


def render(row: Row, screen: Screen) -> list[str]:
    """The values next to the message if they fit, else below it."""
    level = one_line(row.level)
    cells = [plain_time(row.time)[5:], level, one_line(row.component)]
    cells = [pad(cut(cell, width), width) for cell, width in zip(cells, _WIDTHS, strict=True)]
    styles = ("dim", _STYLES.get(level.upper(), ""), "dim")
    head = _GAP.join(screen.style(cell, style) for cell, style in zip(cells, styles, strict=True)) + _GAP
    room = screen.width - len(_GAP.join(cells) + _GAP)
    message = one_line(row.message)
    values = _values(row, short_session_id(row.session_id))
    if len(message) + len(_GAP) + len(values) <= room:
        return [head + message + (_GAP + screen.style(values, "dim") if values else "")]
    below = wrap(values, screen.width - len(_INDENT)) if values else []
    return [head + cut(message, room), *(_INDENT + screen.style(text, "dim") for text in below)]


def _values(row: Row, session: str) -> str:
    given = ({"session": session} if session else {}) | row.values
    return " ".join(f"{one_line(name)}={_value(value)}" for name, value in given.items())


def _value(value: Any) -> str:
    text = one_line(value if isinstance(value, str) else json_text.encode_line(value))
    return json_text.encode_line(text) if not text or (isinstance(value, str) and " " in text) else text
