from __future__ import annotations

import itertools

import pytest

from entire.session.phase import Action, Phase, PhaseEvent, TransitionContext, transition
from entire.strategy.commits.condense import is_condensed

# phase, files touched, rebase or cherry-pick in progress, work in the commit → condensed
TABLE = [
    (Phase.IDLE, True, False, ["a"], True),
    (Phase.ACTIVE, True, False, ["a"], True),
    (Phase.ACTIVE, False, False, ["a"], True),  # a commit within the first turn: nothing is saved yet
    (Phase.ENDED, True, False, ["a"], True),
    (Phase.ENDED, False, False, ["a"], False),
    (Phase.IDLE, True, True, ["a"], False),
    (Phase.ACTIVE, True, True, ["a"], False),
    (Phase.ENDED, True, True, ["a"], False),
    (Phase.IDLE, True, False, [], False),
    (Phase.ACTIVE, True, False, [], False),
    (Phase.ENDED, True, False, [], False),
]


@pytest.mark.parametrize(("phase", "files", "replaying", "overlap", "expected"), TABLE)
def test_whether_a_commit_becomes_a_checkpoint(
    phase: str, files: bool, replaying: bool, overlap: list[str], expected: bool
) -> None:
    actions = transition(phase, PhaseEvent.GIT_COMMIT, TransitionContext(files, replaying)).actions
    assert is_condensed(actions, overlap) == expected


ACTIONS = [value for name, value in vars(Action).items() if name.isupper()]


@pytest.mark.parametrize("actions", list(itertools.permutations(ACTIONS, 2)))
def test_only_the_action_that_says_so_condenses(actions: tuple[str, ...]) -> None:
    assert is_condensed(actions, ["a"]) == (Action.CONDENSE in actions)
    assert not is_condensed(actions, [])
