"""Saying what was not read."""

from __future__ import annotations

from collections.abc import Mapping

from entire.agent import room
from entire.agent.conversation import LONGEST
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


def mention_cut(conversations: int) -> None:
    """Say how many conversations there was no room for, and where all of them are."""
    if conversations:
        output.write_error(
            f"{count(conversations, 'conversation')} not shown whole: at most {room.MOST_RECORDS:,} records, "
            f"of {room.MOST_BYTES >> 20} MB together and {LONGEST >> 20} MB each, are",
            "`entire web` shows more of it, and `entire explain ID --raw-transcript` prints it as stored",
        )
