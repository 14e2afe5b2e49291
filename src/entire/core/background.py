"""Start this program again, in the background: nobody waits for it."""

from __future__ import annotations

import os
import sys


def start(*words: str) -> int:
    """Start it with these arguments, without a terminal, input or output. Returns the process id."""
    no_streams = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    # -P: import the installed package, not a folder of the work tree.
    command = [sys.executable, "-P", "-m", "entire", *words]
    return os.posix_spawn(sys.executable, command, os.environ, file_actions=no_streams, setsid=True)
