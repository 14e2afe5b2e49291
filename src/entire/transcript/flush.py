"""Waiting for an agent to write down what it said: clients call the end-of-turn hook first."""

from __future__ import annotations

import os
import time

from entire.core import files, json_text, log

WAIT_SECONDS = 0.2
_PAUSE_SECONDS = 0.01
_TAIL_BYTES = 256 * 1024
_NEEDLE_LENGTH = 200


def wait_for_message(path: str, message: str, known_bytes: int = 0) -> bool:
    """Wait until ``message`` is near the end of the transcript, but not for long; return whether it is.

    What was read before (``known_bytes``) does not count: an agent says "Done." more than once.
    """
    plain = json_text.encode_plain(message.strip()[:_NEEDLE_LENGTH])[1:-1]
    needle = plain.encode("utf-8", "backslashreplace")  # half a character is written as its escape
    return _wait(path, needle, known_bytes)


def wait_for_text(path: str, text: str, known_bytes: int = 0) -> bool:
    """The same for a text as the transcript has it, where the hook does not get the message."""
    return _wait(path, text.encode(), known_bytes)


def has_grown(path: str, known_bytes: int) -> bool:
    """Whether there is more than what was read before."""
    try:
        return bool(path) and os.stat(path).st_size > known_bytes
    except OSError:
        return False


def note_missing(path: str) -> None:
    """Log that a transcript is not where the agent says: it may run in a container, or on another machine."""
    if path and not os.access(path, os.R_OK):
        text = "the transcript cannot be read" if os.path.lexists(path) else "the transcript is not here"
        hint = "the agent may run in a container or as another user; its conversation is not recorded"
        log.warn(text, component="session", path=path, hint=hint)


def _wait(path: str, needle: bytes, known_bytes: int) -> bool:
    if not needle or not path:
        return False
    deadline = time.monotonic() + WAIT_SECONDS
    while needle not in _tail(path, known_bytes):
        if time.monotonic() >= deadline:
            return False
        time.sleep(_PAUSE_SECONDS)
    return True


def _tail(path: str, known_bytes: int) -> bytes:
    descriptor = files.open_regular(path)
    if descriptor is None:
        return b""
    try:
        size = os.fstat(descriptor).st_size
        return os.pread(descriptor, _TAIL_BYTES, max(known_bytes, size - _TAIL_BYTES, 0))
    finally:
        os.close(descriptor)
