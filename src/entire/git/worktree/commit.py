"""Make a commit on the user's branch, as git does: with their hooks, their author and their signature."""

from __future__ import annotations

from entire.core.errors import EntireError
from entire.core.paths import OWN_COMMIT
from entire.core.pattern import pattern
from entire.core.text import printable
from entire.git import environment, process
from entire.git.process import Running
from entire.git.repository import Repository

_SHOWN_LINES, _SHOWN = 10, 2000
_COLORS = pattern("\x1b\\[[0-9;:?]*[a-zA-Z]")  # some hooks color their output even without a terminal
# The message is in UTF-8, whatever the user's own messages are in.
_OPTIONS = ("-c", "i18n.commitEncoding=UTF-8")


class Refused(EntireError):
    """Git did not make the commit: a hook of the user's refused it, or it could not be signed."""

    def __init__(self, complaint: str) -> None:
        text = printable(_COLORS.sub("", complaint))
        lines = [line for line in text.splitlines() if line.strip()]
        super().__init__("git commit failed", "\n".join(lines[-_SHOWN_LINES:])[:_SHOWN])


def commit(
    repo: Repository, message: str, index_file: str | None = None, seconds: float | None = None
) -> None:
    """Commit what the index has. Raises Refused, also if that takes longer than so many seconds."""
    data = message.encode("utf-8", "surrogateescape")
    env = environment.for_hooks(index_file) | {OWN_COMMIT: "1"}
    command = ["-C", repo.worktree, *_OPTIONS, "commit", "--quiet", "--cleanup=verbatim", "--file=-"]
    running = process.start(command, process.readable(data), env=env)
    in_time = seconds is None or _ends_within(running, seconds)
    if not in_time:
        process.end_children(running.pid)
    out = running.stdout.read()
    code, complaint = running.finish()
    if not in_time:
        complaint += f"\nit took longer than {seconds:g} s, and was stopped"
    if code:
        raise Refused(complaint + out.decode("utf-8", "replace"))


def _ends_within(running: Running, seconds: float) -> bool:
    """Wait until git has ended, or says something."""
    from select import select

    return bool(select([running.stdout], [], [], seconds)[0])
