"""Write the summary in a background process after a commit, so that nothing has to wait (I1)."""

from __future__ import annotations

from collections.abc import Mapping

from entire.checkpoint import trailers
from entire.core import background, log
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
        pid = background.start("hooks", "detached", NAME, ids[-1])
        log.debug("summary started", checkpoint_id=ids[-1], process=pid)
