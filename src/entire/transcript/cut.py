"""Find where to cut a transcript: the position of the first record to remove. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from entire.transcript.layout import Layout, Record, Source


def after_same(
    source: Source, live: bytes, stored: bytes, same: Callable[[bytes, bytes], bool]
) -> int | None:
    """Return the position in ``live`` where its earlier copy ``stored`` ends; None if it is not a copy.

    Records keep their places, so it is enough to look at the last stored one. If another one is there now,
    the record is looked up by its id.
    """
    layout = source.layout()
    here, kept = layout.split(live)[1], layout.split(layout.closed(stored))[1]
    if len(here) >= len(kept) and (not kept or same(here[len(kept) - 1], kept[-1])):
        return len(kept)
    ids = (source.record_id(record) for piece in reversed(kept) if (record := layout.decode(piece)))
    return after_id(source, live, next(filter(None, ids), ""))


def after_id(source: Source, data: bytes, record_id: str) -> int | None:
    """Return the position after the record with this id; None if no record has it."""
    found = _records_with(source.layout(), data, record_id)
    return next((position for record, position in found if source.record_id(record) == record_id), None)


def before_prompt(source: Source, data: bytes, start: int, is_prompt: Callable[[Record], bool]) -> int | None:
    """Return where the first prompt at or after a position is; None after the last prompt."""
    layout = source.layout()
    for position, piece in enumerate(layout.split(data)[1]):
        record = layout.decode(piece) if position >= start else None
        if record is not None and is_prompt(record):
            return position
    return None


def after_result(source: Source, data: bytes, tool_use_id: str) -> int | None:
    """Return the position after the record with the result of a tool call; None if no record has it."""
    found = _records_with(source.layout(), data, tool_use_id)
    return next((position for record, position in found if source.has_result(record, tool_use_id)), None)


def _records_with(layout: Layout, data: bytes, text: str) -> Iterator[tuple[Record, int]]:
    """Records that contain a text, each with the position after it."""
    needle = text.encode("utf-8", "replace")
    for position, piece in enumerate(layout.split(data)[1] if needle else (), 1):
        if needle in piece and (record := layout.decode(piece)) is not None:
            yield record, position
