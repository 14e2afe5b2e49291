from __future__ import annotations

import pytest

from entire.session import find
from entire.session.state import State

STATES = [
    State(session_id="8f76b0e8-1111", agent_type="Claude Code", last_prompt="Limit\x1b[2J it"),
    State(session_id="8f76b0e8-2222", agent_type="Codex", first_prompt="x" * 80),
    State(session_id="2c01ab9d-3333"),
]


@pytest.mark.parametrize("prefix", ["8f76b0e8-1111", "8f76b0e8-1", "8F76B0E8-1"])
def test_one_session_starts_so(prefix: str) -> None:
    assert find.by_prefix(STATES, prefix) is STATES[0]


def test_several_do_and_are_listed() -> None:
    with pytest.raises(find.AmbiguousSession) as caught:
        find.by_prefix(STATES, "8f")
    assert caught.value.message == '2 sessions start with "8f"'
    assert (
        caught.value.hint
        == f"""\
one of
  8f76b0e8-1  Claude Code  Limit[2J it
  8f76b0e8-2  Codex  {"x" * 49}…"""
    )


def test_no_more_than_a_few_are_listed() -> None:
    many = [State(session_id=f"8f{number:04d}") for number in range(9)]
    with pytest.raises(find.AmbiguousSession) as caught:
        find.by_prefix(many, "8f")
    assert caught.value.hint.count("\n") == 6
    assert caught.value.hint.endswith("\n  …")


def test_none_does_but_one_looks_like_it() -> None:
    with pytest.raises(find.NoSession) as caught:
        find.by_prefix(STATES, "2c10ab")
    assert caught.value.message == 'no session starts with "2c10ab"'
    assert caught.value.hint == "did you mean\n  2c01ab9d  Agent"


@pytest.mark.parametrize("prefix", ["", "zzz"])
def test_none_does(prefix: str) -> None:
    with pytest.raises(find.NoSession) as caught:
        find.by_prefix(STATES, prefix)
    assert caught.value.hint == find.LIST_HINT


def test_the_most_recent_of_a_worktree() -> None:
    older = State(session_id="a", worktree_id="x", last_interaction_time="2026-03-19T10:00:00Z")
    newer = State(session_id="b", worktree_id="x", last_interaction_time="2026-03-19T11:00:00+01:30")
    other = State(session_id="c", worktree_id="", started_at="2026-03-20T10:00:00Z")
    states = [newer, older, other]
    assert find.most_recent(states, "x") is older
    assert find.most_recent(states, "") is other
    assert find.most_recent(states, "gone") is other  # of all, then
    assert find.most_recent([], "x") is None
