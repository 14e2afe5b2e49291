"""Which summary to write after a commit: in a background process, so that nothing has to wait (I1)."""

from __future__ import annotations

from collections.abc import Mapping

from entire.checkpoint import trailers
from entire.git.objects.read import Objects
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAME = "summarize"


def is_wanted(strategy_options: Mapping[str, Any]) -> bool:
    """Whether the settings ask for summaries of new checkpoints."""
    chosen = strategy_options.get("summarize")
    return isinstance(chosen, Mapping) and chosen.get("enabled") is True


def wanted(repo: Repository, strategy_options: Mapping[str, Any]) -> str:
    """HEAD's new checkpoint, if the settings ask for a summary of it; else empty."""
    if not is_wanted(strategy_options):
        return ""
    with Objects(repo) as objects:
        head = objects.commit("HEAD")
    ids = trailers.checkpoint_ids(head.message) if head else []
    return ids[-1] if ids else ""
