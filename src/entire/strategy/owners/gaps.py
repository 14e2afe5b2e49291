"""Who made a change that no tool reported: a command of an agent, a person, or nobody knows. Pure.

Never by time alone: a command counts if it is known to write a file that it names, names a file that is new,
or is known to make files. A person counts if no command that can write was running when the file was written.
"""

from __future__ import annotations

from entire.attribution.common import common
from entire.attribution.owner import COMMAND, HOOK
from entire.attribution.removed import significance
from entire.checkpoint.temporary.snapshots import HUMAN, UNKNOWN
from entire.core.value import Value
from entire.strategy.owners.commands import (
    continues,
    makes_files,
    names,
    only_commits,
    rewrites,
    writes,
    writes_nothing,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from entire.strategy.owners.chain import Gap, Ran

    Owner = dict[str, Any]

IN_DOUBT = UNKNOWN | {"why": COMMAND}
_MOST_DIFFERENCES = 1000
_SIGNIFICANT = 6  # letters and digits of a line that is not in a command by chance


class Verdict(Value):
    """Who made a change. Lines that are in the text of a command are its own in any case."""

    owner: Owner
    literal: Owner | None = None
    text: str = ""  # of the command
    rest: Owner = IN_DOUBT  # who made the other lines, if there are lines of the command's


AFTER_HOOKS = Verdict(UNKNOWN | {"why": HOOK})
NOBODY_KNOWS = Verdict(IN_DOUBT)


def judge(gap: Gap, path: str, written: float | None, is_new: bool, ran: Sequence[Ran]) -> Verdict:
    """Decide about a gap. ``written``: when the file was written last, if that was in the gap."""
    able = able_in(gap, ran)
    if written is not None:
        inside = [one for one in able if one.window.includes(written)]
    else:  # what hooks of git wrote before a commit, the snapshot of the commit has
        inside = [one for one in able if one.window.failed or not only_commits(one.window.text)]
    named = [one for one in able if names(one.window, path)]
    if named:
        owner = _only(named)
        text = "\n".join(one.window.text for one in named)
        at_last = any(one in inside for one in named)
        later = written is not None and (gap.saved or not inside)
        sure = at_last and not later and _wrote(named, path, written is not None, is_new)
        return Verdict(owner if sure else IN_DOUBT, owner, text, HUMAN if later else IN_DOUBT)
    if not inside or gap.saved:
        return Verdict(HUMAN)
    made = is_new and written is not None
    if made and all(one.window.ended and makes_files(one.window.text) for one in inside):
        return Verdict(_only(inside))
    return Verdict(IN_DOUBT)


def able_in(gap: Gap, ran: Sequence[Ran]) -> list[Ran]:
    """The commands that can have written during a gap. What runs in the background may run until now."""
    able = []
    for one in ran:
        window = one.window
        if window.start <= gap.end and not writes_nothing(window.text):
            if continues(window.text):
                able.append(one.replace(window=window.replace(end=max(window.end, gap.end), ended=False)))
            elif window.end >= gap.start:
                able.append(one)
    return able


def _wrote(named: Sequence[Ran], path: str, at_last: bool, is_new: bool) -> bool:
    """Whether commands that name a file have written it. ``at_last``: it was written when one of them ran."""
    if at_last:
        return is_new or any(writes(one.window, path) for one in named)
    return all(rewrites(one.window.text) and writes(one.window, path) for one in named)


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
    own = b"\n".join(line for place, line in enumerate(new) if place not in foreign)
    return [(verdict.literal, own), (verdict.rest, after)]
