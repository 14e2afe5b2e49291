"""Judge a gap with all that can be looked up: scripts that commands ran, hooks of the agent."""

from __future__ import annotations

import os

from entire.checkpoint.temporary.snapshots import HUMAN
from entire.core import files
from entire.git.repository import Repository
from entire.redact.cache import cached
from entire.strategy.owners import gaps
from entire.strategy.owners.commands import script_writes, scripts
from entire.strategy.owners.gaps import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from entire.strategy.owners.chain import Gap, Ran

_LARGEST_SCRIPT = 64 * 1024
_MOST_SCRIPTS = 20


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
    if not gap.saved and hooked is not None and HUMAN in (found.owner, found.rest) and hooked():
        return gaps.AFTER_HOOKS if found.owner == HUMAN else found.replace(rest=gaps.AFTER_HOOKS.owner)
    if found.literal is not None or found.owner not in (HUMAN, gaps.IN_DOUBT):
        return found
    able = [
        one for one in gaps.able_in(gap, ran) if script_writes(_scripts(repo.worktree, one.window.text), path)
    ]
    if not able or found.owner == HUMAN:
        return gaps.NOBODY_KNOWS if able else found
    sure = all(one.window.ended and _ran_at(one, written) and one.owner == able[0].owner for one in able)
    return Verdict(able[0].owner) if sure else found


def _ran_at(one: Ran, written: float | None) -> bool:
    return written is not None and one.window.includes(written)


@cached(128)
def _scripts(worktree: str, text: str) -> str:
    """Return the texts of the scripts of the work tree that a command runs."""
    found = []
    for name in sorted(set(scripts(text)))[:_MOST_SCRIPTS]:
        if not name or ".." in name:
            continue
        try:
            data = files.read(os.path.join(worktree, name), _LARGEST_SCRIPT)
        except (OSError, ValueError):
            continue
        found.append((data or b"").decode("utf-8", "replace"))
    return "\n".join(found)
