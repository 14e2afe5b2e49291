from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.strategy.turn.save import TurnFacts, touched_files

# changed since the prompt, named by the transcript, commands were run, claimed by another session → touched
TABLE = [
    (True, True, False, False, True),
    (True, True, True, True, True),  # both sessions say so: it is the work of both
    (True, False, True, False, True),  # a formatter, a generator, `sed -i`
    (True, False, True, True, False),
    (True, False, False, False, False),  # a person's edit meanwhile
    (False, True, True, False, False),  # named, but as it was at the prompt
    (False, False, True, False, False),  # dirty before: the user's own
]


@pytest.mark.parametrize(("changed", "named", "commands", "claimed", "expected"), TABLE)
def test_whose_work_a_file_is(
    changed: bool, named: bool, commands: bool, claimed: bool, expected: bool
) -> None:
    def if_true(holds: bool) -> list[str]:
        return ["f"] if holds else []

    facts = TurnFacts(["f"], if_true(changed), if_true(named), commands, set(if_true(claimed)))
    assert touched_files(facts) == if_true(expected)


def test_without_a_capture_only_files_in_the_transcript_count() -> None:
    facts = TurnFacts(["a", "b"], None, ["b", "c"], True, set())
    assert touched_files(facts) == ["b"]


NAMES = st.lists(st.sampled_from("abcde"), unique=True)


@given(NAMES, NAMES, NAMES, st.booleans(), st.sets(st.sampled_from("abcde")))
def test_nothing_is_touched_that_did_not_change(
    dirty: list[str], changed: list[str], named: list[str], commands: bool, others: set[str]
) -> None:
    changed = [path for path in dirty if path in changed]
    touched = touched_files(TurnFacts(dirty, changed, named, commands, others))
    assert touched == [path for path in changed if path in touched]
    assert set(changed) & set(named) <= set(touched)
    # Without commands, or with other sessions, it claims less, never more.
    assert set(touched_files(TurnFacts(dirty, changed, named, False, others))) <= set(touched)
    assert set(touched) <= set(touched_files(TurnFacts(dirty, changed, named, True, set())))
