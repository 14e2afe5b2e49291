"""Messages about automatic commits."""

from __future__ import annotations

from entire.core.text import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from entire.git.errors import GitError

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
    return f"entire: committed with changes that may be yours: {_names(paths)}"


def git_failed(error: GitError) -> str:
    return not_committed(f"git failed ({one_line(error.detail or error.message)})")


def left_out(lacking: Sequence[str], unclear: Sequence[str]) -> str:
    """Say which files of the agent's are not committed; empty if none."""
    reasons = {
        "too large, too many, or git cannot store them": lacking,
        "it is not clear who wrote them": unclear,
    }
    return "\n".join(
        f"entire: not committed, because {reason}: {_names(paths)}"
        for reason, paths in reasons.items()
        if paths
    )


def _names(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - _MOST_NAMES} more" if len(paths) > _MOST_NAMES else ""
    return ", ".join(one_line(path) for path in paths[:_MOST_NAMES]) + more
