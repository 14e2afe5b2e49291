"""Push or fetch all of our refs, for `entire push` and `entire fetch`."""

from __future__ import annotations

import os
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
from entire.remote.push import PushResult
from entire.remote.shared_refs import EVERYTHING
from entire.remote.target import ORIGIN, Pushed


class Peer(Value):
    where: str  # a remote's name, or a URL
    named: bool


def peer(repo: Repository, wanted: str, options: Mapping[str, Any]) -> Peer:
    """Return the named remote or URL, or else the one for the team's checkpoints. Raises EntireError."""
    known = remotes.addresses(repo)
    if not wanted:
        wanted = _usual(known, options)
    if wanted not in known and not _is_location(wanted):
        names = ", ".join(known) or "none"
        raise EntireError(f'no remote named "{wanted}"', f"known remotes: {names}; a URL works too")
    return Peer(wanted, wanted in known)


def _is_location(text: str) -> bool:
    """Whether it is a URL or a path. git would treat a misspelled name as a folder that does not exist."""
    single_word = ":" not in text and "/" not in text and not os.path.exists(text)
    return targets.is_address(text) and not single_word


def _usual(known: Mapping[str, str], options: Mapping[str, Any]) -> str:
    name = ORIGIN if ORIGIN in known else next(iter(known), "")
    if not name and not options.get("checkpoint_remote"):
        raise EntireError("this repository has no remote", "add one with `git remote add origin <url>`")
    found = targets.choose(options, Pushed(name, known.get(name, "")), known, trusted=True)
    if not found.where:
        raise EntireError(found.why_not, "name a remote: `entire push <remote>`")
    return found.where


def push_all(repo: Repository, to: Peer, seconds: float = SECONDS) -> PushResult:
    """Push the refs that the remote is not known to have."""
    left = pushing.unsent(repo, to.where, EVERYTHING, named=to.named)
    if not left:
        return PushResult([])
    return pushing.push(repo, to.where, left, named=to.named, seconds=seconds)


def fetch_all(repo: Repository, of: Peer, seconds: float = SECONDS) -> list[str]:
    """Fetch and merge the remote's refs; return our refs that moved. Raises GitError, TooSlow."""
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
