"""The message that the user sees when a session starts."""

from __future__ import annotations

from entire.core import files, log
from entire.core.paths import LOGS_DIR
from entire.core.text import one_line
from entire.git import refs
from entire.git.repository import Repository
from entire.session.store import Store

_LAST_SHOWN_FILE = "error.shown"  # time of the last error that was shown


def message(
    repo: Repository,
    store: Store,
    session_id: str,
    *,
    open_turn: bool = False,
    committing: bool = False,
    waits: str = "",
) -> str:
    """Build the message from what is true of this repository.

    ``committing``: the strategy commits itself. ``waits``: why it does not on this branch.
    """
    head = refs.resolve(repo, "HEAD")
    if head is None:
        lines = ["This branch has no commits yet: checkpoints start after the first one."]
    elif committing and not waits:
        lines = ["Each turn of this conversation becomes a commit."]
    else:
        lines = [f"Turns are not committed here, because {waits}."] if waits else []
        lines.append("This conversation will be linked to your next commit.")
        others = count_other_active_sessions_with_checkpoints(repo, store, session_id, head)
        if others:
            plural = "s" if others > 1 else ""
            lines.append(
                f"{others} other active conversation{plural} here will be linked too (see `entire status`)."
            )
    if open_turn:
        lines.append("The last turn of this session never ended: your next prompt saves what it changed.")
    error = _new_error(repo)
    if error:
        lines.append(f"A hook failed: {error} (see `entire status`)")
    return "\n\nentire\n" + "\n".join(f"  {line}" for line in lines)


def _new_error(repo: Repository) -> str:
    """The last error of a hook, unless it was shown already."""
    row = log.last_error(repo.worktree)
    if row is None:
        return ""
    when = str(row.get("time", "")).encode()
    path = repo.path(LOGS_DIR, _LAST_SHOWN_FILE)
    if files.read_or_empty(path) == when:
        return ""
    files.make_private_dir(repo.worktree, LOGS_DIR)
    files.write_atomic(path, when)
    return one_line(str(row.get("error") or row.get("msg", "")), 160)


def count_other_active_sessions_with_checkpoints(
    repo: Repository, store: Store, session_id: str, head: str
) -> int:
    """Count other sessions of this worktree with steps on the same commit: the next commit links them too."""
    return sum(
        state.session_id != session_id
        and state.worktree_id == repo.worktree_id
        and state.base_commit == head
        and state.checkpoint_count > 0
        for state in store.live()
    )
