"""Who made a change that no tool reported: a command of an agent, a person, or nobody knows. Pure.

Never by time alone: a command counts if it can write, and names the file or has just made it. A person counts
if no command that can write was running when the file was written.
"""

from __future__ import annotations

from entire.attribution.common import common
from entire.attribution.owner import COMMAND, HOOK
from entire.attribution.removed import significance
from entire.checkpoint.temporary.snapshots import HUMAN, UNKNOWN
from entire.core.value import Value
from entire.strategy.turn.commands import names, rewrites, writes_nothing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from entire.strategy.turn.chain import Gap, Ran

    Owner = dict[str, Any]

IN_DOUBT = UNKNOWN | {"why": COMMAND}
_MOST_DIFFERENCES = 1000
_SIGNIFICANT = 6  # letters and digits of a line that is not in a command by chance


class Verdict(Value):
    """Who made a change. Lines that are in the text of a command are its own in any case."""

    owner: Owner
    literal: Owner | None = None
    text: str = ""  # of the command
    later: bool = False  # the file was written again after the command: the rest is a person's


AFTER_HOOKS = Verdict(UNKNOWN | {"why": HOOK})


def judge(gap: Gap, path: str, written: float | None, is_new: bool, ran: Sequence[Ran]) -> Verdict:
    """Decide about a gap. ``written``: when the file was written last, if that was in the gap."""
    overlapping = (one for one in ran if one.window.end >= gap.start and one.window.start <= gap.end)
    able = [one for one in overlapping if not writes_nothing(one.window.text)]
    inside = [one for one in able if written is None or one.window.includes(written)]
    named = [one for one in able if names(one.window, path)]
    if named:
        owner = _only(named)
        text = "\n".join(one.window.text for one in named)
        at_last = any(one in inside for one in named)
        sure = at_last and (written is not None or all(rewrites(one.window.text) for one in named))
        return Verdict(owner if sure else IN_DOUBT, owner, text, written is not None and not at_last)
    if not inside:
        return Verdict(HUMAN)
    if is_new and written is not None:
        return Verdict(_only(inside))
    return Verdict(IN_DOUBT)


def _only(ran: Sequence[Ran]) -> Owner:
    owners = [one.owner for one in ran]
    return owners[0] if all(owner == owners[0] for owner in owners) else IN_DOUBT


def split(verdict: Verdict, before: bytes | None, after: bytes | None) -> list[tuple[Owner, bytes | None]]:
    """Return the contents that a gap led to, and their owners.

    If some of the new lines are in the text of a command, the others need not be its work.
    """
    if verdict.literal is None or after is None:
        return [(verdict.owner, after)]
    old, new = (before or b"").split(b"\n"), after.split(b"\n")
    kept = {place for _, place in common(old, new, _MOST_DIFFERENCES)}
    text = verdict.text.encode("utf-8", "surrogateescape")
    added = [place for place, line in enumerate(new) if place not in kept and line.strip()]
    foreign = {place for place in added if new[place].strip() not in text}
    literal = [place for place in added if place not in foreign and significance(new[place]) >= _SIGNIFICANT]
    if not literal or not foreign:
        return [(verdict.literal if literal else verdict.owner, after)]
    rest = HUMAN if verdict.later else IN_DOUBT
    own = b"\n".join(line for place, line in enumerate(new) if place not in foreign)
    return [(verdict.literal, own), (rest, after)]
