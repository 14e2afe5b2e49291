"""Git over the network: without prompts, with a timeout, and updating only origin's refs (I3)."""

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
# Leave the user's refs and `FETCH_HEAD` alone, and do not run `git gc`.
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
    """The remote did not answer in time."""


def fetch_branch(repo: Repository, branch: str, *also: str, seconds: float = SECONDS) -> None:
    """Update the remote-tracking ref of a branch of origin. Raises GitError, TooSlow.

    ``also``: more to fetch with it, as refspecs.
    """
    fetch_from_origin(repo, f"+{BRANCHES}{branch}:{ORIGIN}{branch}", *also, seconds=seconds)


def fetch_from_origin(repo: Repository, *specs: str, seconds: float = SECONDS) -> None:
    """Fetch these refspecs from origin. Raises GitError, TooSlow.

    Without `--refmap=` git would also update what the configuration maps a branch to, even a local branch.
    """
    run_online(repo, *FETCH, "origin", *specs, seconds=seconds)


def run_online(
    repo: Repository,
    *command: str,
    config: tuple[str, ...] = (),
    seconds: float = SECONDS,
    data: bytes = b"",
    ok: tuple[int, ...] = (0,),
) -> Result:
    """Run a git command that may need the network, with a timeout."""
    arguments = repo.arguments(*process.LEAN, *config, *command)
    running = process.start(arguments, process.readable(data), online=True)
    try:
        out = _read(running, time.monotonic() + seconds)
    except BaseException:  # Ctrl-C: git has its own process group and does not see it
        os.killpg(running.pid, signal.SIGTERM)
        raise
    if out is None:
        os.killpg(running.pid, signal.SIGKILL)  # and what it started: ssh, a transport helper
    code, complaint = running.finish()
    if out is None:
        raise TooSlow(f"git {command[0]} timed out after {seconds:.0f} s", "try again, or use git directly")
    if code not in ok:
        raise GitError(command[0], code, complaint)
    return Result(code, out, complaint)


def _read(running: Running, deadline: float) -> bytes | None:
    """Return a process's whole output; None if it has not ended by the deadline."""
    out = b""
    descriptor = running.stdout.fileno()
    while (left := deadline - time.monotonic()) > 0 and select.select([descriptor], [], [], left)[0]:
        block = os.read(descriptor, 65536)
        if not block:
            return out
        out += block
    return None
