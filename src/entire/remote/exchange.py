"""Sending and bringing everything at once, as a person or a CI job asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import identity, remotes
from entire.git.fetch import SECONDS
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.remote import push as pushing
from entire.remote import target as targets
from entire.remote.fetch import fetch
from entire.remote.push import Sent
from entire.remote.target import ORIGIN, Pushed
from entire.remote.travelling import EVERYTHING


class Peer(Value):
    where: str  # a remote's name, or an address
    named: bool


def peer(repo: Repository, wanted: str, options: Mapping[str, Any]) -> Peer:
    """Who is meant: the one that is named, else where the team keeps its checkpoints. Raises EntireError."""
    known = remotes.addresses(repo)
    if not wanted:
        wanted = _usual(known, options)
    if wanted not in known and not targets.is_address(wanted):
        names = ", ".join(known) or "none"
        raise EntireError(f"there is no remote {wanted!r}", f"remotes here: {names}; an address does as well")
    return Peer(wanted, wanted in known)


def _usual(known: Mapping[str, str], options: Mapping[str, Any]) -> str:
    name = ORIGIN if ORIGIN in known else next(iter(known), "")
    if not name and not options.get("checkpoint_remote"):
        raise EntireError("this repository has no remote", "add one with `git remote add origin <address>`")
    found = targets.choose(options, Pushed(name, known.get(name, "")), known, trusted=True)
    if not found.where:
        raise EntireError(found.why_not, "name a remote: `entire push <remote>`")
    return found.where


def send(repo: Repository, to: Peer, seconds: float = SECONDS) -> Sent:
    """Push what the other side is not known to have."""
    left = pushing.unsent(repo, to.where, EVERYTHING, named=to.named)
    if not left:
        return Sent([])
    return pushing.push(repo, to.where, left, named=to.named, seconds=seconds)


def bring(repo: Repository, of: Peer, seconds: float = SECONDS) -> list[str]:
    """Fetch what the other side has and take it in; the refs that moved. Raises GitError, TooSlow."""
    found = fetch(repo, of.where, EVERYTHING, named=of.named, seconds=seconds)
    author = identity.get_git_author_from_repo(repo)
    moved = []
    with Objects(repo) as objects:
        for kind in found:
            before, theirs = objects.commit(kind.ref), objects.commit(kind.seen(of.where, named=of.named))
            if theirs is not None:
                kind.merge(repo, objects, theirs, author)
            after = objects.commit(kind.ref)
            if after is not None and (before is None or before.oid != after.oid):
                moved.append(kind.ref)
    return moved
