from __future__ import annotations

import datetime
import re
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.core import clock

OFFSETS = st.integers(-1439, 1439).map(lambda minutes: datetime.timezone(datetime.timedelta(minutes=minutes)))
_SECONDS = 1_700_000_000  # 2023-11-14T22:13:20Z


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Lets a test choose where on earth it is."""
    yield monkeypatch
    monkeypatch.undo()
    time.tzset()


def at(zone: pytest.MonkeyPatch, name: str, nanoseconds: int = _SECONDS * 10**9) -> None:
    zone.setenv("TZ", name)
    time.tzset()
    zone.setattr(time, "time_ns", lambda: nanoseconds)


@pytest.mark.parametrize(
    ("name", "offset", "local"),
    [
        ("UTC0", "+00:00", "2023-11-14T22:13:20"),
        ("XXX-11", "+11:00", "2023-11-15T09:13:20"),
        ("XXX3:30", "-03:30", "2023-11-14T18:43:20"),
        ("XXX-5:45", "+05:45", "2023-11-15T03:58:20"),
    ],
)
def test_local_times_carry_their_offset(zone: pytest.MonkeyPatch, name: str, offset: str, local: str) -> None:
    at(zone, name)
    assert clock.now_local() == local + offset
    assert clock.now_utc() == "2023-11-14T22:13:20Z"
    assert clock.git_date(_SECONDS) == f"{_SECONDS} {offset.replace(':', '')}"


@pytest.mark.parametrize(
    ("nanoseconds", "fraction"),
    [(0, ""), (1, ".000000001"), (500_000_000, ".5"), (120_000, ".00012"), (999_999_999, ".999999999")],
)
def test_trailing_zeros_of_the_fraction_go(zone: pytest.MonkeyPatch, nanoseconds: int, fraction: str) -> None:
    at(zone, "UTC0", _SECONDS * 10**9 + nanoseconds)
    assert clock.now_utc() == f"2023-11-14T22:13:20{fraction}Z"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2023-11-14T22:13:20Z", _SECONDS),
        ("2023-11-15T09:13:20+11:00", _SECONDS),
        ("2023-11-14T22:13:20.5Z", _SECONDS + 0.5),
        ("2023-11-14T22:13:20.123456789Z", _SECONDS + 0.123456),
        ("2023-11-15T09:13:20.123456789+11:00", _SECONDS + 0.123456),
        ("0001-01-01T00:00:00Z", -62135596800),  # how the reference writes "never"
    ],
)
def test_times_are_read(text: str, seconds: float) -> None:
    assert clock.timestamp(text) == pytest.approx(seconds, abs=1e-6)


@pytest.mark.parametrize(
    "text", ["", "yesterday", "2023-13-01T00:00:00Z", "...", "2023-11-14T22:13:20+99:00", "\0"]
)
def test_an_invalid_time(text: str) -> None:
    assert clock.timestamp(text) is None
    assert clock.age(text) is None


@given(st.text() | st.from_regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{0,8}(\.[0-9]*)?(Z|[+-][0-9:]*)?"))
def test_reading_never_fails(text: str) -> None:
    assert isinstance(clock.timestamp(text), float | None)


def test_age() -> None:
    assert clock.age(clock.now_utc()) == pytest.approx(0, abs=5)
    assert clock.age(clock.now_local()) == pytest.approx(0, abs=5)


def test_git_date_defaults_to_now() -> None:
    found = re.fullmatch(r"([0-9]+) [+-][0-9]{4}", clock.git_date())
    assert found
    assert int(found[1]) == pytest.approx(time.time(), abs=5)


@given(st.datetimes(min_value=datetime.datetime(1, 1, 2), timezones=OFFSETS))
def test_timestamps_are_those_of_datetime(moment: datetime.datetime) -> None:
    found = clock.timestamp(moment.isoformat())
    assert found == pytest.approx(moment.timestamp(), abs=1e-5)


@pytest.mark.parametrize(
    ("seconds", "offset", "text"),
    [
        (1_700_000_000, "", "2023-11-14T22:13:20Z"),
        (1_700_000_000, "+0000", "2023-11-14T22:13:20Z"),
        (1_700_000_000, "+1100", "2023-11-15T09:13:20+11:00"),
        (1_700_000_000, "-0330", "2023-11-14T18:43:20-03:30"),
        (1_700_000_000, "nonsense", "2023-11-14T22:13:20Z"),
        (10**18, "", ""),  # a commit can claim anything
    ],
)
def test_the_time_of_a_commit(seconds: int, offset: str, text: str) -> None:
    assert clock.rfc3339(seconds, offset) == text
