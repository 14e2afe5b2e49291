from __future__ import annotations

from typing import Any

import pytest

from entire.core import clock
from entire.session.promises import FORGOTTEN_SECONDS, Promise
from entire.strategy.commits.interrupted import (
    SURE_SECONDS,
    Fate,
    Outcome,
    fate,
    is_abandoned,
    needed,
    of_files,
    of_sessions,
    worst,
)

ID, OTHER = "0123456789ab", "ba9876543210"
COMMIT, PARENT, ELSE = "c" * 40, "p" * 40, "e" * 40

# what the promise says, trailers of the commit, hook killed → fate
TABLE = [
    ({"parent": PARENT}, [ID], False, Fate.SETTLE),
    ({"parent": PARENT}, [OTHER, ID], False, Fate.SETTLE),
    ({"parent": ELSE}, [ID], False, Fate.SETTLE),  # `--amend -m`: the parent was not known
    ({"older": True}, [ID], False, Fate.SETTLE),
    ({"parent": PARENT}, [], False, Fate.DROP),  # the user deleted the line
    ({"parent": PARENT}, [OTHER], False, Fate.DROP),  # aborted, then committed again
    ({"parent": PARENT}, [], True, Fate.LINK),
    ({"parent": PARENT}, [OTHER], True, Fate.DROP),
    ({"parent": PARENT, "ends": {"a": {}}}, [], True, Fate.DROP),  # aborted before the last turn began
    ({"parent": PARENT, "ends": {"a": {}}}, [ID], True, Fate.SETTLE),
    ({"parent": COMMIT}, [], False, Fate.KEEP),  # the next commit's
    ({"parent": COMMIT}, [OTHER], False, Fate.KEEP),
    ({"parent": ELSE}, [OTHER], True, Fate.KEEP),  # an earlier one's, whose hook was killed
    ({"older": True}, [OTHER], False, Fate.KEEP),
    ({"parent": PARENT, "commit": ELSE}, [], True, Fate.KEEP),
    ({"unlinked": ELSE}, [], True, Fate.KEEP),
    ({"parent": PARENT, "amends": ELSE}, [ID], False, Fate.SETTLE),
    ({"parent": PARENT, "amends": COMMIT}, [ID], False, Fate.KEEP),  # it will replace this one
    ({"parent": PARENT, "amends": COMMIT}, [], False, Fate.KEEP),
    ({"parent": ELSE, "amends": PARENT}, [OTHER], False, Fate.DROP),  # that one was not amended after all
    ({"parent": ELSE, "commit": PARENT, "amends": PARENT}, [OTHER], False, Fate.KEEP),  # but it still waits
    ({"parent": PARENT, "commit": ELSE, "amends": ELSE}, [ID], False, Fate.SETTLE),  # it waited
    ({"parent": PARENT, "commit": COMMIT, "amends": COMMIT}, [ID], False, Fate.KEEP),
]


@pytest.mark.parametrize(("promise", "ids", "killed", "expected"), TABLE)
def test_what_a_commit_means_for_a_promise(
    promise: dict[str, Any], ids: list[str], killed: bool, expected: str
) -> None:
    assert fate(Promise(checkpoint_id=ID, **promise), COMMIT, PARENT, ids, killed) == expected


@pytest.mark.parametrize(
    ("age", "in_message", "expected"),
    [
        (0, True, False),
        (0, False, False),
        (SURE_SECONDS + 60, True, False),  # it may wait in an editor
        (SURE_SECONDS + 60, False, True),
        (FORGOTTEN_SECONDS + 60, True, True),
        (None, False, True),  # of an earlier version
    ],
)
def test_a_promise_that_no_commit_names(age: int | None, in_message: bool, expected: bool) -> None:
    now = clock.timestamp(clock.now_utc())
    assert now is not None
    made = "" if age is None else clock.rfc3339(int(now) - age)
    assert is_abandoned(Promise(checkpoint_id=ID, created_at=made), in_message) == expected


# sessions and files of each waiting commit, oldest first; sessions or files of the event → which come first
ONE, TWO, BOTH, UNKNOWN = {"a": ["1"]}, {"b": ["2"]}, {"a": ["3"], "b": ["4"]}, dict[str, list[str]]()
NEEDED: list[tuple[list[dict[str, list[str]]], list[str], list[str], list[int]]] = [
    ([], ["a"], [], []),
    ([ONE, TWO], ["a"], [], [0]),
    ([ONE, TWO, ONE], ["a"], [], [0, 2]),
    ([ONE, TWO], ["c"], [], []),
    ([TWO, BOTH], ["a"], [], [0, 1]),  # the session's commit depends on an earlier one of the other session
    ([BOTH, TWO], ["a"], [], [0]),
    ([UNKNOWN, TWO], ["a"], [], [0]),  # it may be about any session
    ([TWO, UNKNOWN], ["a"], [], [0, 1]),
    ([ONE, TWO], [], ["1"], [0]),
    ([ONE, TWO], [], ["2", "9"], [1]),
    ([ONE, BOTH], [], ["4"], [0, 1]),
    ([ONE, BOTH], [], ["9"], []),
    ([ONE, UNKNOWN], [], ["9"], [0, 1]),
]


@pytest.mark.parametrize(("waiting", "sessions", "paths", "expected"), NEEDED)
def test_which_commits_an_event_depends_on(
    waiting: list[dict[str, list[str]]], sessions: list[str], paths: list[str], expected: list[int]
) -> None:
    promises = [Promise(sessions=each, checkpoint_id=str(number)) for number, each in enumerate(waiting)]
    found = needed(promises, of_files(paths) if paths else of_sessions(sessions))
    assert [int(promise.checkpoint_id) for promise in found] == expected


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ([Outcome.NONE], Outcome.NONE),
        ([Outcome.FAILED, Outcome.NONE], Outcome.FAILED),
        ([Outcome.NONE, Outcome.FAILED], Outcome.FAILED),
        ([Outcome.REST, Outcome.FAILED], Outcome.REST),
        ([Outcome.NONE, Outcome.REST, Outcome.NONE], Outcome.REST),
    ],
)
def test_the_outcome_for_several_worktrees(left: list[str], expected: str) -> None:
    assert worst(left) == expected
