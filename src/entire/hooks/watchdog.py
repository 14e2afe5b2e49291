"""Stop a hook that takes too long, with everything it started, so that the user's command continues (I1).

Nobody waits for a job in the background, but hooks do while it has the lock: each portion of it has a limit.

A handler in Python does not run while a long call into C does. So reading goes in portions, each of them
short, and for all other cases a second timer, which counts the time that we compute, ends the process.
"""

from __future__ import annotations

import time

from entire.core import limits
from entire.git import process

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from typing import NoReturn
else:
    import _signal as signal  # the same without its enums, which cost as much as a git call

_ANSWER_SECONDS = 60.0
_AGAIN_SECONDS = 2.0  # if cleaning up takes too long as well


class Stopped(BaseException):
    """Not an Exception: code that handles its own errors must not catch this one and continue."""

    wanted = False  # by the caller, who ended the hook's process


class _Watch:
    began = 0.0
    limit = 0.0
    most = 0.0
    kind = ""
    paused = 0.0
    name = "hook"


def start(kind: str) -> None:
    """Start to watch this process, a hook of the given kind."""
    _Watch.began = time.monotonic()
    signal.signal(signal.SIGALRM, _too_long)
    signal.signal(signal.SIGTERM, _terminated)
    signal.signal(signal.SIGHUP, _terminated)
    process.own_groups()
    limits.on_pause(_pause)
    allow(kind)


def start_job(most: float) -> None:
    """Start to watch this process, a job in the background, which may take that long in all.

    It has no terminal whose end concerns it (SIGHUP).
    """
    _Watch.began, _Watch.most, _Watch.name = time.monotonic(), most, "job"
    signal.signal(signal.SIGALRM, _too_long)
    signal.signal(signal.SIGTERM, _terminated)
    process.own_groups()
    limits.on_portion(_portion)
    _portion(False)


def _portion(begins: bool) -> None:
    """A portion of a job begins or ends."""
    left = _Watch.began + _Watch.most - time.monotonic()
    _Watch.limit = limits.seconds("background") if begins else _Watch.most
    _set_timers(min(left, _Watch.limit), _Watch.limit)


def allow(kind: str, most: float = 0.0) -> None:
    """The hook may take as long as one of this kind, from its start; ``most``: its caller's limit."""
    _Watch.kind, _Watch.most = kind, most
    limit = _Watch.limit = min(limits.seconds(kind), most or float("inf"))
    ends = _Watch.began + limit
    limits.begin(ends, limit)
    _set_timers(ends - time.monotonic(), limit)


def _set_timers(left: float, limit: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, max(0.01, left), _AGAIN_SECONDS)
    signal.setitimer(signal.ITIMER_PROF, 2 * limit + 1)  # two threads, each busy all the time


def _pause(waiting: bool) -> None:
    """A person may take their time to answer, but not forever."""
    if waiting:
        _Watch.paused = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, _ANSWER_SECONDS)
        return
    _Watch.began += time.monotonic() - _Watch.paused
    allow(_Watch.kind, _Watch.most)


def stop() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.setitimer(signal.ITIMER_PROF, 0)


def _too_long(number: int, frame: object) -> NoReturn:
    process.end_children()
    raise Stopped(f"the {_Watch.name} was stopped: it took longer than {_Watch.limit:g} s")


def _terminated(number: int, frame: object) -> NoReturn:
    process.end_children()
    stopped = Stopped(f"the {_Watch.name} was stopped by its caller")
    stopped.wanted = True
    raise stopped
