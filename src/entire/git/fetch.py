"""Git over the network: no questions, a bounded time, and what is fetched moves origin's refs only (I3)."""

from __future__ import annotations

import os
import select
import signal
import time

from entire.core.errors import EntireError
from entire.git import process
from entire.git.errors import GitError
from entire.git.process import Result, Running
from entire.git.refs import BRANCHES
from entire.git.repository import Repository

ORIGIN = "refs/remotes/origin/"
SECONDS = 120.0
# Nothing of the user's is touched by it: neither refs nor `FETCH_HEAD`, nor is it a time to tidy up.
FETCH = (
    "fetch",
    "--quiet",
    "--no-tags",
    "--no-recurse-submodules",
    "--no-write-fetch-head",
    "--no-auto-maintenance",
    "--refmap=",
)


class TooSlow(EntireError):
    """The other side did not answer in time."""


def fetch_branch(repo: Repository, branch: str, seconds: float = SECONDS) -> None:
    """Bring what is known of a branch of origin up to date. Raises GitError, TooSlow.

    Without `--refmap=` git would also do what the configuration maps the branch to, be it the local branch.
    """
    spec = f"+{BRANCHES}{branch}:{ORIGIN}{branch}"
    run_online(repo, *FETCH, "origin", spec, seconds=seconds)


def run_online(
    repo: Repository, *command: str, seconds: float = SECONDS, data: bytes = b"", ok: tuple[int, ...] = (0,)
) -> Result:
    """Run a git command that may need the network, to its end or to the end of its time."""
    running = process.start(repo.arguments(*command), process.readable(data), online=True)
    try:
        out = _read(running, time.monotonic() + seconds)
    except BaseException:  # an impatient person: git does not hear of it by itself
        os.killpg(running.pid, signal.SIGTERM)
        raise
    if out is None:
        os.killpg(running.pid, signal.SIGKILL)  # with what it started: ssh, a transport helper
    code, complaint = running.finish()
    if out is None:
        raise TooSlow(f"git {command[0]} did not end within {seconds:.0f} s", "try again, or with git itself")
    if code not in ok:
        raise GitError(command[0], code, complaint)
    return Result(code, out, complaint)


def _read(running: Running, deadline: float) -> bytes | None:
    """All that a process says; None if it has not ended by then."""
    out = b""
    descriptor = running.stdout.fileno()
    while (left := deadline - time.monotonic()) > 0 and select.select([descriptor], [], [], left)[0]:
        block = os.read(descriptor, 65536)
        if not block:
            return out
        out += block
    return None
