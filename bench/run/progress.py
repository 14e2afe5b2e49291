"""One line on standard error that says what is going on."""

from __future__ import annotations

import sys
import time


class Progress:
    def __init__(self) -> None:
        self._start = time.monotonic()
        self._stage = ""

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._start

    def tell(self, stage: str, detail: str = "") -> None:
        """Rewritten in place on a terminal; elsewhere a line a stage."""
        text = f"{int(self.seconds):4d} s  {stage}" + (f", {detail}" if detail else "")
        if sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        elif stage != self._stage:
            print(text, file=sys.stderr, flush=True)
        self._stage = stage

    def end(self) -> None:
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
