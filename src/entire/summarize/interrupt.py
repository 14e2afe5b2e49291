"""Ctrl-C while a process is being started: held back until the code that ends the process is in charge."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Self


class HeldInterrupt:
    """Hold back SIGINT from ``__enter__`` to ``release``.

    Only the main thread can set a handler, and only there does Ctrl-C raise KeyboardInterrupt; in other
    threads, and where SIGINT is ignored, this does nothing.
    """

    def __init__(self) -> None:
        self._arrived = False
        self._holding = False

    def __enter__(self) -> Self:
        self._previous = signal.getsignal(signal.SIGINT)
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and callable(self._previous):
            self._holding = True
            signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Restore the handler and deliver an interrupt that arrived meanwhile. Safe to call twice."""
        if self._holding:
            self._holding = False
            signal.signal(signal.SIGINT, self._previous)
            if self._arrived:
                signal.raise_signal(signal.SIGINT)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._arrived = True
