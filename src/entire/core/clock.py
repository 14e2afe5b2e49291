"""Times as text: RFC 3339, the only form on disk. Text is kept as read, so nanoseconds survive."""

from __future__ import annotations

import time


def now_local() -> str:
    """Now with the local offset, as session states hold it."""
    return _format(time.time_ns(), utc=False)


def now_utc() -> str:
    """Now in UTC, as checkpoints hold it."""
    return _format(time.time_ns(), utc=True)


def now_utc_seconds() -> str:
    """Now in UTC without a fraction, as captures hold it."""
    return _format(time.time_ns() // 1_000_000_000 * 1_000_000_000, utc=True)


def _format(nanoseconds: int, *, utc: bool) -> str:
    seconds, fraction = divmod(nanoseconds, 1_000_000_000)
    parts = time.gmtime(seconds) if utc else time.localtime(seconds)
    text = time.strftime("%Y-%m-%dT%H:%M:%S", parts)
    if fraction:
        text += f".{fraction:09d}".rstrip("0")
    offset = 0 if utc else parts.tm_gmtoff
    return text + ("Z" if utc else _offset(offset, ":"))


def git_date(seconds: int | None = None) -> str:
    """A commit's date, ``1700000000 +1100``."""
    seconds = int(time.time()) if seconds is None else seconds
    return f"{seconds} {_offset(time.localtime(seconds).tm_gmtoff, '')}"


def _offset(seconds: int, colon: str) -> str:
    sign = "-" if seconds < 0 else "+"
    hours, minutes = divmod(abs(seconds) // 60, 60)
    return f"{sign}{hours:02d}{colon}{minutes:02d}"


def timestamp(text: str) -> float | None:
    """Seconds since the epoch of an RFC 3339 time, None if it is no such thing."""
    import datetime

    head, dot, rest = text.partition(".")
    digits = len(rest) - len(rest.lstrip("0123456789"))
    if dot:  # datetime knows microseconds only
        text = f"{head}.{rest[:digits][:6]}{rest[digits:]}"
    try:
        return datetime.datetime.fromisoformat(text).timestamp()
    except ValueError:
        return None


def age(text: str) -> float | None:
    """Seconds since ``text``, None if it is no time."""
    then = timestamp(text) if text else None
    return None if then is None else time.time() - then
