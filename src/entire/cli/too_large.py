"""Saying what was not read."""

from __future__ import annotations

from collections.abc import Mapping

from entire.agent import room
from entire.agent.conversation import LONGEST
from entire.agent.room import Room
from entire.cli.ui import output
from entire.core.text import count


def mention(sizes: Mapping[str, int]) -> None:
    """Say on standard error how many objects were too large, by their sizes."""
    if sizes:
        largest = max(sizes.values()) // (1024 * 1024)
        output.write_error(
            f"{count(len(sizes), 'object')} in git too large to read (up to {largest} MB), left out",
            "checkpoints that others push can contain anything; ask who pushed them",
        )


def mention_cut(used: Room) -> None:
    """Say how much of conversations, and of their edits, there was no room for."""
    if used.cut_count:
        output.write_error(
            f"{count(used.cut_count, 'conversation')} not shown whole (limits: "
            f"{room.MOST_RECORDS:,} records, {room.MOST_BYTES >> 20} MB in all, {LONGEST >> 20} MB each)",
            "`entire web` shows more",
        )
    if used.refused_lines:
        output.write_error(
            f"{count(used.refused_lines, 'line')} of edits not shown (limit: {room.MOST_LINES:,})",
            "`entire web` shows more",
        )
