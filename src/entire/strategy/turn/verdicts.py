"""Judge a gap with all that can be looked up: scripts that commands ran, hooks of the agent."""

from __future__ import annotations

from entire.checkpoint.temporary.snapshots import HUMAN
from entire.core import files
from entire.git.repository import Repository
from entire.strategy.turn import gaps
from entire.strategy.turn.commands import mentions
from entire.strategy.turn.gaps import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from entire.strategy.turn.chain import Gap, Ran

_LARGEST_SCRIPT = 64 * 1024
_MOST_WORDS = 50


def verdict(
    repo: Repository,
    path: str,
    gap: Gap,
    written: float | None,
    is_new: bool,
    ran: Sequence[Ran],
    hooked: Callable[[], bool] | None,
) -> Verdict:
    """Decide about a gap. ``hooked``: whether hooks run after edits, if the agent edited the file."""
    found = gaps.judge(gap, path, written, is_new, ran)
    if found.owner is HUMAN and hooked is not None and hooked():
        return gaps.AFTER_HOOKS
    if found.owner is not gaps.IN_DOUBT or found.literal is not None:
        return found
    able = [one for one in ran if one.window.end >= gap.start and one.window.start <= gap.end]
    owners = [one.owner for one in able if mentions(_scripts(repo, one.window.text), path)]
    return Verdict(owners[0]) if owners and owners.count(owners[0]) == len(owners) else found


def _scripts(repo: Repository, text: str) -> str:
    """Return the texts of the scripts of the work tree that a command runs."""
    words = text.split()[:_MOST_WORDS]
    names = {word.strip("\"';") for word in words} | {"Makefile" if "make" in words else "package.json"}
    found = []
    for name in sorted(names):
        try:
            data = files.read(repo.path(name), _LARGEST_SCRIPT) if name and ".." not in name else None
        except (OSError, ValueError):
            continue
        found.append((data or b"").decode("utf-8", "replace"))
    return "\n".join(found)
