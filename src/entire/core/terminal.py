"""Whether the user is at a terminal, as far as a hook can tell."""

from __future__ import annotations

import os

from entire.core import limits


def has_tty() -> bool:
    """Whether the controlling terminal can be opened; tests decide it with `ENTIRE_TEST_TTY`."""
    forced = os.environ.get("ENTIRE_TEST_TTY")
    if forced is not None:
        return forced == "1"
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


def ask(question: str) -> str:
    """Ask on the terminal; return the first letter of the answer, `y` if it is empty."""
    if os.environ.get("ENTIRE_TEST_TTY") is not None:
        return "y"
    limits.pause(True)
    try:
        with open("/dev/tty", "r+b", buffering=0) as tty:
            tty.write(question.encode())
            return tty.readline(64).decode("utf-8", "replace").strip().lower()[:1] or "y"
    except OSError:
        return "y"
    finally:
        limits.pause(False)
