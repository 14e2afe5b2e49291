"""After a commit: a process of its own writes the summary, and nobody waits for it (I1)."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from entire.checkpoint import trailers
from entire.core import log
from entire.git.objects.read import Objects
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAME = "summarize"


def start(repo: Repository, strategy_options: Mapping[str, Any]) -> None:
    """For the checkpoint that HEAD was just condensed into, where the settings want it."""
    told = strategy_options.get("summarize")
    if not isinstance(told, Mapping) or told.get("enabled") is not True:
        return
    with Objects(repo) as objects:
        head = objects.commit("HEAD")
    ids = trailers.checkpoint_ids(head.message) if head else []
    if ids:
        pid = _detach("hooks", "detached", NAME, ids[-1])
        log.debug("summary begun", checkpoint_id=ids[-1], process=pid)


def _detach(*words: str) -> int:
    """Start ourselves with these words: no terminal, nothing to read from or to write to."""
    nowhere = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    # -P: not what lies in the work tree, but what is installed.
    command = [sys.executable, "-P", "-m", "entire", *words]
    return os.posix_spawn(sys.executable, command, os.environ, file_actions=nowhere, setsid=True)
