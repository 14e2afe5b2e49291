"""Messages about automatic commits."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_NAMES = 3


def not_committed(reason: str) -> str:
    return f"entire: not committed, because {reason}. The work is saved as a checkpoint."


def refused(complaint: str) -> str:
    detail = f"\n{complaint}" if complaint else ""
    return f"entire: git commit failed, so the work is not committed. It is saved as a checkpoint.{detail}"


def mixed(paths: Sequence[str]) -> str:
    """Say which files were committed with changes that may not be the agent's; empty if none."""
    if not paths:
        return ""
    names = ", ".join(paths[:_MOST_NAMES])
    more = f" and {len(paths) - _MOST_NAMES} more" if len(paths) > _MOST_NAMES else ""
    return (
        f"entire: committed with changes that may be yours, in the same lines as the agent's: {names}{more}"
    )
