"""Limits of hooks: how long each kind may take, and how many files, of what size, steps store (I1).

`limits` in the settings' `strategy_options` changes them. Whatever is chosen, hooks end within a minute,
not counting how long they wait for a person's answer, or for the user's own hooks of an automatic commit.
Settings that came with the repository choose within narrower bounds: they can neither store nothing nor
everything.
"""

from __future__ import annotations

import os
import time

from entire.core.errors import EntireError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

KEY = "limits"
VARIABLE = "ENTIRE_TIME_LIMIT"  # seconds for every hook, whatever the settings say
SYNCHRONOUS = "synchronous"  # in `strategy_options`: leave nothing to the background
SYNC_VARIABLE = "ENTIRE_SYNC"
_CI = "CI"  # such a machine may be gone in a moment
MEGABYTE = 1024 * 1024
DEFAULTS = {
    "commit_seconds": 2.0,
    "prompt_seconds": 5.0,  # and tools, subagents, the start of a session
    "stop_seconds": 10.0,  # and the end of a session, and a compaction
    "push_seconds": 20.0,
    "background_seconds": 15.0,  # what a process in the background does while it has the lock
    "portion_mb": 64.0,  # of a transcript that a hook reads
    "file_mb": 32.0,  # a file that no tool call names
    "named_file_mb": 200.0,
    "step_mb": 100.0,  # all files of a step that no tool call names
    "step_files": 2000.0,  # how many of them
}
PUSH_MARGIN_SECONDS = 2.0  # of a push hook, for what is not the push itself
_SMALLEST = {"_seconds": 0.2, "_mb": 0.0, "_files": 0.0}
_LARGEST = {"_seconds": 60.0, "_mb": 100_000.0, "_files": 1_000_000.0}
# What settings that are not the user's own can choose.
_TEAM = {
    "commit_seconds": (1.0, 60.0),
    "prompt_seconds": (1.0, 60.0),
    "stop_seconds": (1.0, 60.0),
    "push_seconds": (1.0, 60.0),
    "background_seconds": (1.0, 60.0),
    "portion_mb": (8.0, 256.0),
    "file_mb": (1.0, 256.0),
    "named_file_mb": (16.0, 1000.0),
    "step_mb": (16.0, 1000.0),
    "step_files": (100.0, 20_000.0),
}
_BYTES_PER_SECOND = 2 * MEGABYTE  # where secrets are hard to find
# A hook reads new text for this part of its time: the rest is for storing it.
_READING = 0.4
_WAITING = 0.5  # and waits at most for this part of what is left
_HEALING = 0.5  # it completes what other hooks left only in this first part of its time


class _Now:
    """What holds for this process."""

    chosen: dict[str, Any] | None = None  # not known yet
    load: Callable[[], dict[str, Any]] | None = None
    is_own: Callable[[], bool] | None = None  # whether the user chose them, in a file that is the user's own
    own: bool | None = None  # not known yet
    ends = float("inf")  # commands that people run have no limit
    reading_ends = float("inf")
    healing_ends = float("inf")
    in_portions = False  # the lock is released after each
    pause: Callable[[bool], None] | None = None
    portion: Callable[[bool], None] | None = None
    unfinished = False


def configure(strategy_options: dict[str, Any], is_own: Callable[[], bool] | None = None) -> None:
    """Take the limits from the settings. A hook that pushes may take as long as the push.

    ``is_own`` says whether they are the user's own choice; it is called only if that makes a difference.
    """
    chosen = strategy_options.get(KEY)
    known = dict(chosen) if isinstance(chosen, dict) else {}
    if "push_timeout_seconds" in strategy_options:
        push = sensible("push_seconds", strategy_options["push_timeout_seconds"])
        known.setdefault("push_seconds", push + PUSH_MARGIN_SECONDS)
    _Now.chosen, _Now.is_own, _Now.own = known, is_own, None


def configure_late(load: Callable[[], dict[str, Any]], is_own: Callable[[], bool]) -> None:
    """The same, when a limit is asked for: most commands need none."""
    _Now.chosen, _Now.load, _Now.is_own = None, load, is_own


def value(name: str) -> float:
    """A limit: as chosen, if that is a sensible number; else the default."""
    if _Now.chosen is None:
        configure(_Now.load() if _Now.load is not None else {}, _Now.is_own)
    chosen = (_Now.chosen or {}).get(name)
    found, bounded = sensible(name, chosen), sensible(name, chosen, own=False)
    return found if found == bounded or _is_own() else bounded


def _is_own() -> bool:
    if _Now.own is None:
        try:
            _Now.own = _Now.is_own is None or _Now.is_own()
        except (EntireError, OSError):
            _Now.own = False
    return _Now.own


