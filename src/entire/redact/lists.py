"""Secrets in lists: all items if the name of the list says secret, and what SQL inserts into such columns."""

from __future__ import annotations

from entire.redact import tables
from entire.redact.regions import Region

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Judged = Callable[[bytes, bytes], bool]

# All quantifiers are possessive: a list is read once.
_QUOTED = (
    rb"[\"'`]\s{0,8}+,[\s+]{0,24}+(?:[0-9]{1,6}+\t\s*+)?+[bBrRuUfFN@]?([\"'`])([^\"'`\n\\]{0,256}+)(?=\1)"
)
_DASHED = (
    rb"[\"']?[ \t]*+(?:\r?\n|\\n)(?:[ ]*+[0-9]{1,6}+\t)?+[ \t+]{0,24}+-[ \t]++([\"']?)"
    rb"([^\s\"'`\\,;<>(){}\[\]|&]{1,256}+)"
)
_OPENS = (b"[", b"(", b"{")
_SHORTEST = 6

_BEFORE = 400
_INSERT = rb"(?is)insert\s++(?:into\s++)?[\w.\"`\[\]]{1,128}+\s*+\(([^()]*)\)\s*+values\s*+(?=\()"
_ITEM = (
    rb"[(,]\s*+(?:N?'((?:[^'\\\n]|'')*+)'|\"([^\"\\\n]*+)\"|[^,()'\"\n]*+(?:\([^()\n]*\))?+)(?=\s*+[,)])"
    rb"|\)\s*+,\s*+(?=\()"
)


def items(text: bytes, start: int, end: int, before: bytes, judged: Judged) -> list[tuple[int, int]]:
    """Return where the secrets are that follow one in a list, which is at `start` to `end`."""
    head = text[max(0, start - 8) : start].rstrip(b" \t\"'`bBrRuUfFN@")
    source = _QUOTED if head.endswith(_OPENS) else _DASHED if head.endswith(b"-") else b""
    if not source:
        return []
    import re

    found = []
    follows = re.compile(source)
    while (match := follows.match(text, end)) is not None:
        start, end = match.span(2)
        value = text[start : min(end, start + 200)]
        if len(value) >= _SHORTEST and judged(before, value):
            found.append((start, end))
    return found


def inserts(text: bytes, offsets: list[int], judged: Judged) -> list[Region]:
    """Return the secrets in the statements whose columns have names at `offsets`."""
    import re

    found: list[Region] = []
    done = 0
    for offset in offsets:
        if offset < done:
            continue
        first = max(done, offset - _BEFORE)
        at = text[first:offset].lower().rfind(b"insert")
        statement = re.compile(_INSERT).match(text, first + at, offset + 2 * _BEFORE) if at >= 0 else None
        if statement is None or statement.end() <= offset:
            continue
        columns = [column.strip(b' \t\r\n"`[]') for column in statement[1].split(b",")]
        secret = {n: b'"%b": "' % name for n, name in enumerate(columns) if tables.is_telling(name)}
        done = _values(text, statement.end(), secret, judged, found)
    return found


def _values(text: bytes, at: int, secret: dict[int, bytes], judged: Judged, found: list[Region]) -> int:
    """Add the secrets of the rows of an insert statement, and return where they end."""
    import re

    item = re.compile(_ITEM)
    number = -1
    while (match := item.match(text, at)) is not None:
        at = match.end()
        if match[0][:1] == b")":
            number = -1
            continue
        number += 1
        group = 1 if match[1] is not None else 2
        value = match[group]
        if number not in secret or value is None or len(value) < _SHORTEST:
            continue
        if judged(secret[number], value[:200]):
            found.append(Region(*match.span(group), "column", ""))
    return max(at, 1)
