"""Run one case, and say what is wrong with it: an unexpected error, a slow answer, a write elsewhere."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tools.fuzz.target import Target, size_of

HANGS_AFTER_SECONDS = 60
# Of processor time, which hardly depends on what else the machine does.
_SECONDS = 0.5
_SECONDS_PER_MB = 1.0
_MB = 1_000_000
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# What else changes files, with the arguments that name what is changed.
_FIRST = slice(1)
_CHANGES = dict.fromkeys(("os.remove", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod"), _FIRST)
_CHANGES |= {"os.rename": slice(2), "os.link": slice(1, 2), "os.symlink": slice(1, 2)}


@dataclass
class Finding:
    target: str
    case: int
    what: str


@dataclass
class Watch:
    """Where Python code writes while a case runs; git's own processes are not seen."""

    allowed: str = ""  # empty: not watching
    elsewhere: list[str] = field(default_factory=list)

    def audit(self, event: str, values: tuple[object, ...]) -> None:
        if not self.allowed or (event != "open" and event not in _CHANGES):
            return
        if event == "open" and not (isinstance(values[2], int) and values[2] & _WRITES):
            return
        for path in values[_CHANGES.get(event, _FIRST)]:
            if isinstance(path, str | bytes | os.PathLike) and not self._is_allowed(os.fsdecode(path)):
                self.elsewhere.append(f"{event} {os.fsdecode(path)!r}")

    def _is_allowed(self, path: str) -> bool:
        path = os.path.abspath(path)
        parent = os.path.realpath(os.path.dirname(path))
        return f"{parent}/".startswith(f"{self.allowed}/") or path in (self.allowed, os.devnull)


_watch = Watch()
_installed: list[bool] = []


class Hangs(BaseException):
    """Not an Exception: the code under test must not catch it."""


def dice_of(seed: int, target: Target, case: int) -> random.Random:
    return random.Random(f"{seed} {target.name} {case}")


def run_case(target: Target, dice: random.Random) -> tuple[str, float]:
    """Return what is wrong, empty if nothing, and the seconds that it took."""
    made = target.make(dice)
    with _folder(target) as folder, _watching(folder):
        start = time.process_time()
        wrong = _use(target, made, folder)
        taken = time.process_time() - start
        elsewhere = list(_watch.elsewhere)
    if not wrong and elsewhere:
        wrong = f"writes elsewhere: {', '.join(elsewhere[:3])}"
    if not wrong and taken > _limit(made):
        taken = min(_again(target, made) for _ in range(3))  # the first may have loaded something
    if not wrong and taken > _limit(made):
        wrong = f"takes {taken:.1f} s for {size_of(made)} bytes"
    return (f"{wrong}\n  input: {made!r:.2000}" if wrong else ""), taken


def _limit(made: object) -> float:
    return _SECONDS + _SECONDS_PER_MB * size_of(made) / _MB


def _again(target: Target, made: object) -> float:
    with _folder(target) as folder:
        start = time.process_time()
        _use(target, made, folder)
        return time.process_time() - start


def _use(target: Target, made: object, folder: Path) -> str:
    signal.signal(signal.SIGALRM, _hangs)
    signal.alarm(HANGS_AFTER_SECONDS)
    try:
        target.use(made, folder)
    except target.may_raise:
        pass
    except (Exception, Hangs) as error:
        last = traceback.extract_tb(error.__traceback__)[-2:]
        places = ", ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in last)
        return f"{type(error).__name__}: {str(error)[:300]} ({places})"
    finally:
        signal.alarm(0)
    return ""


def _hangs(number: int, frame: object) -> None:
    raise Hangs(f"it took longer than {HANGS_AFTER_SECONDS} s")


_NOWHERE = Path("/nonexistent")
_ATTEMPTS = 100


@contextmanager
def _folder(target: Target) -> Iterator[Path]:
    if not target.on_disk:
        yield _NOWHERE
        return
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    try:
        yield folder
    finally:
        _remove(folder)


def _remove(folder: Path) -> None:
    """What a hook left to the background may still write there."""
    for _ in range(_ATTEMPTS):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(0.05)
    raise AssertionError(f"something still writes to {folder}")


@contextmanager
def _watching(folder: Path) -> Iterator[None]:
    if not _installed:
        sys.addaudithook(_watch.audit)  # cannot be removed, but it does nothing between cases
        _installed.append(True)
    _watch.elsewhere, _watch.allowed = [], os.path.realpath(folder)
    try:
        yield
    finally:
        _watch.allowed = ""


def run_cases(target: Target, seed: int, start: int, count: int) -> tuple[list[Finding], float]:
    """Run so many cases. Returns what is wrong, and the seconds of the slowest case."""
    findings, slowest = [], 0.0
    for case in range(start, start + count):
        wrong, taken = run_case(target, dice_of(seed, target, case))
        slowest = max(slowest, taken)
        if wrong:
            findings.append(Finding(target.name, case, wrong))
    return findings, slowest
