"""Make a commit on the user's branch, as git does: with their hooks, their author and their signature."""

from __future__ import annotations

from entire.core.errors import EntireError
from entire.core.paths import OWN_COMMIT
from entire.git import environment, process
from entire.git.repository import Repository

_SHOWN_LINES, _SHOWN = 10, 2000


class Refused(EntireError):
    """Git did not make the commit: a hook of the user's refused it, or it could not be signed."""

    def __init__(self, complaint: str) -> None:
        lines = [line for line in complaint.splitlines() if line.strip()]
        super().__init__("git commit failed", "\n".join(lines[-_SHOWN_LINES:])[:_SHOWN])


def commit(repo: Repository, message: str, index_file: str | None = None) -> None:
    """Commit what the index has. Raises Refused."""
    data = message.encode("utf-8", "surrogateescape")
    env = environment.for_hooks(index_file) | {OWN_COMMIT: "1"}
    command = ["-C", repo.worktree, "commit", "--quiet", "--cleanup=verbatim", "--file=-"]
    running = process.start(command, process.readable(data), env=env)
    out = running.stdout.read()
    code, complaint = running.finish()
    if code:
        raise Refused(complaint + out.decode("utf-8", "replace"))
