"""Saying what was not read."""

from __future__ import annotations

from collections.abc import Mapping

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
