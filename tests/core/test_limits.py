from __future__ import annotations

import time

import pytest

from entire.core import limits


@pytest.mark.parametrize(
    ("name", "chosen", "expected"),
    [
        ("commit_seconds", 0, 0.2),
        ("commit_seconds", -5, 0.2),
        ("stop_seconds", 3600, 60),
        ("stop_seconds", 7.5, 7.5),
        ("stop_seconds", float("nan"), 10),
        ("stop_seconds", float("inf"), 60),
        ("push_seconds", "7", 20),
        ("push_seconds", None, 20),
        ("push_seconds", True, 20),
        ("push_seconds", [], 20),
        ("file_mb", 0, 0),
        ("file_mb", -1, 0),
        ("step_mb", 1e12, 100_000),
    ],
)
def test_a_repository_can_neither_disable_nor_hang_hooks(name: str, chosen: object, expected: float) -> None:
    assert limits.sensible(name, chosen) == expected


@pytest.mark.parametrize(
    ("name", "chosen", "expected"),
    [
        ("file_mb", 0, 1),
        ("file_mb", 1e9, 256),
        ("file_mb", 100, 100),
        ("named_file_mb", 0, 16),
        ("named_file_mb", 1e9, 1000),
        ("step_mb", -1, 16),
        ("step_mb", float("inf"), 1000),
        ("portion_mb", 0, 8),
        ("portion_mb", 1e9, 256),
        ("commit_seconds", 0, 1),
        ("stop_seconds", 3600, 60),
        ("file_mb", "0", 32),
    ],
)
def test_what_the_team_can_choose(name: str, chosen: object, expected: float) -> None:
    try:
        limits.configure({"limits": {name: chosen}}, lambda: False)
        assert limits.value(name) == expected
    finally:
        limits.configure({})


def test_whose_choice_it_is_matters_only_out_of_bounds() -> None:
    asked: list[int] = []

    def is_own() -> bool:
        asked.append(1)
        return True

    try:
        limits.configure({"limits": {"file_mb": 64, "step_mb": 0}}, is_own)
        assert (limits.size("file"), limits.size("named_file"), asked) == (64 << 20, 200 << 20, [])
        assert (limits.size("step"), limits.size("step"), asked) == (0, 0, [1])
    finally:
        limits.configure({})


def test_whose_choice_it_is_cannot_be_found_out() -> None:
    """The hook continues, within the bounds of the team, and asks once."""
    asked: list[int] = []

    def is_own() -> bool:
        asked.append(1)
        raise OSError("no more processes")

    try:
        limits.configure({"limits": {"step_mb": 0, "file_mb": 0}}, is_own)
        assert (limits.size("step"), limits.size("file"), asked) == (16 << 20, 1 << 20, [1])
    finally:
        limits.configure({})


def test_what_the_settings_choose() -> None:
    try:
        limits.configure({"limits": {"commit_seconds": 3}, "push_timeout_seconds": 30})
        assert limits.value("commit_seconds") == 3
        assert limits.value("push_seconds") == 32  # the hook outlasts the push
        limits.configure({"limits": {"push_seconds": 9}, "push_timeout_seconds": 30})
        assert limits.value("push_seconds") == 9
        limits.configure({"limits": "nonsense"})
        assert limits.value("commit_seconds") == 2
    finally:
        limits.configure({})


def test_the_environment_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(limits.VARIABLE, "60")
    assert {limits.seconds(kind) for kind in ("commit", "prompt", "stop", "push")} == {60}
    monkeypatch.setenv(limits.VARIABLE, "soon")
    assert limits.seconds("commit") == 2


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that limits see, to be set; what they know is forgotten afterwards."""
    clock = [100.0]
    monkeypatch.setattr(limits, "_Now", type("_Now", (limits._Now,), {}))
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    return clock


@pytest.mark.parametrize(
    ("limit", "after", "left"),
    [
        (2, 0, 0.8),  # two fifths of the time of a commit, a prompt, a stop
        (2, 0.5, 0.3),
        (5, 0, 2),
        (10, 0, 4),
        (10, 3.9, 0.1),
        (10, 4.1, -0.1),
        (10, 9, -5),
    ],
)
def test_hooks_read_for_a_part_of_their_time(
    clock: list[float], limit: float, after: float, left: float
) -> None:
    limits.configure({"limits": {"portion_mb": 1}})
    limits.begin(clock[0] + limit, limit)
    clock[0] += after
    assert limits.reading_seconds() == pytest.approx(left)
    assert limits.may_read(0)  # at least a little
    assert limits.may_read(1) == limits.may_read((1 << 20) - 1) == (left > 0)
    assert not limits.may_read(1 << 20)  # however much time is left


@pytest.mark.parametrize(
    ("after", "line", "expected"),
    [
        (0, 1 << 20, True),
        (0, (8 << 20) - 1, True),  # 4 s, 2 MB each
        (0, (8 << 20) + 1, False),
        (3, (2 << 20) - 1, True),
        (3, (2 << 20) + 1, False),
        (4.1, 1, False),
    ],
)
def test_a_long_line_must_fit_into_the_time_that_is_left(
    clock: list[float], after: float, line: int, expected: bool
) -> None:
    limits.configure({"limits": {"portion_mb": 16}})
    limits.begin(clock[0] + 10, 10)
    clock[0] += after
    assert limits.may_read(0, line) == limits.may_read(1000, line) == expected


def test_commands_read_for_as_long_as_it_takes(clock: list[float]) -> None:
    limits.configure({})
    assert limits.reading_seconds() == float("inf")
    clock[0] += 3600
    assert limits.may_read((64 << 20) - 1)
    assert limits.may_read(1, 64 << 20)


def test_the_background_reads_in_portions_of_time(clock: list[float]) -> None:
    limits.configure({})
    limits.Portion(0.25).__enter__()
    assert limits.may_read(1)
    clock[0] += 0.3
    assert limits.may_read(0)
    assert not limits.may_read(1)
    assert limits.may_read(1, 1 << 40)  # whole records, however long they are


def test_hooks_heal_in_the_first_half_of_their_time(clock: list[float]) -> None:
    assert limits.may_heal()  # commands have no limit
    limits.begin(clock[0] + 4, 4)
    for now, expected in ((101.9, True), (102.1, False), (105, False)):
        clock[0] = now
        assert limits.may_heal(0) == limits.may_heal(7) == expected
    limits.Portion(0.25).__enter__()  # in the background, one at a time
    assert limits.may_heal()
    assert not limits.may_heal(1)


def test_healing_can_get_less_time(clock: list[float]) -> None:
    limits.begin(clock[0] + 20, 20)
    limits.heal_for(1)
    for now, expected in ((100.9, True), (101.1, False)):
        clock[0] = now
        assert limits.may_heal() == expected
