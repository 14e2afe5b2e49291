"""Which of our refs are unused: those that `entire clean` would delete."""

from __future__ import annotations

from entire.care.refs import Kind
from entire.care.usage import Usage
from entire.git.refs import BRANCHES
from entire.session.state import State
from entire.strategy.clean.branches import Branch, Fate, decide, needed
from entire.strategy.turn.shadow import condensed_tips


def not_needed(usage: Usage, states: list[State]) -> set[str]:
    """Pure: return their names. Unclaimed steps are first set aside, and deleted the next time."""
    wanted = needed(states)
    condensed = condensed_tips(states)
    found = set()
    for ref in usage.refs:
        name = ref.name.removeprefix(BRANCHES)
        steps = usage.steps.get(ref.name, [])
        branch = Branch(name, ref.tip, len(steps), steps, elsewhere=not steps)
        fate = decide(branch, wanted, condensed) if ref.kind == Kind.SHADOW else Fate.NEEDED
        if ref.kind == Kind.SET_ASIDE or fate != Fate.NEEDED:
            found.add(ref.name)
    return found
