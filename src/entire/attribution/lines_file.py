"""`lines.json`: who owns the lines that a commit added; stored next to a session's `metadata.json`.

Owners are listed once, and lines are ranges, so that a large file with few owners takes a few bytes. Readers
ignore unknown keys, and a whole file that is of another version or invalid (I6).
"""

from __future__ import annotations

from entire.attribution.owner import AGENT, HUMAN, UNKNOWN, FileLines, LeftOut, Lines, Older, Owned, Owner
from entire.core import json_text
from entire.core.pattern import pattern
from entire.git.patch import MAX_FILE_LINES, MAX_LINES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TypeVar

    T = TypeVar("T")

VERSION = 1
_MAX_BYTES = 16 * 1024 * 1024
_MOST_PARTS = 400_000  # lists and objects: each takes memory
_NUMBER = "[1-9][0-9]{0,8}"
_RANGES = pattern(rf"{_NUMBER}(-{_NUMBER})?(,{_NUMBER}(-{_NUMBER})?)*\Z")


def encode(lines: Lines) -> bytes:
    numbers: dict[Owner, int] = {}
    files = [
        {"path": file.path, "blob": file.blob, "lines": _written(file.ranges, numbers)} | _older(file)
        for file in lines.files
    ]
    document: dict[str, Any] = {"version": VERSION, "owners": list(map(_owner, numbers)), "files": files}
    if lines.left_out:
        document["left_out"] = [{"path": one.path, "why": one.why} for one in lines.left_out]
    return json_text.encode(document)


def _owner(owner: Owner) -> dict[str, Any]:
    fields = zip(owner._fields, owner, strict=True)
    return {name: value for name, value in fields if value}


def _written(ranges: tuple[Owned, ...], numbers: dict[Owner, int]) -> dict[str, str]:
    """Format ranges by the owner's number in the list: `1-40,45`."""
    texts: dict[str, list[str]] = {}
    for part in ranges:
        number = str(numbers.setdefault(part.owner, len(numbers)))
        one = str(part.first) if part.first == part.last else f"{part.first}-{part.last}"
        texts.setdefault(number, []).append(one)
    return {number: ",".join(parts) for number, parts in texts.items()}


def _older(file: FileLines) -> dict[str, Any]:
    """Format the lines that the parent has: by its file, `[first, number of lines, first there]`."""
    files: dict[tuple[str, str], list[list[int]]] = {}
    for one in file.older:
        files.setdefault((one.path, one.blob), []).append([one.first, one.number, one.parent])
    found = [{"path": path, "blob": blob, "lines": spans} for (path, blob), spans in files.items()]
    return {"older": found} if found else {}


def decode(data: bytes | None) -> Lines | None:
    """Parse a file; None if it is invalid or of another version."""
    if data is None or len(data) > _MAX_BYTES or data.count(b"{") + data.count(b"[") > _MOST_PARTS:
        return None
    try:
        document = _want(json_text.decode(data), dict)
        if document.get("version") != VERSION:
            return None
        owners = [read_owner(_want(item, dict)) for item in _want(document.get("owners"), list)]
        files = tuple(_read_file(_want(item, dict), owners) for item in _want(document.get("files"), list))
        left_out = (_want(item, dict) for item in _want(document.get("left_out", []), list))
        return Lines(files, tuple(LeftOut(_text(item, "path"), _text(item, "why")) for item in left_out))
    except ValueError:
        return None


def _want(value: Any, kind: type[T]) -> T:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError("wrong type")
    return value


def _text(item: dict[str, Any], key: str) -> str:
    return _want(item.get(key, ""), str)


def read_owner(item: dict[str, Any]) -> Owner:
    kind = _text(item, "kind")
    return Owner(
        kind if kind in (AGENT, HUMAN) else UNKNOWN,
        _text(item, "session_id"),
        _want(item.get("turn", 0), int),
        _text(item, "agent"),
        _text(item, "model"),
        _want(item.get("prompt_line", 0), int),
        _text(item, "prompt_id"),
        _text(item, "why"),
    )


def _read_file(item: dict[str, Any], owners: list[Owner]) -> FileLines:
    ranges = []
    for number, text in _want(item.get("lines"), dict).items():
        if not (number.isdecimal() and int(number) < len(owners)) or not _RANGES.match(_want(text, str)):
            raise ValueError("lines of an unknown owner")
        for part in text.split(","):
            first, _, last = part.partition("-")
            ranges.append(Owned(int(first), int(last or first), owners[int(number)]))
    ranges.sort()
    ends = [0, *(part.last for part in ranges)]
    if any(part.first > part.last or part.first <= end for part, end in zip(ranges, ends, strict=False)):
        raise ValueError("lines of two owners")
    if sum(len(part.numbers()) for part in ranges) > MAX_LINES:
        raise ValueError("too many lines")
    older = sorted(_read_older(_want(item.get("older", []), list)))
    ends = [0, *(one.first + one.number - 1 for one in older)]
    if any(one.first <= end for one, end in zip(older, ends, strict=False)):
        raise ValueError("lines with two origins")
    return FileLines(_text(item, "path"), _text(item, "blob"), tuple(ranges), tuple(older))


def _read_older(items: list[Any]) -> Iterator[Older]:
    if sum(len(_want(_want(item, dict).get("lines", []), list)) for item in items) > MAX_FILE_LINES:
        raise ValueError("too many ranges")
    for item in items:
        path, blob = (_text(_want(item, dict), key) for key in ("path", "blob"))
        for span in _want(item.get("lines", []), list):
            first, count, parent = (_want(number, int) for number in _want(span, list))
            if min(first, count, parent) < 1:
                raise ValueError("not a range of lines")
            yield Older(first, count, parent, path, blob)
