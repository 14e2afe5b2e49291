"""A session that goes from one worktree to another leaves work behind.

A state tells of the worktree where its agent is. What waits for a commit in others is kept beside it, by
worktree id. A hook in one of those has the state tell of that one instead, until it is saved.
"""

from __future__ import annotations

from entire.core.record import Record
from entire.session.state import PromptAttribution, State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Place(Record):
    """What a state knows of one worktree."""

    ALWAYS = frozenset({"base_commit"})
    NESTED = {"prompt_attributions": PromptAttribution, "pending_prompt_attribution": PromptAttribution}

    base_commit: str = ""
    attribution_base_commit: str = ""
    worktree_path: str = ""
    checkpoint_count: int = 0
    checkpoint_transcript_start: int = 0
    untracked_files_at_start: list[str] = []
    files_touched: list[str] = []
    last_checkpoint_id: str = ""
    transcript_identifier_at_start: str = ""
    prompt_attributions: list[PromptAttribution] = []
    pending_prompt_attribution: PromptAttribution | None = None
    home: bool = False  # the agent is there; only while the state tells of another worktree

    @property
    def has_work(self) -> bool:
        return bool(self.checkpoint_count or self.files_touched)


_KEYS = tuple(name for name in Place._fields if name != "home")


def left(state: State) -> Iterator[tuple[str, Place]]:
    """The other worktrees in which something waits for a commit."""
    for worktree_id, place in _others(state).items():
        if place.has_work:
            yield worktree_id, place


def is_home(state: State) -> bool:
    """Whether the state tells of the worktree where the agent is."""
    return not any(place.home for place in _others(state).values())


def home_path(state: State) -> str:
    """Where the agent is while the state tells of another worktree; empty if it tells of that one."""
    return next((place.worktree_path for place in _others(state).values() if place.home), "")


def visit(state: State, worktree_id: str, unknown: Place | None = None) -> bool:
    """Have the state tell of this worktree; ``unknown``: as in `move`.

    False, and nothing changed, if the session has nothing there and that is not given.
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
    """The state as it is kept: it tells of the worktree where the agent is."""
    home = next((worktree_id for worktree_id, place in _others(state).items() if place.home), None)
    if home is None:
        return state
    kept = State.from_json(state.to_json())
    move(kept, home, Place())
    return kept


def move(state: State, worktree_id: str, unknown: Place) -> None:
    """The agent is in this worktree from here on; ``unknown`` is what to know of one where it never was."""
    others = _others(state) | {state.worktree_id: _here(state)}
    there = others.pop(worktree_id, unknown)
    for place in others.values():
        place.home = False
    _set(state, worktree_id, there, {name: place for name, place in others.items() if place.has_work})


def _here(state: State) -> Place:
    return Place(**{name: getattr(state, name) for name in _KEYS})


def _others(state: State) -> dict[str, Place]:
    return {name: Place.from_json(value) for name, value in state.places.items() if isinstance(value, dict)}


def _set(state: State, worktree_id: str, here: Place, others: dict[str, Place]) -> None:
    state.worktree_id = worktree_id
    for name in _KEYS:
        setattr(state, name, getattr(here, name))
    state.places = {name: place.to_json() for name, place in others.items()}
