"""Write the summary in a background process after a commit, so that nothing has to wait (I1)."""

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
    """Start to summarize HEAD's new checkpoint, if the settings ask for it."""
    chosen = strategy_options.get("summarize")
    if not isinstance(chosen, Mapping) or chosen.get("enabled") is not True:
        return
    with Objects(repo) as objects:
        head = objects.commit("HEAD")
    ids = trailers.checkpoint_ids(head.message) if head else []
    if ids:
        pid = _detach("hooks", "detached", NAME, ids[-1])
        log.debug("summary started", checkpoint_id=ids[-1], process=pid)


def _detach(*words: str) -> int:
    """Start this program with these arguments, without a terminal, input or output."""
    no_streams = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    # -P: import the installed package, not a folder of the work tree.
    command = [sys.executable, "-P", "-m", "entire", *words]
    return os.posix_spawn(sys.executable, command, os.environ, file_actions=no_streams, setsid=True)
