"""Start `entire hooks detached …` in the background: nobody waits for it."""

from __future__ import annotations

import os
import sys

from entire.core import log
from entire.git import process, repository


def start(job: str, *words: str) -> None:
    """Start a job, without a terminal, input or output. Raises OSError."""
    no_streams = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    # -P: import the installed package, not a folder of the work tree.
    command = [sys.executable, "-P", "-m", "entire", "hooks", "detached", job, *words]
    folder, env = repository.place()
    with process.Within(folder):
        pid = os.posix_spawn(sys.executable, command, env, file_actions=no_streams, setsid=True)
    log.debug("job started in the background", job=job, process=pid)
