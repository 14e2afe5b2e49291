"""Where a hook's time goes, for `entire logs --timing`. Measured always, logged at the level DEBUG."""

from __future__ import annotations

import sys
import time

from entire.core import clock, log
from entire.git import process


class _Began:
    at = 0.0
    start = 0.0  # what the process has computed before: mostly, Python started


def begin() -> None:
    _Began.at, _Began.start = time.perf_counter(), time.process_time()


def report(loading: float) -> None:
    """Log what was measured; ``loading``: the seconds in which our modules were loaded."""
    found = {"start": _Began.start, "load": loading, **clock.Spent.phases}
    log.debug(
        log.TIMING,
        ms=_milliseconds(time.perf_counter() - _Began.at),
        **{phase: _milliseconds(found.get(phase, 0.0)) for phase in log.PHASES},
        git_processes=process.started(),
        modules=sum(name.startswith("entire") for name in sys.modules),
    )


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 1)
