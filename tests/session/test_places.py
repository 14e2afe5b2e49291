from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from entire.session import places
from entire.session.places import Place
from entire.session.state import State

WORKTREES = st.sampled_from(("", "x", "y"))
FILES = st.lists(st.sampled_from("abc"), unique=True)


def work(state: State) -> dict[str, list[str]]:
    """What waits for a commit, by worktree."""
    found = {state.worktree_id: state.files_touched} | {
        name: place.files_touched for name, place in places.left(state)
    }
    return {name: files for name, files in found.items() if files}


@given(st.lists(st.tuples(WORKTREES, FILES, st.booleans())))
def test_nothing_is_lost_on_the_way(walk: list[tuple[str, list[str], bool]]) -> None:
    """An agent goes from worktree to worktree; hooks of git look from others and change what they see."""
    state = State(session_id="s", base_commit="b")
    expected: dict[str, list[str]] = {}
    home = ""
    for worktree_id, files, agent in walk:
        if agent:
            places.move(state, worktree_id, Place(base_commit="new"))
            home = worktree_id
        elif not places.visit(state, worktree_id):
            assert worktree_id not in expected
            continue
        assert state.worktree_id == worktree_id
        assert places.is_home(state) == (worktree_id == home)
        assert state.has_work == bool(expected)
        state.files_touched = files
        expected[worktree_id] = files
        expected = {name: kept for name, kept in expected.items() if kept}
        assert work(state) == expected
        state = State.from_json(places.at_home(state).to_json())
        assert state.worktree_id == home
        assert not any(value.get("home") for value in state.places.values())
        assert work(state) == expected


def test_who_was_never_there_is_a_guest() -> None:
    state = State(session_id="s", base_commit="b", worktree_path="/r", files_touched=["a"])
    assert places.visit(state, "x", Place(base_commit="new"))
    assert (state.base_commit, state.files_touched, places.home_path(state)) == ("new", [], "/r")
    assert (
        places.at_home(state).to_json()
        == State(session_id="s", base_commit="b", worktree_path="/r", files_touched=["a"]).to_json()
    )


def test_what_cannot_be_read_is_not_there() -> None:
    state = State(session_id="s", base_commit="b", places={"x": 7, "y": {"files_touched": "a"}})
    assert not state.has_steps_here
    assert list(places.left(state)) == []
    assert not places.visit(state, "x")
