"""A session's state after a rewind, and after its undo. Pure: the state is changed, not saved."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from entire.core.text import collapse_whitespace, truncate
from entire.core.value import Value
from entire.session.state import FIRST_PROMPT_LENGTH, State

# What a rewind changes; the rest (when the session began, where it is) does not depend on how far it went.
_FIELDS = (
    "checkpoint_count",
    "checkpoint_transcript_start",
    "files_touched",
    "token_usage",
    "token_transcript_start",
    "transcript_identifier_at_start",
    "prompt_attributions",
    "pending_prompt_attribution",
    "last_prompt",
)


class Named(Value):
    """Files that the transcript says were written: in the turns that stay, and in those that are cut off."""

    kept: Collection[str]
    cut: Collection[str]


def files_touched(touched: Iterable[str], differs: Collection[str], named: Named) -> list[str]:
    """What the session had touched at a step: of all that it touched, what differs from HEAD there.

    Not what only a later turn names: that was the user's own change then.
    """
    later = set(named.cut).difference(named.kept)
    return sorted(path for path in touched if path in differs and path not in later)


def go_back(state: State, count: int, files: list[str]) -> None:
    """The session stands where its step ``count`` left it."""
    state.checkpoint_count = count
    state.files_touched = files
    state.prompt_attributions = [one for one in state.prompt_attributions if one.checkpoint_number <= count]
    state.pending_prompt_attribution = None


def shorten(state: State, end: int, prompts: list[str]) -> None:
    """The transcript ends at a position now, and has these prompts (redacted)."""
    state.checkpoint_transcript_start = min(state.checkpoint_transcript_start, end)
    state.token_transcript_start = min(state.token_transcript_start, end)
    if prompts:
        state.last_prompt = truncate(collapse_whitespace(prompts[-1]), FIRST_PROMPT_LENGTH)


def bring_back(state: State, before: State) -> None:
    """Undo: what the rewind changed is as it was before."""
    for name in _FIELDS:
        setattr(state, name, getattr(before, name))


def went_on_otherwise(state: State, before: State) -> bool:
    """Whether the session was committed or moved since: its old counters do not fit any more."""
    place = (before.base_commit, before.attribution_base_commit, before.worktree_id)
    return (state.base_commit, state.attribution_base_commit, state.worktree_id) != place
