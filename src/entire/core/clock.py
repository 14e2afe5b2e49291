"""Times as RFC 3339 text, the only form on disk. The text is kept as read, so nanoseconds survive."""

from __future__ import annotations

import time

from entire.core.pattern import DIGITS, made_of

_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365)  # days before each month
_MOST_KNOWN = 1000
_starts: dict[str, int] = {}  # of dates
_offsets: dict[str, int] = {}  # of time zones


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
    date, separators, digits = text[:10], text[10:17:3], text[11:13] + text[14:16] + text[17:19]
    start = _starts.get(date) or _start_of(date)
    if start is None or separators not in ("T::", " ::") or len(digits) != 6 or digits.strip(DIGITS):
        return None
    hour, minute, second = int(digits[:2]), int(digits[2:4]), int(digits[4:])
    if hour > 23 or minute > 59 or second > 60:
        return None
    fraction, offset = 0.0, _offsets.get(text[19:])
    if offset is None:
        fraction, zone = _split_fraction(text[19:])
        offset = 0 if zone in ("Z", "z") else _ahead(zone[:3] + zone[3:].removeprefix(":"))
        if offset is None:
            return None
        if not fraction:
            _remember(_offsets, text[19:], offset)
    return start + hour * 3600 + minute * 60 + second - offset + fraction


def _start_of(date: str) -> int | None:
    """Return the seconds from the epoch to the start of a date in UTC; None if it is not valid."""
    digits = date[:4] + date[5:7] + date[8:]
    if date[4:5] + date[7:8] != "--" or not made_of(digits, DIGITS, 8, 8):
        return None
    year, month, day = int(date[:4]), int(date[5:7]), int(date[8:])
    if not (1 <= month <= 12 and 1 <= day <= _days_in(year, month)):
        return None
    return _remember(_starts, date, _days_before(year, month, day) * 86400)


def _remember(known: dict[str, int], key: str, value: int) -> int:
    """A list has many times of few dates and zones."""
    if len(known) >= _MOST_KNOWN:
        known.clear()
    known[key] = value
    return value


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
    return days + _BEFORE[month - 1] + (month > 2 and _is_leap(year)) + day - 1


def _days_in(year: int, month: int) -> int:
    return 29 if month == 2 and _is_leap(year) else _BEFORE[month] - _BEFORE[month - 1]


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def age(text: str) -> float | None:
    """Return the seconds that have passed since ``text``; None if it is not a valid time."""
    then = timestamp(text) if text else None
    return None if then is None else time.time() - then


class Spent:
    """Adds the time in a `with` block to a phase. A block within another of the same phase adds nothing."""

    phases: dict[str, float] = {}  # seconds
    _inside: set[str] = set()

    def __init__(self, phase: str) -> None:
        self._phase = phase
        self._began = 0.0

    def __enter__(self) -> None:
        if self._phase not in Spent._inside:
            Spent._inside.add(self._phase)
            self._began = time.perf_counter()

    def __exit__(self, *error: object) -> None:
        if self._began:
            taken = time.perf_counter() - self._began
            Spent.phases[self._phase] = Spent.phases.get(self._phase, 0.0) + taken
            Spent._inside.discard(self._phase)
