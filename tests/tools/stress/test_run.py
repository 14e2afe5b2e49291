"""A small sample of `make stress`, and what its plans promise."""

from __future__ import annotations

from pathlib import Path

from tools.stress import plan
from tools.stress.plan import Commit, Size
from tools.stress.run import run

# Within a worktree, commits one after the other: the sample is about everything else at once.
SAMPLE = Size(worktrees=1, sessions=2, turns=3, colleague_turns=0, one_commit_at_a_time=True)


def test_nothing_is_lost(tmp_path: Path) -> None:
    problems, ledger = run(tmp_path, seed=1, size=SAMPLE)
    assert problems == []
    assert len(ledger.sessions) >= 6  # and those of visits
    assert ledger.commits


def test_a_seed_gives_the_same_plan() -> None:
    size = Size()
    one, same, other = (plan.make(seed, size) for seed in (1, 1, 2))
    assert one == same
    assert one.sessions != other.sessions
    assert [plan.next_chore(one.chores(0)) for _ in range(9)] == [
        plan.next_chore(same.chores(0)) for _ in range(9)
    ]


def test_a_plan_has_what_was_asked_for() -> None:
    made = plan.make(1, Size())
    assert len(made.sessions) == 2 * 4 + 1
    turns = [turn for session in made.sessions for turn in session.turns]
    assert len({turn.marker for turn in turns}) == len(turns) == 2 * 4 * 25 + 5
    assert {turn.commit for turn in turns} == set(Commit)
