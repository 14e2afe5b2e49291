"""Find a session by the start of its id."""

from __future__ import annotations

from collections.abc import Iterable

from entire.core import clock
from entire.core import prefix as prefixes
from entire.core.errors import EntireError
from entire.core.text import one_line
from entire.session.state import UNKNOWN_AGENT, State

LEAST_LENGTH = 8
_EXAMPLES = 5
_PROMPT_LENGTH = 50
LIST_HINT = "`entire session list --all` shows them"


class NoSession(EntireError):
    """No session id starts with this prefix."""


class AmbiguousSession(EntireError):
    """Several session ids start with this prefix; the hint lists them."""


def by_prefix(states: Iterable[State], prefix: str) -> State:
    """Return the session whose id starts with ``prefix``. Raises NoSession, AmbiguousSession."""
    known = {state.session_id: state for state in states}
    found = prefixes.matching(known, prefix)
    if not found:
        raise NoSession(f'no session starts with "{prefix[:60]}"', _near(known, prefix) or LIST_HINT)
    if len(found) > 1:
        found.sort(key=lambda id: last_seen(known[id]), reverse=True)
        listed = _listed(known, found[:_EXAMPLES])
        more = ["  …"] if len(found) > _EXAMPLES else []
        message = f'{len(found)} sessions start with "{prefix[:60]}"'
        raise AmbiguousSession(message, "\n".join(["one of", *listed, *more]))
    return known[found[0]]


def _near(known: dict[str, State], prefix: str) -> str:
    found = _listed(known, prefixes.near(known, prefix))
    return "\n".join(["did you mean", *found]) if found else ""


def _listed(known: dict[str, State], ids: list[str]) -> list[str]:
    shorten = prefixes.shortener(sorted(known), LEAST_LENGTH)
    return [f"  {shorten(id)}  {_about(known[id])}" for id in ids]


def _about(state: State) -> str:
    prompt = one_line(state.last_prompt or state.first_prompt, _PROMPT_LENGTH)
    return "  ".join(filter(None, [one_line(state.agent_type) or UNKNOWN_AGENT, prompt]))


def most_recent(states: Iterable[State], worktree_id: str) -> State | None:
    """Return the session with the latest interaction in a worktree, or else in any worktree."""
    known = list(states)
    here = [state for state in known if state.worktree_id == worktree_id]
    return max(here or known, key=last_seen, default=None)


def last_seen(state: State) -> float:
    """Return the time of the last interaction, in seconds since the epoch."""
    return clock.timestamp(state.last_interaction_time or state.started_at) or 0.0


def is_open(state: State) -> bool:
    """Whether a session is open: not ended, and not idle for a week without uncommitted work."""
    return not (state.is_ended or state.ended_at) and (state.has_work or not state.is_stale())
