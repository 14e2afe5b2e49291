"""Times as RFC 3339 text, the only form on disk. The text is kept as read, so nanoseconds survive."""

from __future__ import annotations

import time

from entire.core.pattern import DIGITS, made_of


def now_local() -> str:
    """Return the current time with the local offset, as in session states."""
    return _format(time.time_ns(), utc=False)


def now_utc() -> str:
    """Return the current time in UTC, as in checkpoints."""
    return _format(time.time_ns(), utc=True)


def now_utc_seconds() -> str:
    """Return the current time in UTC, in whole seconds, as in captures."""
    return _format(time.time_ns() // 1_000_000_000 * 1_000_000_000, utc=True)


def rfc3339(seconds: int, offset: str = "") -> str:
    """Format a commit's time in its own time zone (``+1100``), by default in UTC; empty if out of range."""
    ahead = _ahead(offset) or 0
    try:
        text = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds + ahead))
    except (OverflowError, OSError, ValueError):
        return ""
    return text + (_offset(ahead, ":") if ahead else "Z")


def rfc3339_ms(milliseconds: int) -> str:
    """Format a time in milliseconds, as JavaScript has it, in UTC; empty if out of range."""
    try:
        return _format(milliseconds * 1_000_000, utc=True)
    except (OverflowError, OSError, ValueError):
        return ""


def _format(nanoseconds: int, *, utc: bool) -> str:
    seconds, fraction = divmod(nanoseconds, 1_000_000_000)
    parts = time.gmtime(seconds) if utc else time.localtime(seconds)
    text = time.strftime("%Y-%m-%dT%H:%M:%S", parts)
    if fraction:
        text += f".{fraction:09d}".rstrip("0")
    offset = 0 if utc else parts.tm_gmtoff
    return text + ("Z" if utc else _offset(offset, ":"))


def git_date(seconds: int | None = None) -> str:
    """Format a date as git does in commits: ``1700000000 +1100``."""
    seconds = int(time.time()) if seconds is None else seconds
    return f"{seconds} {_offset(time.localtime(seconds).tm_gmtoff, '')}"


def _offset(seconds: int, colon: str) -> str:
    sign = "-" if seconds < 0 else "+"
    hours, minutes = divmod(abs(seconds) // 60, 60)
    return f"{sign}{hours:02d}{colon}{minutes:02d}"


def timestamp(text: str) -> float | None:
    """Parse an RFC 3339 time into seconds since the epoch; None if it is not valid.

    Written by hand: importing `datetime` would cost a hook more than the rest of this module.
    """
    if text[4:5] + text[7:8] + text[13:14] + text[16:17] != "--::" or text[10:11] not in ("T", " "):
        return None
    numbers = (text[:4], text[5:7], text[8:10], text[11:13], text[14:16], text[17:19])
    fraction, zone = _split_fraction(text[19:])
    offset = 0 if zone in ("Z", "z") else _ahead(zone[:3] + zone[3:].removeprefix(":"))
    if offset is None or not all(made_of(number, DIGITS, 2, 4) for number in numbers):
        return None
    year, month, day, hour, minute, second = map(int, numbers)
    if not (
        1 <= month <= 12 and 1 <= day <= _days_in(year, month) and hour < 24 and minute < 60 and second < 61
    ):
        return None
    return _days_before(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset + fraction


def _split_fraction(text: str) -> tuple[float, str]:
    """Split ``.25Z`` into the fraction of a second and the rest."""
    rest = text[1:].lstrip(DIGITS)
    digits = text[: len(text) - len(rest)]
    return (float(digits), rest) if digits[:1] == "." and len(digits) > 1 else (0.0, text)


def _ahead(offset: str) -> int | None:
    """Parse a time zone (``+1100``) into seconds ahead of UTC; None if it is not valid."""
    hours, minutes = offset[1:3], offset[3:]
    if offset[:1] not in ("+", "-") or not made_of(hours + minutes, DIGITS, 4, 4):
        return None
    if int(hours) > 23 or int(minutes) > 59:
        return None
    return (int(hours) * 60 + int(minutes)) * (-60 if offset[0] == "-" else 60)


def _days_before(year: int, month: int, day: int) -> int:
    """Return the number of days from the epoch to a date of the Gregorian calendar."""
    years = year - 1
    days = years * 365 + years // 4 - years // 100 + years // 400 - 719162
    return days + sum(_days_in(year, before) for before in range(1, month)) + day - 1


def _days_in(year: int, month: int) -> int:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and leap else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def age(text: str) -> float | None:
    """Return the seconds that have passed since ``text``; None if it is not a valid time."""
    then = timestamp(text) if text else None
    return None if then is None else time.time() - then
