"""Gather the facts for `target.choose`, for every sender: the hook, `entire push` and `entire fetch`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entire.core.value import Value
from entire.git import remotes
from entire.git.remotes import Remote
from entire.git.repository import Repository
from entire.git.worktree.own_settings import is_own_choice
from entire.remote import answers, target
from entire.remote.target import KEY, ORIGIN, Facts, Pushed, Target


class Destination(Value):
    """Where checkpoints and the code go."""

    target: Target  # of checkpoints
    code: Pushed  # where the code goes
    remotes: Mapping[str, Remote]

    @property
    def is_named(self) -> bool:
        return self.target.where in self.remotes


def of_push(repo: Repository, options: Mapping[str, Any], pushed: Pushed) -> Destination:
    """Return where checkpoints go along with a push. The reference's script does not pass the address."""
    if not pushed.address and pushed.name:
        remote = remotes.listing(repo).get(pushed.name)
        pushed = pushed.replace(address=remote.push[0] if remote and remote.push else pushed.name)
    wanted = target.wanted(options, pushed)
    if wanted is None or not wanted.where:
        facts = Facts(remotes.listing(repo))
    else:
        known, there = remotes.listing_with(repo, wanted.where)
        own = is_own_choice(repo, options, KEY)
        facts = Facts(known, there, own, {} if own else answers.load(repo))
    return Destination(target.choose(options, pushed, facts), pushed, facts.remotes)


def usual(repo: Repository, options: Mapping[str, Any]) -> Destination:
    """The same without a push: as if the code went to origin, or else to the first remote."""
    known = remotes.listing(repo)
    name = ORIGIN if ORIGIN in known else next(iter(known), "")
    pushed = Pushed(name, known[name].push[0] if name and known[name].push else "")
    if not options.get(KEY):
        return Destination(Target(name), pushed, known)
    return of_push(repo, options, pushed)
