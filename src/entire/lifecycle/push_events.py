"""The user pushes: what travels goes along, within a bounded time, and never stops their own push (I1)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from entire.core import log
from entire.core.settings import Settings
from entire.git import caller, remotes
from entire.git.repository import Repository
from entire.remote import push as pushing
from entire.remote import target as targets
from entire.remote.target import Pushed, Target
from entire.remote.travelling import CHECKPOINTS, NOTES, TRAILS, Travelling

Say = Callable[[str], None]


def pre_push(
    repo: Repository, settings: Settings, pushed: Pushed, pushed_refs: Sequence[str], say: Say
) -> None:
    """Send checkpoints where the team keeps them, and trails along with the code."""
    if caller.is_dry_run():
        return
    known = remotes.addresses(repo)
    trails = [kind for kind in (TRAILS,) if kind.ref not in pushed_refs]
    _send(repo, settings, Target(_name(pushed, known)), trails, known, say)
    if settings.strategy_options.get("push_sessions") is False:
        return
    target = targets.choose(settings.strategy_options, pushed, known)
    kinds = [kind for kind in (CHECKPOINTS, NOTES) if kind.ref not in pushed_refs]
    _send(repo, settings, target, kinds, known, say)


def _name(pushed: Pushed, known: dict[str, str]) -> str:
    """A remote by its name, where it has one."""
    return next((name for name, address in known.items() if address == pushed.address), pushed.name)


def _send(
    repo: Repository,
    settings: Settings,
    target: Target,
    kinds: list[Travelling],
    known: dict[str, str],
    say: Say,
) -> None:
    named = target.where in known
    left = pushing.unsent(repo, target.where, kinds, named=named)
    if not left:
        return
    if not target.where:
        log.info("checkpoints not pushed", component="push", reason=target.why_not)
        say(f"entire: checkpoints stay here: {target.why_not}   entire push <remote> sends them")
        return
    if sys.stderr.isatty():
        say(f"entire: sending checkpoints to {target.where} …")
    sent = pushing.push(repo, target.where, left, named=named, seconds=_seconds(settings.strategy_options))
    if sent.problem:
        say(f"entire: checkpoints were not sent to {target.where}: {sent.problem}   entire push tries again")
    log.info("pushed", component="push", where=target.where, refs=sent.refs, problem=sent.problem)


def _seconds(options: dict[str, Any]) -> float:
    chosen = options.get("push_timeout_seconds")
    valid = isinstance(chosen, int | float) and not isinstance(chosen, bool) and 0 < chosen <= 50
    return float(chosen) if valid else pushing.SECONDS  # type: ignore[arg-type]
