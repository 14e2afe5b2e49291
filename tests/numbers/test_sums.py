"""Sums over checkpoints, for generated histories."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.attribution.owner import AGENT, HUMAN, UNKNOWN
from entire.numbers import facts as documents
from entire.numbers.facts import CheckpointFacts, LineCount, PartFacts
from entire.numbers.sums import By, Commit, once, prompts_by_day, sum_up, when_key
from entire.numbers.tokens import Source, Tokens, Used, add_to, total_of

SMALL = st.integers(0, 9)
TOKENS = st.builds(Tokens, SMALL, SMALL, SMALL, SMALL, SMALL)
USED = st.dictionaries(
    st.builds(Source, st.sampled_from(["opus", "haiku", ""]), st.integers(-1, 3)), TOKENS, max_size=2
)
PARTS = st.builds(
    PartFacts,
    st.sampled_from(["s1", "s2", "s3"]),
    st.sampled_from(["Claude Code", "Codex", ""]),
    st.sampled_from(["opus", ""]),
    st.sampled_from(["main", ""]),
    st.booleans(),
    st.just(False),
    *[SMALL] * 4,
    USED,
    USED,
    st.floats(0, 9),
)
LINES = st.builds(
    LineCount,
    st.sampled_from(["a.py", "src/b.py", "src/\ud800\n", ""]),
    st.sampled_from([AGENT, HUMAN, UNKNOWN]),
    st.sampled_from(["Claude Code", ""]),
    st.sampled_from(["opus", ""]),
    SMALL,
)
CHECKPOINTS = st.builds(
    CheckpointFacts,
    st.lists(PARTS, min_size=1, max_size=2),
    st.lists(LINES, max_size=3),
    st.booleans(),
    SMALL,
    SMALL,
    st.lists(st.sampled_from(["a.py", "src/b.py"]), unique=True),
    st.sampled_from(["main", ""]),
)
FACTS = st.dictionaries(st.sampled_from(["1", "2", "3", "4"]), CHECKPOINTS)
COMMITS = st.lists(
    st.builds(
        Commit,
        st.uuids().map(str),
        st.sampled_from(["Ada", "Grace"]),
        st.integers(0, 40 * 86400),
        st.lists(st.sampled_from(["1", "2", "3", "4", "missing"]), unique=True, max_size=2),
    ),
    max_size=5,
)


@given(CHECKPOINTS)
def test_facts_are_the_same_after_they_were_stored(facts: CheckpointFacts) -> None:
    assert documents.decode(documents.encode(facts)) == facts


@given(COMMITS, FACTS, st.sampled_from(By.ALL))
def test_groups_add_up_to_the_total(
    commits: list[Commit], facts: dict[str, CheckpointFacts], by: str
) -> None:
    found = sum_up(commits, facts, by, zone=0)
    groups, total = list(found.groups.values()), found.total
    assert [sum(one) for one in zip((0, 0, 0), *(group.lines for group in groups), strict=True)] == list(
        total.lines
    )
    assert set().union(*(group.commits for group in groups)) == total.commits
    assert set().union(*(group.checkpoints for group in groups)) == total.checkpoints
    if by not in By.PLACES:
        used: Used = {}
        below: Used = {}
        for group in groups:
            add_to(used, group.used)
            add_to(below, group.below)
        assert (used, below) == (total.used, total.below)
        assert sum(group.prompts for group in groups) == total.prompts
        assert sum(group.milliseconds for group in groups) == total.milliseconds
    linked = {id for commit in commits for id in commit.checkpoint_ids}
    assert total.checkpoints == linked & facts.keys()
    assert set(found.missing) == linked - facts.keys()
    assert sum(prompts_by_day(commits, facts).values()) == total.prompts


def part(number: int, *, from_start: bool) -> PartFacts:
    used = {Source("opus", 0): Tokens(number, 0, 0, number, 1)}
    return PartFacts("s", "Claude Code", "opus", "main", False, from_start, 1, 1, 0, 0, used, {})


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([(10, True), (5, False), (7, False)], [10, 5, 7]),
        ([(10, True), (15, True), (22, True)], [10, 5, 7]),  # each includes those before it
        ([(10, True), (5, False), (22, True)], [10, 5, 7]),
        ([(10, True), (4, True)], [10, 0]),  # a program that counts otherwise: nothing counts twice
    ],
)
def test_tokens_that_several_checkpoints_include_count_once(
    parts: list[tuple[int, bool]], expected: list[int]
) -> None:
    found = once([part(number, from_start=start) for number, start in parts])
    assert [total_of(one.used.values()).input for one in found] == expected


def test_prompts_and_times_count_once_too() -> None:
    """A conversation that was imported up to some commit, then recorded by hooks from its start."""
    first = part(10, from_start=True).replace(milliseconds=5)
    whole = part(15, from_start=True).replace(prompts=3, turns=3, milliseconds=9)
    found = once([first, whole])
    assert [(one.prompts, one.turns, one.milliseconds) for one in found] == [(1, 1, 5), (2, 2, 4)]


@pytest.mark.parametrize("by", By.TIMES)
def test_a_day_that_no_calendar_has(by: str) -> None:
    commit = Commit("c", "Ada", 2**63 - 1, ())
    assert when_key(commit, by) == "(unknown)"
