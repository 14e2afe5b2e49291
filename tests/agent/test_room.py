"""What one command shows of conversations."""

from __future__ import annotations

import pytest

from entire.agent.room import Room


def test_what_fits_is_shown_whole() -> None:
    room = Room(3, 10)
    assert list(room.fitting([b"12345", b"678"])) == [b"12345", b"678"]
    assert list(room.fitting([b"90"])) == [b"90"]
    assert (room.cut_count, room.is_full) == (0, False)
    assert list(room.fitting([])) == []
    assert room.cut_count == 0


@pytest.mark.parametrize(("room", "shown"), [(Room(2, 100), 2), (Room(100, 11), 2), (Room(100, 4), 0)])
def test_what_does_not_fit_is_cut_and_nothing_follows(room: Room, shown: int) -> None:
    assert list(room.fitting([b"12345"] * 9)) == [b"12345"] * shown
    assert list(room.fitting([b"1"])) == []
    assert (room.cut_count, room.is_full) == (2, True)


def test_records_are_not_read_when_there_is_no_room_for_them() -> None:
    room = Room(0)
    read = iter([b"1", b"2", b"3"])
    list(room.fitting(read))
    list(room.fitting(read))
    assert list(read) == [b"2", b"3"]


def test_a_record_that_is_not_decoded_is_missing() -> None:
    room = Room()
    large = b"[" * 500_000
    assert list(room.fitting([b"1", large, b"2"])) == [b"1", large, b"2"]
    assert (room.cut_count, room.is_full) == (1, False)


def test_lines_of_edits_that_fit() -> None:
    room = Room(lines=10)
    assert [room.take_lines(count) for count in (6, 5, 4, 1)] == [True, False, True, False]
    assert room.refused_lines == 6


def test_what_comes_first_gets_a_quarter() -> None:
    """And the conversation that it belongs to gets the rest."""
    room = Room(8, 100, 8)
    with room.quarter() as part:
        assert list(part.fitting([b"1", b"2", b"3"])) == [b"1", b"2"]
        assert [part.take_lines(count) for count in (3, 2)] == [False, True]
    assert (room.cut_count, room.refused_lines, room.is_full) == (1, 3, False)
    assert list(room.fitting([b"1"] * 9)) == [b"1"] * 6
    assert [room.take_lines(count) for count in (7, 6)] == [False, True]
