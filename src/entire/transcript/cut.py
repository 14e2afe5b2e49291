"""Where to cut a transcript of one record a line. Pure: a position; what stays is not looked at twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from entire.core import json_text


def after_lines(data: bytes, count: int) -> int:
    """Behind so many whole lines, or behind the last whole one if there are fewer."""
    position = 0
    for _ in range(count):
        newline = data.find(b"\n", position)
        if newline < 0:
            break
        position = newline + 1
    return position


def after_same(live: bytes, stored: bytes, same: Callable[[bytes, bytes], bool]) -> int | None:
    """Behind the part of ``live`` that ``stored`` is an earlier copy of; None if it is not.

    Lines keep their places, so the last stored one tells. If another stands there now, the record is looked
    for by its uuid.
    """
    kept = stored.removesuffix(b"\n").split(b"\n") if stored else []
    end = after_lines(live, len(kept))
    lines = live[:end].split(b"\n")[:-1]
    if len(lines) == len(kept) and (not kept or same(lines[-1], kept[-1])):
        return end
    uuid = next((uuid for line in reversed(kept) if (uuid := _uuid(line))), "")
    return after_uuid(live, uuid)


def after_uuid(data: bytes, uuid: str) -> int | None:
    """Behind the record with this uuid, None if there is none."""
    lines = _lines_with(data, uuid)
    return next((end for line, end in lines if _uuid(line) == uuid), None) if uuid else None


def after_result(data: bytes, tool_use_id: str) -> int | None:
    """Behind the record that holds the result of a tool call, None if there is none."""
    lines = _lines_with(data, tool_use_id)
    return next((end for line, end in lines if _has_result(line, tool_use_id)), None) if tool_use_id else None


def _lines_with(data: bytes, text: str) -> Iterator[tuple[bytes, int]]:
    """Whole lines that contain a text, each with the position behind it."""
    needle = text.encode("utf-8", "replace")
    position = 0
    while (found := data.find(needle, position)) >= 0:
        newline = data.find(b"\n", found)
        if newline < 0:
            return
        yield data[data.rfind(b"\n", 0, found) + 1 : newline], newline + 1
        position = newline + 1


def _record(line: bytes) -> dict[str, Any]:
    try:
        record = json_text.decode(line)
    except ValueError:
        return {}
    return record if isinstance(record, dict) else {}


def _uuid(line: bytes) -> str:
    uuid = _record(line).get("uuid")
    return uuid if isinstance(uuid, str) else ""


def _has_result(line: bytes, tool_use_id: str) -> bool:
    message = _record(line).get("message")
    content = message.get("content") if isinstance(message, dict) else None
    blocks = content if isinstance(content, list) else []
    return any(
        isinstance(block, dict)
        and block.get("type") == "tool_result"
        and block.get("tool_use_id") == tool_use_id
        for block in blocks
    )
