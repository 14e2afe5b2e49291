from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.transcript.rows import FIRST, SECOND, Session, answer, joined, prompt, row, spawned, used

from entire.core import json_text
from entire.transcript.usage import TokenUsage


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path / "session")


# Tokens


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([("m1", 1, 10)], (1, 10, 1)),
        ([("m1", 1, 10), ("m1", 1, 10)], (1, 10, 1)),
        ([("m1", 1, 10)] * 5, (1, 10, 1)),
        ([("m1", 1, 10), ("m2", 1, 10), ("m1", 1, 9), ("m2", 1, 9), ("m1", 1, 10)], (2, 20, 2)),
        ([("m1", 1, 10), ("m1", 1, 25)], (1, 25, 1)),
        ([("m1", 1, 25), ("m1", 1, 10)], (1, 25, 1)),
        ([("m1", 1, 10), ("m1", 7, 10)], (1, 10, 1)),  # the first of the highest
        ([("m1", 5, 10), ("m1", 2, 11)], (2, 11, 1)),
        ([("m1", 1, 10), ("m2", 2, 20), ("m1", 1, 30), ("m2", 2, 5)], (3, 50, 2)),
        ([("", 1, 10)], None),
        ([("m1", 0, 0)], (0, 0, 1)),
    ],
)
def test_an_answer_counts_once(
    session: Session, rows: list[tuple[str, int, int]], expected: tuple[int, int, int] | None
) -> None:
    for key, given, output in rows:
        session.append(joined(answer(key, output, given=given), prompt("between")))
        session.hook()
    assert session.cursor().total_usage() == (used(*expected) if expected else None)


def test_answers_are_remembered_over_many_others_but_not_for_ever(session: Session) -> None:
    others = [answer(f"n{number}", 1) for number in range(40)]
    session.write(joined(answer("m1", 10), *others, answer("m1", 12), *others))
    session.hook()
    cursor = session.cursor()
    assert cursor.total_usage() == used(0, 52, 41)
    session.append(joined(*(answer(f"o{number}", 1) for number in range(1000))))
    session.hook()
    assert len(session.cursor().mark.recent) < 100


def test_there_is_no_usage_without_answers(session: Session) -> None:
    session.write(joined(prompt("Hello"), row("assistant", {"content": []})))
    session.hook()
    assert session.cursor().total_usage() is None
    assert session.cursor().pending_usage() is None


# Subagents


def test_a_subagent_is_followed_and_counted_once(session: Session) -> None:
    session.write(FIRST)
    session.subagent("a1", joined(answer("s1", 5, edits="/repo/sub.py")))
    assert session.hook().files == ["/repo/a.py"]
    assert session.cursor().total_usage() == used(1, 10, 1)

    session.append(joined(spawned("a1")))
    assert session.hook().files == ["/repo/sub.py"]
    assert session.cursor().total_usage() == used(1, 10, 1, used(0, 5, 1))

    session.append(SECOND)
    session.subagent("a1", joined(answer("s1", 5, edits="/repo/sub.py"), answer("s1", 8), answer("s2", 1)))
    session.hook()
    session.append(joined(spawned("a1")))
    session.hook()
    assert session.cursor().total_usage() == used(3, 30, 2, used(0, 9, 2))
    assert [turn.files for turn in session.cursor().turns] == [["/repo/a.py", "/repo/sub.py"], ["/repo/a.py"]]


def test_a_subagent_works_for_the_turn_that_called_it_last(session: Session) -> None:
    session.write(FIRST + joined(spawned("a1"), prompt("Second")))
    session.hook()
    session.subagent("a1", joined(answer("s1", 5, edits="/repo/late.py")))
    session.hook()
    session.append(joined(spawned("a1")))
    session.subagent(
        "a1", joined(answer("s1", 5, edits="/repo/late.py"), answer("s2", 5, edits="/repo/two.py"))
    )
    session.hook()
    assert [turn.files for turn in session.cursor().turns] == [
        ["/repo/a.py", "/repo/late.py"],
        ["/repo/two.py"],
    ]


