"""Whether a person sits at a terminal, as far as a hook can tell."""

from __future__ import annotations

import os


def has_tty() -> bool:
    """`ENTIRE_TEST_TTY` decides for tests; else whether the controlling terminal can be opened."""
    seam = os.environ.get("ENTIRE_TEST_TTY")
    if seam is not None:
        return seam == "1"
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


def ask(question: str) -> str:
    """Ask on the terminal; returns the first letter of the answer, `y` if there is none."""
    if os.environ.get("ENTIRE_TEST_TTY") is not None:
        return "y"
    try:
        with open("/dev/tty", "r+b", buffering=0) as tty:
            tty.write(question.encode())
            return tty.readline(64).decode("utf-8", "replace").strip().lower()[:1] or "y"
    except OSError:
        return "y"
