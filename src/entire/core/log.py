"""`.entire/logs/entire.log`: JSON lines. A log that cannot be written is not an error."""

from __future__ import annotations

import os
import sys

from entire.core import clock, files, json_text, sharing
from entire.core.links import Linked
from entire.core.paths import LOGS_DIR
from entire.core.plain import is_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

FILE = f"{LOGS_DIR}/entire.log"
OLD_SUFFIX = ".1"
TIMING = "timing"  # the message of a row that says where a hook's time went, in milliseconds by phase
PHASES = ("start", "load", "git", "lock", "redaction")
LEVELS = {"DEBUG": 10, "INFO": 20, "WARN": 30, "WARNING": 30, "ERROR": 40}
_MAX_BYTES = 5 * 1024 * 1024
_TAIL = 256 * 1024
_MAX_TEXT = 2000
_APPEND = os.O_WRONLY | os.O_APPEND
_MAX_CHECKED = 4 * _MAX_TEXT  # redact before cutting: a truncated secret would not be recognized
_FROM_OUTSIDE = frozenset({"error", "hint", "trace", "reason", "problem"})
"""Attributes that can quote what an agent, a file or a remote sent. In warnings and errors all can."""


class _Target:
    """Where this process logs to. Rows logged before `setup` are kept, and written by it."""

    root = ""
    path = ""
    level = 20
    context: dict[str, Any] = {}
    early: list[tuple[int, dict[str, Any]]] = []
    redact: Callable[[str], str] | None = None


def setup(root: str, level: str, **context: Any) -> None:
    """Log to the work tree at ``root``. The environment's level overrides that of the settings."""
    wanted = os.environ.get("ENTIRE_LOG_LEVEL", "") or level or "INFO"
    _Target.level = LEVELS.get(wanted.upper(), 20)
    _Target.root = root
    _Target.path = os.path.join(root, FILE)
    _Target.context = {key: _short(value, redact=True) for key, value in context.items() if value}
    early, _Target.early = _Target.early, []
    for severity, row in early:
        _write(severity, row)
    if wanted.upper() not in LEVELS:
        warn("unknown log level, using INFO", log_level=wanted)


def flush() -> None:
    """Print errors that could not be logged to standard error; call this at the end."""
    early, _Target.early = _Target.early, []
    for severity, row in early:
        if severity >= LEVELS["ERROR"]:
            sys.stderr.write(json_text.encode_line(row) + "\n")


def redact_with(redact: Callable[[str], str]) -> None:
    """Set the function that removes secrets from what is quoted in the log; core does not know any."""
    _Target.redact = redact


def add_context(**context: Any) -> None:
    _Target.context = _Target.context | {key: value for key, value in context.items() if value}


def debug(message: str, **values: Any) -> None:
    _log(10, "DEBUG", message, values)


def info(message: str, **values: Any) -> None:
    _log(20, "INFO", message, values)


def warn(message: str, **values: Any) -> None:
    _log(30, "WARN", message, values)


def error(message: str, **values: Any) -> None:
    _log(40, "ERROR", message, values)


def _log(severity: int, name: str, message: str, values: dict[str, Any]) -> None:
    if severity < _Target.level and _Target.path:
        return
    row = {"time": clock.now_local(), "level": name, "msg": _short(message)}
    row |= {key: _short(value) for key, value in _Target.context.items()}
    for key, value in values.items():
        row[key] = _short(value, redact=severity >= LEVELS["WARN"] or key in _FROM_OUTSIDE)
    if _Target.path:
        _write(severity, row)
    else:
        _Target.early.append((severity, row))


def _short(value: Any, *, redact: bool = False) -> Any:
    if isinstance(value, list):
        return [_short(item, redact=redact) for item in value]
    if value is None or isinstance(value, int | float | dict):
        return value
    text = str(value)[:_MAX_CHECKED]
    if redact and _Target.redact is not None and not is_plain(text):
        text = _Target.redact(text)
    return text[:_MAX_TEXT]


def _write(severity: int, row: dict[str, Any]) -> None:
    if severity < _Target.level:
        return
    line = (json_text.encode_line(row) + "\n").encode("utf-8", "replace")
    try:
        files.make_private_dir(_Target.root, LOGS_DIR)
        _rotate()
        descriptor = files.open_to_change(_Target.path, _APPEND)
        try:
            sharing.adapt(descriptor, _Target.path)
            sys.audit("entire.write", _Target.path)
            os.write(descriptor, line)
        finally:
            os.close(descriptor)
    except (OSError, Linked) as error:
        if severity >= LEVELS["ERROR"] or not isinstance(error, Linked):  # a link is reported by the caller
            sys.stderr.write(line.decode("utf-8", "replace"))


def _rotate() -> None:
    """Rename a full log, keeping one old file, so that logs cannot grow forever."""
    if not _is_full() or files.makes_nothing(_Target.path):
        return
    import fcntl  # here: most hooks do not need it otherwise

    folder = os.open(os.path.dirname(_Target.path), os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if _is_full():  # check again: another process may have rotated just now
            os.replace(_Target.path, _Target.path + OLD_SUFFIX)
    except BlockingIOError:
        pass  # another process is rotating
    finally:
        os.close(folder)


def _is_full() -> bool:
    try:
        return os.lstat(_Target.path).st_size > _MAX_BYTES
    except FileNotFoundError:
        return False


def last_error(root: str) -> dict[str, Any] | None:
    """Return the last ERROR row of the log."""
    path = os.path.join(root, FILE)
    descriptor = files.open_regular(path)
    if descriptor is None:
        return None
    with open(descriptor, "rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL))
        lines = file.read(_TAIL).splitlines()
    for line in reversed(lines):
        if b'"level":"ERROR"' in line:
            try:
                row = json_text.decode(line)
            except ValueError:
                continue
            if isinstance(row, dict) and row.get("level") == "ERROR":
                return row
    return None
