"""Change a session's state for a rewind, and for its undo. Pure: the state is not saved."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from entire.core.text import collapse_whitespace, truncate
from entire.core.value import Value
from entire.session.state import FIRST_PROMPT_LENGTH, State

# What a rewind changes. Other fields, such as the session's start and worktree, stay the same.
_FIELDS = (
    "checkpoint_count",
    "checkpoint_transcript_start",
    "files_touched",
    "token_usage",
    "token_transcript_start",
    "transcript_identifier_at_start",
    "prompt_attributions",
    "pending_prompt_attribution",
    "first_prompt",
    "last_prompt",
)


class Named(Value):
    """Files that the transcript names: in the turns that stay, and in those that are removed."""

    kept: Collection[str]
    cut: Collection[str]


def files_touched(touched: Iterable[str], differs: Collection[str], named: Named) -> list[str]:
    """The files that the session had touched at a step: those of its files that differ from HEAD there.

    A file that only a later turn names does not count: at the step it was the user's own change.
    """
    later = set(named.cut).difference(named.kept)
    return sorted(path for path in touched if path in differs and path not in later)


def go_back(state: State, count: int, files: list[str]) -> None:
    """Set the state to what it was after step ``count``."""
    state.checkpoint_count = count
    state.files_touched = files
    state.prompt_attributions = [one for one in state.prompt_attributions if one.checkpoint_number <= count]
    state.pending_prompt_attribution = None


def shorten(state: State, end: int, prompts: list[str]) -> None:
    """Adjust the state to a transcript that ends at a position and has these prompts (redacted)."""
    if end < state.checkpoint_transcript_start:
        state.checkpoint_transcript_start = end
        state.transcript_identifier_at_start = ""  # known again at the next step
    state.token_transcript_start = min(state.token_transcript_start, end)
    if prompts:
        state.last_prompt = truncate(collapse_whitespace(prompts[-1]), FIRST_PROMPT_LENGTH)


def restore(state: State, before: State) -> None:
    """Undo what a rewind changed."""
    for name in _FIELDS:
        setattr(state, name, getattr(before, name))


def has_moved_on(state: State, before: State) -> bool:
    """Whether the session was committed or moved since: its old counters no longer apply."""
    place = (before.base_commit, before.attribution_base_commit, before.worktree_id)
    return (state.base_commit, state.attribution_base_commit, state.worktree_id) != place
