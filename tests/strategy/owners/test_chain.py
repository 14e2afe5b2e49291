"""How a file developed: what tools reported, and the gaps in between."""

from __future__ import annotations

from entire.strategy.owners.chain import Event, Gap, Link, links

A, B = {"kind": "agent", "session_id": "a"}, {"kind": "agent", "session_id": "b"}


def edit(time: float, before: str | None, after: str, owner: dict[str, str] = A) -> Event:
    return Event(time, owner, None if before is None else before.encode(), after.encode())


def test_reports_explain_everything() -> None:
    events = [edit(1, None, "one"), edit(2, "one", "two")]
    assert links(None, events, b"two", 0, 9) == [Link(b"one", A, 1), Link(b"two", A, 2)]


def test_something_changed_between_two_edits() -> None:
    events = [edit(1, None, "one"), edit(3, "one!", "two")]
    assert links(None, events, b"two", 0, 9) == [
        Link(b"one", A, 1),
        Link(b"one!", Gap(1, 3), 3),
        Link(b"two", A, 3),
    ]


def test_something_changed_before_the_first_edit_and_after_the_last() -> None:
    found = links(b"zero", [edit(3, "zero!", "one")], b"one!", 1, 9)
    assert [link.cause for link in found] == [Gap(1, 3), A, Gap(3, 9)]


def test_what_a_step_has_already_is_left_out() -> None:
    events = [edit(1, "zero", "one"), edit(2, "one", "two"), edit(3, "two", "three")]
    assert links(b"two", events, b"three", 0, 9) == [Link(b"three", A, 3)]


def test_another_session_saved_a_step_meanwhile() -> None:
    events = [edit(1, None, "one"), edit(5, "one and b", "two")]
    assert links(b"one and b", events, b"two", 4, 9) == [Link(b"two", A, 5)]
    assert links(b"something else", events, b"two", 4, 9) == [
        Link(b"one and b", Gap(4, 5), 5),
        Link(b"two", A, 5),
    ]


def test_two_sessions_take_turns() -> None:
    events = [edit(1, None, "a"), edit(2, "a", "ab", B), edit(3, "ab", "aba")]
    assert [link.cause for link in links(None, events, b"aba", 0, 9)] == [A, B, A]


def test_a_save_says_nothing_about_the_content_before() -> None:
    saved = Event(2, {"kind": "human"}, None, b"mine", knows_before=False)
    assert links(b"old", [saved], b"mine", 0, 9) == [Link(b"mine", {"kind": "human"}, 2)]
