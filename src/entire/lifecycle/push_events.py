"""Push checkpoints and trails along with the user's push: in bounded time, and never in its way (I1)."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from entire.core import limits, log
from entire.core import settings as settings_files
from entire.core.settings import LOCAL_FILE, Settings
from entire.git import caller, remotes
from entire.git.repository import Repository
from entire.git.worktree.tracked import is_tracked
from entire.remote import push as pushing
from entire.remote import target as targets
from entire.remote.owner import without_password
from entire.remote.shared_refs import CHECKPOINTS, NOTES, TRAILS, SharedRef
from entire.remote.target import Pushed, Target

Say = Callable[[str], None]


def pre_push(
    repo: Repository, settings: Settings, pushed: Pushed, pushed_refs: Sequence[str], say: Say
) -> None:
    """Push trails to where the code goes and checkpoints to where the team keeps them, in one time limit."""
    if caller.is_dry_run():
        return
    known = remotes.addresses(repo)
    options = settings.strategy_options
    deadline = time.monotonic() + _seconds(options)
    code = Target(next((name for name, address in known.items() if address == pushed.address), pushed.name))
    pushes = [(code, "trails", [TRAILS])]
    if options.get("push_sessions") is not False:
        target = targets.choose(options, pushed, known, trusted=_is_own_choice(repo))
        pushes.append((target, "checkpoints", [CHECKPOINTS, NOTES]))
    for target, what, kinds in pushes:
        named = target.where in known
        wanted = [kind for kind in kinds if kind.ref not in pushed_refs]
        unsent = pushing.unsent(repo, target.where, wanted, named=named)
        if unsent:
            _push(repo, target, what, unsent, deadline, say, named=named)


def _is_own_choice(repo: Repository) -> bool:
    """Whether the user chose the remote, in a file that did not come with the repository (I6)."""
    try:
        local = settings_files.load_file(repo.worktree, LOCAL_FILE)
    except (ValueError, OSError):
        return False
    chosen = local is not None and "checkpoint_remote" in local.strategy_options
    return chosen and not is_tracked(repo, LOCAL_FILE)


def _push(
    repo: Repository,
    target: Target,
    what: str,
    kinds: list[SharedRef],
    deadline: float,
    say: Say,
    *,
    named: bool,
) -> None:
    if not target.where:
        log.info("not pushed", component="push", what=what, reason=target.why_not)
        say(f"entire: {what} not pushed: {target.why_not}   (push them with `entire push <remote>`)")
        return
    where = without_password(target.where)
    if sys.stderr.isatty():
        say(f"entire: pushing {what} to {where} …")
    seconds = max(0.1, deadline - time.monotonic())
    sent = pushing.push(repo, target.where, kinds, named=named, seconds=seconds)
    if sent.problem:
        say(f"entire: {what} not pushed to {where}: {sent.problem}   (retry with `entire push`)")
    log.info("pushed", component="push", where=where, refs=sent.refs, problem=sent.problem)


def _seconds(options: dict[str, Any]) -> float:
    chosen = options.get("push_timeout_seconds")
    valid = isinstance(chosen, int | float) and not isinstance(chosen, bool) and 0 < chosen <= 50
    if valid:
        return float(chosen)  # type: ignore[arg-type]
    return max(0.1, min(pushing.SECONDS, limits.seconds("push") - limits.PUSH_MARGIN_SECONDS))
