"""Times as text: RFC 3339, the only form on disk. Text is kept as read, so nanoseconds survive."""

from __future__ import annotations

import re
import time

_RFC3339 = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(\.\d+)?(Z|z|[+-]\d\d:?\d\d)\Z", re.ASCII
)
_GIT_OFFSET = re.compile(r"([+-])(\d\d)([0-5]\d)\Z", re.ASCII)


def now_local() -> str:
    """Now with the local offset, as session states hold it."""
    return _format(time.time_ns(), utc=False)


def now_utc() -> str:
    """Now in UTC, as checkpoints hold it."""
    return _format(time.time_ns(), utc=True)


def now_utc_seconds() -> str:
    """Now in UTC without a fraction, as captures hold it."""
    return _format(time.time_ns() // 1_000_000_000 * 1_000_000_000, utc=True)


def rfc3339(seconds: int, offset: str = "") -> str:
    """A commit's time where it was made (``+1100``), in UTC without that; empty if no calendar knows it."""
    found = _GIT_OFFSET.match(offset)
    ahead = (int(found[2]) * 60 + int(found[3])) * (-60 if found[1] == "-" else 60) if found else 0
    try:
        text = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds + ahead))
    except (OverflowError, OSError, ValueError):
        return ""
    return text + (_offset(ahead, ":") if ahead else "Z")


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
    """Seconds since the epoch of an RFC 3339 time, None if it is no such thing.

    By hand: `datetime` costs a hook more than the rest of this module.
    """
    found = _RFC3339.match(text)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(found[n]) for n in range(1, 7))
    if not (
        1 <= month <= 12 and 1 <= day <= _days_in(year, month) and hour < 24 and minute < 60 and second < 61
    ):
        return None
    offset = 0
    if found[8] not in ("Z", "z"):
        hours, minutes = int(found[8][1:3]), int(found[8][-2:])
        if hours > 23 or minutes > 59:
            return None
        offset = (hours * 60 + minutes) * (-60 if found[8][0] == "-" else 60)
    whole = _days_before(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset
    return whole + float(found[7] or 0)


def _days_before(year: int, month: int, day: int) -> int:
    """Days from the epoch to a date of the Gregorian calendar."""
    years = year - 1
    days = years * 365 + years // 4 - years // 100 + years // 400 - 719162
    return days + sum(_days_in(year, before) for before in range(1, month)) + day - 1


def _days_in(year: int, month: int) -> int:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and leap else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def age(text: str) -> float | None:
    """Seconds since ``text``, None if it is no time."""
    then = timestamp(text) if text else None
    return None if then is None else time.time() - then
