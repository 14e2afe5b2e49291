"""Read `.entire/logs/entire.log`: first the rotated file, then the current one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from entire.core import files, json_text
from entire.core.log import FILE, LEVELS, OLD_SUFFIX

_BLOCK = 64 * 1024
_LONGEST = 1024 * 1024  # bytes of a line; we write none that is longer


class Row(NamedTuple):
    """One line of the log."""

    raw: str  # the line as it is in the file
    time: str
    level: str
    component: str
    message: str
    session_id: str
    values: dict[str, Any]  # the other keys, in the line's order


class Wanted(NamedTuple):
    """Which rows to show."""

    level: str = ""  # this level and higher ones
    session: str = ""  # the beginning of its id
    message: str = ""  # only this one

    def has(self, row: Row) -> bool:
        loud_enough = LEVELS.get(row.level.upper(), LEVELS["ERROR"]) >= LEVELS.get(self.level.upper(), 0)
        if self.message and row.message != self.message:
            return False
        return loud_enough and row.session_id.lower().startswith(self.session.lower())


def parse(line: bytes) -> Row | None:
    """Parse a line; None if it is not a log line, but a torn one, for instance."""
    try:
        decoded = json_text.decode(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(decoded, dict):
        return None
    rest: dict[str, Any] = dict(decoded)
    return Row(
        line.decode("utf-8", "replace"),
        time=_text(rest.pop("time", "")),
        level=_text(rest.pop("level", "")),
        component=_text(rest.pop("component", "")),
        message=_text(rest.pop("msg", "")),
        session_id=_text(rest.pop("session_id", "")),
        values=rest,
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json_text.encode_line(value)


def exists(root: str) -> bool:
    path = os.path.join(root, FILE)
    return os.path.isfile(path) or os.path.isfile(path + OLD_SUFFIX)


def tail(root: str, wanted: Wanted, limit: int, end: int | None = None) -> list[Row]:
    """Return the last ``limit`` wanted rows (0: all), oldest first; reads the current file up to ``end``."""
    rows: list[Row] = []
    for name, last in ((FILE, end), (FILE + OLD_SUFFIX, None)):
        for line in _backwards(os.path.join(root, name), last):
            row = parse(line)
            if row is not None and wanted.has(row):
                rows.append(row)
                if len(rows) == limit:
                    return rows[::-1]
    return rows[::-1]


def _backwards(path: str, end: int | None) -> Iterator[bytes]:
    """Yield a file's lines in reverse order, reading only as far as needed."""
    descriptor = files.open_regular(path)
    if descriptor is None:
        return
    with open(descriptor, "rb") as file:
        position = file.seek(0, os.SEEK_END) if end is None else end
        rest = b""
        while position > 0:
            size = min(_BLOCK, position)
            position -= size
            file.seek(position)
            rest, *lines = (file.read(size) + rest).split(b"\n")
            yield from filter(None, reversed(lines))
            if len(rest) > _LONGEST:
                rest = b""
        yield from filter(None, [rest])
