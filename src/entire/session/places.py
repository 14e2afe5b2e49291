"""The other worktrees of a session, with work that waits for a commit there.

A state describes the worktree where its agent is. Work in other worktrees is kept in the state too, by
worktree id. A hook that runs in one of those switches the state to that worktree until it is saved.
"""

from __future__ import annotations

from entire.core.record import Record
from entire.session.state import PromptAttribution, State, drop_unusable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Place(Record):
    """The part of a state that depends on the worktree."""

    ALWAYS = frozenset({"base_commit"})
    NESTED = {"prompt_attributions": PromptAttribution, "pending_prompt_attribution": PromptAttribution}

    base_commit: str = ""
    attribution_base_commit: str = ""
    worktree_path: str = ""
    branch: str = ""
    checkpoint_count: int = 0
    checkpoint_transcript_start: int = 0
    untracked_files_at_start: list[str] = []
    files_touched: list[str] = []
    last_checkpoint_id: str = ""
    transcript_identifier_at_start: str = ""
    prompt_attributions: list[PromptAttribution] = []
    pending_prompt_attribution: PromptAttribution | None = None
    home: bool = False  # the agent is there; only set while the state describes another worktree

    @property
    def has_work(self) -> bool:
        return bool(self.checkpoint_count or self.files_touched)


_KEYS = tuple(name for name in Place._fields if name != "home")


def left(state: State) -> Iterator[tuple[str, Place]]:
    """Yield the other worktrees with work that waits for a commit."""
    for worktree_id, place in _others(state).items():
        if place.has_work:
            yield worktree_id, place


def waiting(state: State) -> dict[str, list[str]]:
    """The files that wait for a commit, by worktree."""
    return {state.worktree_id: state.files_touched} | {id: place.files_touched for id, place in left(state)}


def is_home(state: State) -> bool:
    """Whether the state describes the worktree where the agent is."""
    return not any(place.home for place in _others(state).values())


def home_path(state: State) -> str:
    """Return the agent's worktree while the state describes another one; empty otherwise."""
    return next((place.worktree_path for place in _others(state).values() if place.home), "")


def visit(state: State, worktree_id: str, unknown: Place | None = None) -> bool:
    """Switch the state to this worktree; ``unknown`` is as in `move`.

    Return False, and change nothing, if the session has nothing there and ``unknown`` is None.
    """
    if state.worktree_id == worktree_id:
        return True
    others = _others(state)
    there = others.pop(worktree_id, unknown)
    if there is None:
        return False
    here = _here(state)
    here.home = is_home(state)
    _set(state, worktree_id, there, others | {state.worktree_id: here})
    return True


def at_home(state: State) -> State:
    """Return the state as it is saved: switched to the worktree where the agent is."""
    home = next((worktree_id for worktree_id, place in _others(state).items() if place.home), None)
    if home is None:
        return state
    kept = State.from_json(state.to_json())
    move(kept, home, Place())
    return kept


def move(state: State, worktree_id: str, unknown: Place) -> None:
    """Move the agent to this worktree; ``unknown`` is used if the session was never there."""
    others = _others(state) | {state.worktree_id: _here(state)}
    there = others.pop(worktree_id, unknown)
    for place in others.values():
        place.home = False
    _set(state, worktree_id, there, {name: place for name, place in others.items() if place.has_work})


def _here(state: State) -> Place:
    return Place(**{name: getattr(state, name) for name in _KEYS})


def _others(state: State) -> dict[str, Place]:
    found = {name: Place.from_json(value) for name, value in state.places.items() if isinstance(value, dict)}
    for place in found.values():
        drop_unusable(place)
    return found


def _set(state: State, worktree_id: str, here: Place, others: dict[str, Place]) -> None:
    state.worktree_id = worktree_id
    for name in _KEYS:
        setattr(state, name, getattr(here, name))
    state.places = {name: place.to_json() for name, place in others.items()}
