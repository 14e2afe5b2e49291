"""The `opencode` command, for what only the client can do. Slow: it takes seconds to start."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from entire.agent.opencode import places
from entire.core.text import one_line

_SECONDS = 150  # after a crash, the client waits a minute for the lock that it left
_LONGEST = 200
_COLOURS = "\x1b[0m", "\x1b[1m", "\x1b[91m"  # which it uses on a pipe, too


class Failed(Exception):
    """Why, in a few words."""


def run(words: Sequence[str], folder: str, seconds: float = _SECONDS) -> bytes:
    """What the client prints. Raises Failed."""
    program = places.program()
    if not program:
        raise Failed("`opencode` is not on PATH")
    try:
        done = subprocess.run(
            [program, *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failed(str(error)) from error
    if done.returncode != 0:
        message = done.stderr.decode("utf-8", "replace")
        for colour in _COLOURS:
            message = message.replace(colour, "")
        raise Failed(one_line(message)[-_LONGEST:] or f"it exited with {done.returncode}")
    return done.stdout
