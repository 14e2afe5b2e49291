"""Progress of a command that takes long."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType

from entire.cli.ui import output
from entire.cli.ui.screen import cut

_PATIENCE = 1.0  # seconds before anything is shown
_PAUSE = 0.1


class Progress:
    """One line on standard error if that is a terminal; erased at the end."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _PATIENCE
        self._shown = False
        self._wanted = sys.stderr.isatty() and not os.environ.get("ACCESSIBLE")

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._write("")

    def __call__(self, what: str, number: int) -> None:
        """Show how many were read so far."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _PAUSE
        self.announce(f"{number:,} {what}" if number else what)

    def announce(self, what: str) -> None:
        """Show this now: it is known to take long."""
        if self._wanted:
            self._shown = True
            self._write(cut(f"{what} …", output.width() - 1))

    def _write(self, text: str) -> None:
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