def sensible(name: str, chosen: Any, *, own: bool = True) -> float:
    """Pure: what is chosen, within bounds; the default if it is not a number."""
    kind = name[name.rindex("_") :]
    if not isinstance(chosen, int | float) or isinstance(chosen, bool) or chosen != chosen:
        return DEFAULTS[name]
    smallest, largest = (_SMALLEST[kind], _LARGEST[kind]) if own else _TEAM[name]
    return max(smallest, min(float(chosen), largest))


def seconds(kind: str) -> float:
    """How long a hook (`commit`, `prompt`, `stop`, `push`) or a portion (`background`) may take."""
    forced = os.environ.get(VARIABLE, "")
    if forced.isdigit():
        return sensible("stop_seconds", int(forced))
    return value(f"{kind}_seconds")


def size(name: str) -> int:
    """A limit of sizes, in bytes."""
    return int(value(f"{name}_mb") * MEGABYTE)


def begin(ends: float, limit: float) -> None:
    """A hook must be done by ``ends``, on the clock of `time.monotonic`; it had ``limit`` seconds."""
    _Now.ends = ends
    _Now.reading_ends = ends - limit * (1 - _READING)
    _Now.healing_ends = ends - limit * (1 - _HEALING)


def pause(waiting: bool) -> None:
    """Stop the clock while a hook waits for a person's answer, or start it again."""
    if _Now.pause is not None:
        _Now.pause(waiting)


def on_pause(pause: Callable[[bool], None]) -> None:
    _Now.pause = pause


def patience(wait: float) -> float:
    """How long to wait for another process: as long as asked for, but most of the time is for the work."""
    return max(0.0, min(wait, (_Now.ends - time.monotonic()) * _WAITING))


class Portion:
    """What a process in the background does before it lets hooks have their turn, while it has the lock.

    It reads whole records, however long they are, and completes one commit.
    """

    def __init__(self, reading: float) -> None:
        """``reading``: for how many seconds it begins to read another record."""
        self._reading = reading

    def __enter__(self) -> None:
        _Now.reading_ends = time.monotonic() + self._reading
        _Now.in_portions = True
        if _Now.portion is not None:
            _Now.portion(True)

    def __exit__(self, *error: object) -> None:
        if _Now.portion is not None:
            _Now.portion(False)


def on_portion(portion: Callable[[bool], None]) -> None:
    """Have a function called when a portion begins (with True), and when it ends."""
    _Now.portion = portion


def reading_seconds() -> float:
    """How many seconds may still be spent on reading; endless without a limit."""
    return _Now.reading_ends - time.monotonic() if _Now.reading_ends != float("inf") else float("inf")


def may_read(done: int, line: int = 0) -> bool:
    """Whether to read on, ``done`` bytes after the start, ``line`` bytes into a line (or record).

    Each hook reads at least a little. It does not begin with a line that may take too long.
    """
    if line:
        return _Now.in_portions or line <= min(reading_seconds() * _BYTES_PER_SECOND, size("portion"))
    return not done or (done < size("portion") and reading_seconds() > 0)


def may_heal(done: int = 0) -> bool:
    """Whether to complete one more thing that other hooks left, after ``done`` of them."""
    return not done if _Now.in_portions else time.monotonic() < _Now.healing_ends


def heal_for(seconds: float) -> None:
    """Do not begin to complete anything later than this; what the hook is for needs the time."""
    _Now.healing_ends = min(_Now.healing_ends, time.monotonic() + seconds)


def leave_rest() -> None:
    """A part of the work is left for later: the hook starts a process that continues it."""
    _Now.unfinished = True


def leave_to_background(strategy_options: dict[str, Any]) -> bool:
    """The same for work that the caller need not wait for, if the user allows it. Returns whether that is so.

    What is left must be on disk, and the next event completes it after a kill (I2). Only a hook leaves
    anything: a command starts no process.
    """
    if not may_use_background(strategy_options):
        return False
    leave_rest()
    return True


def is_hook() -> bool:
    """Whether this process has a limit."""
    return _Now.ends != float("inf")


def may_use_background(strategy_options: dict[str, Any]) -> bool:
    """Whether the user allows it, and this is a hook."""
    wanted = strategy_options.get(SYNCHRONOUS) is True or any(map(_is_set, (SYNC_VARIABLE, _CI)))
    return not wanted and is_hook()


def _is_set(name: str) -> bool:
    return os.environ.get(name, "").lower() not in ("", "0", "false")


def is_rest_left() -> bool:
    return _Now.unfinished
