"""Which commits the commands of a turn made."""

from __future__ import annotations

import pytest

from entire.core import clock
from entire.strategy.links.unhooked import covering, made_by
from entire.strategy.owners.commands import commits
from entire.transcript.facts import Command

BEGUN, ENDED = "2026-11-15T07:44:37.621Z", "2026-11-15T07:44:39.822Z"
AT = int(clock.timestamp(BEGUN) or 0)


def command(text: str, begun: str = BEGUN, ended: str = ENDED) -> Command:
    made = Command("c", text)
    made.time, made.end, made.position = begun, ended, 7
    return made


@pytest.mark.parametrize(
    ("ran", "time", "ours"),
    [
        (command("git commit -m x"), AT, True),  # git's clock has whole seconds
        (command("git commit -m x"), AT + 2, True),
        (command("git commit -m x"), AT + 3, False),
        (command("git commit -m x"), AT - 1, False),
        (command("make"), AT + 1, False),
        (command("git commit -m x", ended=""), AT + 1, False),
        (command("git commit -m x", begun=""), AT + 1, False),
    ],
)
def test_a_commit_is_of_the_command_that_ran_then(ran: Command, time: int, ours: bool) -> None:
    assert made_by([ran], {"one": [time]}) == ({"one": 7} if ours else {})


def test_a_commit_that_was_amended_has_two_times() -> None:
    ran = [command("git commit -m x")]
    for times in ([AT, AT + 9], [AT - 9, AT]):  # written by the session; amended by it
        assert made_by(ran, {"one": times}) == {"one": 7}
    assert made_by(ran, {"one": [AT - 9, AT + 9]}) == {}


@pytest.mark.parametrize(
    ("position", "found"),
    [
        (3, "first"),  # made before the commit: it may have been completed at the end of the turn
        (12, "second"),  # the first one after the commit that has the record
        (25, "second"),
        (0, ""),
    ],
)
def test_the_checkpoint_that_has_a_commit_s_turn(position: int, found: str) -> None:
    made = [("d", ["third"]), ("c", ["other", "second"]), ("b", []), ("a", ["first"])]
    starts = {"first": 1, "second": 10, "third": 20}
    assert covering(made, "b", starts, position) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("git commit -m x", True),
        ("git add -A && git commit -q -m 'Add hello'", True),
        ("cd app; git -c user.name=x commit --amend", True),
        ("git commit -m \"$(cat <<'EOF'\nAdd it\nEOF\n)\"", True),
        ("git add -A", False),
        ("git log --grep=commit", False),
        ("echo git commit", False),
    ],
)
def test_commands_that_commit(text: str, found: bool) -> None:
    assert commits(text) is found
