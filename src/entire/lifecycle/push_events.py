"""Push checkpoints and trails along with the user's push: in bounded time, and never in its way (I1)."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from entire.core import limits, log
from entire.core.settings import Settings
from entire.git import caller
from entire.git.repository import Repository
from entire.lifecycle import catch_up
from entire.remote import destination
from entire.remote import push as pushing
from entire.remote.address import without_password
from entire.remote.shared_refs import TRAILS, WITH_CHECKPOINTS, SharedRef
from entire.remote.target import Pushed, Target

Say = Callable[[str], None]

_WAIT_SECONDS = 0.8  # for the lock: the user waits for the push
_HEAL_SECONDS = 1.0  # for the commits that wait


def pre_push(
    repo: Repository, settings: Settings, pushed: Pushed, pushed_refs: Sequence[str], say: Say
) -> None:
    """Push trails to where the code goes and checkpoints to where the team keeps them, in one time limit."""
    if caller.is_dry_run():
        return
    options = settings.strategy_options
    deadline = time.monotonic() + _seconds(options)
    if options.get("push_sessions") is not False:
        deadline += _complete(repo, settings, say)
        keep_links(repo)
    found = destination.of_push(repo, options, pushed)
    code = Target(
        next((name for name, one in found.remotes.items() if found.code.address in one.push), pushed.name)
    )
    pushes = [(code, "trails", [TRAILS])]
    if options.get("push_sessions") is not False:
        pushes.append((found.target, "checkpoints", [*WITH_CHECKPOINTS]))
    for target, what, kinds in pushes:
        named = target.where in found.remotes
        wanted = [kind for kind in kinds if kind.ref not in pushed_refs]
        unsent = pushing.unsent(repo, target.where, wanted, named=named)
        if unsent:
            _push(repo, target, what, unsent, deadline, say, named=named)


def _complete(repo: Repository, settings: Settings, say: Say) -> float:
    """Complete commits that wait. Returns how many seconds later the push may end for that."""
    began = time.monotonic()
    limits.heal_for(_HEAL_SECONDS)
    left = catch_up.complete_everywhere(repo, settings, wait=_WAIT_SECONDS)
    if left:
        commits = "1 commit has" if left == 1 else f"{left} commits have"
        say(f"entire: {commits} no checkpoint yet   (push it later with `entire push`)")
    return min(time.monotonic() - began, limits.PUSH_MARGIN_SECONDS / 2)


def keep_links(repo: Repository) -> None:
    """Link commits that contain linked work again, so that the links go along."""
    from entire.strategy.links import seen

    if seen.is_due(repo):
        from entire.strategy.links import keep

        keep.keep_links(repo)


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
        say(f"entire: {what} not pushed: {target.why_not}   ({target.hint})")
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
