"""Times of turns, and what became of calls, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from entire.agent.entries import USER, Entry
from entire.cli.ui.screen import duration, plain_time
from entire.core import clock


def outcome(call: Entry) -> str:
    """`+98 −4`, `failed`; empty if there is nothing to say."""
    if call.failed:
        return "failed"
    counts = [f"+{call.added}" if call.added else "", f"−{call.removed}" if call.removed else ""]
    return " ".join(filter(None, counts))


def turn_times(entries: Sequence[Entry]) -> dict[int, str]:
    """Pure: `2026-03-19 10:00:00 · 2m 5s` for each prompt, by its place, in the machine's time zone."""
    found: dict[int, str] = {}
    starts = [place for place, entry in enumerate(entries) if entry.kind == USER]
    for start, end in zip(starts, [*starts[1:], len(entries)], strict=False):
        first, last = entries[start].time, entries[end - 1].time
        began, ended = clock.timestamp(first), clock.timestamp(last)
        if began is not None:
            took = duration(ended - began) if ended is not None and ended - began >= 1 else ""
            found[start] = " · ".join(filter(None, [plain_time(first), took]))
    return found