def test_subagents_of_subagents_count_too(session: Session) -> None:
    session.write(FIRST + joined(spawned("a1")))
    session.subagent("a1", joined(answer("s1", 5), spawned("a2")))
    session.subagent("a2", joined(answer("t1", 7, edits="/repo/deep.py"), spawned("a1")))
    assert session.hook().files == ["/repo/a.py", "/repo/deep.py"]
    assert session.cursor().total_usage() == used(1, 10, 1, used(0, 12, 2))


def test_a_subagent_whose_transcript_is_not_there_is_waited_for(session: Session) -> None:
    session.write(FIRST + joined(spawned("a1"), spawned("a2")))
    session.hook()
    assert session.cursor().total_usage() == used(1, 10, 1)
    session.subagent("a2", joined(answer("s1", 5))[:-1])
    session.hook()
    assert session.cursor().total_usage() == used(1, 10, 1)
    session.subagent("a2", joined(answer("s1", 5)))
    session.hook()
    assert session.cursor().total_usage() == used(1, 10, 1, used(0, 5, 1))


@pytest.mark.parametrize("stored", [None, [], "x", 3, {"byte": "x"}, {"usage": []}, {"turn": 99}])
def test_a_subagents_place_that_makes_no_sense_is_read_anew(session: Session, stored: Any) -> None:
    session.write(FIRST + joined(spawned("a1")))
    session.subagent("a1", joined(answer("s1", 5, edits="/repo/sub.py")))
    session.hook()
    value = session.cursor().to_json()
    value["subagents"]["a1"] = stored
    session.saved.write_text(json_text.encode_line(value))
    session.hook()
    assert session.cursor().total_usage() == used(1, 10, 1, used(0, 5, 1))


# What earlier checkpoints counted


@pytest.mark.parametrize(
    ("until", "counted", "pending"),
    [
        (0, None, used(3, 30, 2)),
        (1, None, used(3, 30, 2)),
        (2, used(1, 10, 1), used(2, 20, 1)),
        (3, used(1, 10, 1), used(2, 20, 1)),
        (4, used(3, 30, 2), used(0, 0, 0)),
        (9, used(3, 30, 2), used(0, 0, 0)),
    ],
)
def test_reading_anew_leaves_out_what_was_counted(
    session: Session, until: int, counted: TokenUsage | None, pending: TokenUsage
) -> None:
    session.write(FIRST + SECOND)
    session.hook(until)
    assert session.cursor().counted == counted
    assert session.cursor().pending_usage() == pending


def test_what_was_counted_matters_only_when_reading_anew(session: Session) -> None:
    session.write(FIRST)
    session.hook()
    session.append(SECOND)
    session.hook(3)
    assert session.cursor().counted is None
    assert session.cursor().pending_usage() == used(3, 30, 2)


def test_what_was_counted_includes_the_subagents_of_that_part(session: Session) -> None:
    session.write(FIRST + joined(spawned("a1")) + SECOND + joined(spawned("a2")))
    session.subagent("a1", joined(answer("s1", 5)))
    session.subagent("a2", joined(answer("s2", 6)))
    session.hook(3)
    assert session.cursor().counted == used(1, 10, 1, used(0, 5, 1))
    assert session.cursor().pending_usage() == used(2, 20, 1, used(0, 6, 1))


def test_answers_in_a_subagents_rewritten_transcript_count_once(session: Session) -> None:
    session.write(FIRST + joined(spawned("a1")))
    session.subagent("a1", joined(answer("s1", 5, given=1), answer("s2", 6, given=1)))
    session.hook()
    session.subagent("a1", joined(answer("s3", 7, given=1)))
    session.hook()
    assert session.cursor().total_usage() == used(1, 10, 1, used(3, 18, 3))
    session.subagent("a1", joined(answer("s2", 6, given=1)))
    session.hook()
    assert session.cursor().total_usage() == used(1, 10, 1, used(3, 18, 3))
