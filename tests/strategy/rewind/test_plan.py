"""What a rewind does to each kind of file, as a table; and laws for any mixture of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entire.git.objects.tree import Entry
from entire.session.state import PromptAttribution, State
from entire.strategy.rewind import state as rewind_state
from entire.strategy.rewind.plan import IGNORED, YOURS, FileFact, decide
from entire.strategy.rewind.state import Named

A, B, C = (Entry("100644", letter * 40) for letter in "abc")


def fact(**values: Any) -> FileFact:
    sides: dict[str, Any] = {"target": None, "present": None, "head": None, "last": None, "touched": False}
    return FileFact("f", **(sides | values))


@pytest.mark.parametrize(
    ("what", "given", "expected"),
    [
        ("as it shall be", fact(target=A, present=A), ""),
        ("tracked, edited by the agent", fact(target=A, present=B, head=A, last=B, touched=True), "restore"),
        ("tracked, edited by the user since", fact(target=A, present=C, head=A, last=B), "restore, lost"),
        ("tracked, not edited since", fact(target=B, present=A, head=A, last=B), "restore"),
        ("deleted by the step", fact(present=A, head=A, last=A), "delete"),
        ("deleted by the step, edited again", fact(present=B, head=A), "delete, lost"),
        ("deleted since", fact(target=A, head=A, last=A), "restore"),
        (
            "executable bit",
            fact(target=Entry("100755", "a"), present=Entry("100644", "a"), head=A),
            "restore, lost",
        ),
        ("made later by the agent", fact(present=B, last=B, touched=True), "delete"),
        ("… and edited by the user", fact(present=C, last=B, touched=True), "delete, lost"),
        ("made by the agent before", fact(target=A, present=B, last=B, touched=True), "restore"),
        ("made by the user", fact(present=B), YOURS),
        ("made by the user, in the step", fact(target=A, present=B, last=A), YOURS),
        ("the user's before the session", fact(target=A, present=B, before=True), YOURS),
        ("… changed by the agent", fact(target=A, present=B, last=B, touched=True, before=True), "restore"),
        ("… that no step has", fact(present=B, last=B, touched=True, before=True), YOURS),
        ("… and gone", fact(target=A, before=True), "restore"),
        ("ignored", fact(target=A, present=B, touched=True, ignored=True), IGNORED),
        ("ignored, but tracked", fact(target=A, present=B, head=A, last=B, ignored=True), "restore"),
        ("another session's", fact(target=A, present=B, head=A, other="2c01ab9d-22"), "session 2c01ab9d"),
        ("of both", fact(target=A, present=B, head=A, last=B, other="x", touched=True), "restore"),
        ("deleted by another session", fact(target=A, head=A, other="x"), "session x"),
        ("that cannot be touched", fact(target=A, problem="a reason"), "a reason"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_kind_of_file(what: str, given: FileFact, expected: str) -> None:
    plan = decide([given], {})
    lost = ", lost" if plan.lost else ""
    found = ["restore" + lost for _ in plan.restore] + ["delete" + lost for _ in plan.delete]
    assert [*found, *(kept.why for kept in plan.keep)] == ([expected] if expected else []), what


def test_blocked_paths() -> None:
    new = fact(target=A).replace(path="d/x")
    made = fact(present=B, last=B, touched=True).replace(path="d")
    assert decide([new, made], {"d/x": ["d"]}).paths == ["d/x", "d"]
    mine = fact(present=B).replace(path="d")
    plan = decide([new, mine], {"d/x": ["d"]})
    assert plan.paths == []
    assert [(kept.path, kept.why) for kept in plan.keep] == [("d", YOURS), ("d/x", "blocked by d")]


ENTRIES = st.sampled_from([None, A, B, C])
FACTS = st.builds(
    FileFact,
    st.sampled_from("abcdef"),
    ENTRIES,
    ENTRIES,
    ENTRIES,
    ENTRIES,
    st.booleans(),
    st.sampled_from(["", "other"]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["", "", "a reason"]),
)


@given(st.lists(FACTS, unique_by=lambda fact: fact.path))
def test_laws(facts: list[FileFact]) -> None:
    plan = decide(facts, {})
    by_path = {fact.path: fact for fact in facts}
    assert sorted([*plan.paths, *(kept.path for kept in plan.keep)]) == sorted(
        fact.path for fact in facts if fact.target != fact.present
    )
    for item in (*plan.restore, *plan.delete):
        fact = by_path[item.path]
        assert item.entry == fact.target
        assert fact.touched or not fact.other
        if fact.head is None and fact.present is not None:
            assert fact.touched
            assert not fact.ignored
            assert fact.target is not None or not fact.before
    assert all(item.entry is None for item in plan.delete)


def test_what_a_session_had_touched_at_a_step() -> None:
    named = Named(kept={"a", "both"}, cut={"b", "both"})
    touched = ["a", "b", "both", "by a command", "clean then"]
    assert rewind_state.files_touched(touched, {"a", "b", "both", "by a command"}, named) == [
        *("a", "both", "by a command")
    ]


def test_the_state_goes_back_and_forth() -> None:
    attributions = [PromptAttribution(checkpoint_number=number) for number in (1, 2, 3)]
    state = State(
        session_id="s",
        base_commit="b",
        checkpoint_count=3,
        files_touched=["a", "b"],
        prompt_attributions=attributions,
        pending_prompt_attribution=attributions[0],
        checkpoint_transcript_start=7,
        token_transcript_start=9,
        last_prompt="third",
    )
    before = State.from_json(state.to_json())
    rewind_state.go_back(state, 2, ["a"])
    rewind_state.shorten(state, 8, ["first", "second  prompt"])
    assert (state.checkpoint_count, state.files_touched, state.last_prompt) == (2, ["a"], "second prompt")
    assert [one.checkpoint_number for one in state.prompt_attributions] == [1, 2]
    assert state.pending_prompt_attribution is None
    assert (state.checkpoint_transcript_start, state.token_transcript_start) == (7, 8)
    assert not rewind_state.has_moved_on(state, before)
    rewind_state.restore(state, before)
    assert state == before
    state.base_commit = "another"
    assert rewind_state.has_moved_on(state, before)
