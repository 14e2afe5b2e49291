"""Push or fetch all of our refs, for `entire push` and `entire fetch`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import identity, remotes
from entire.git.fetch import SECONDS
from entire.git.objects import promised
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.remote import destination
from entire.remote import push as pushing
from entire.remote.address import is_safe
from entire.remote.fetch import fetch
from entire.remote.push import PushResult
from entire.remote.shared_refs import EVERYTHING, NOTES, TRAILS, WITH_CHECKPOINTS, SharedRef
from entire.remote.target import KEY, Target


class Peer(Value):
    where: str  # a remote's name, or a URL
    named: bool
    kinds: tuple[SharedRef, ...] = EVERYTHING  # what to exchange with it


class NotAllowed(EntireError):
    """The destination came with the repository. The user can allow it."""

    def __init__(self, refused: Target, code: str) -> None:
        super().__init__(refused.why_not, refused.hint)
        self.addresses = refused.ask
        self.code = code  # where the code goes


def peers(repo: Repository, wanted: str, options: Mapping[str, Any]) -> list[Peer]:
    """Return the named remote or URL, or else those for the team's checkpoints and for trails.

    What the user names is used as it is, what the settings name is checked. Raises EntireError.
    """
    if not wanted:
        return _usual(repo, options)
    known = remotes.listing(repo)
    if wanted not in known and not _is_location(wanted):
        names = ", ".join(known) or "none"
        raise EntireError(f'no remote named "{wanted}"', f"known remotes: {names}; a URL works too")
    return [Peer(wanted, wanted in known)]


def _is_location(text: str) -> bool:
    """Whether it is a URL or a path. git would treat a misspelled name as a folder that does not exist."""
    single_word = ":" not in text and "/" not in text and not os.path.exists(text)
    return is_safe(text) and not single_word


def _usual(repo: Repository, options: Mapping[str, Any]) -> list[Peer]:
    """The first is for checkpoints. Trails follow the code, wherever the team keeps its checkpoints."""
    found = destination.usual(repo, options)
    code = found.code.name
    if not code and not options.get(KEY):
        raise EntireError("this repository has no remote", "add one with `git remote add origin <url>`")
    if found.target.ask:
        raise NotAllowed(found.target, found.code.address)
    if not found.target.where:
        raise EntireError(found.target.why_not, "name a remote: `entire push <remote>`")
    if found.target.where == code:
        return [Peer(code, True)]
    checkpoints = Peer(found.target.where, found.is_named, WITH_CHECKPOINTS)
    return [checkpoints, Peer(code, True, (TRAILS,))] if code else [checkpoints]


def push_all(repo: Repository, to: Peer, seconds: float = SECONDS) -> PushResult:
    """Push the refs that the remote is not known to have."""
    left = pushing.unsent(repo, to.where, to.kinds, named=to.named)
    if not left:
        return PushResult([])
    return pushing.push(repo, to.where, left, named=to.named, seconds=seconds)


def fetch_all(repo: Repository, of: Peer, seconds: float = SECONDS) -> list[str]:
    """Fetch and merge the remote's refs; return our refs that moved. Raises GitError, TooSlow."""
    found = fetch(repo, of.where, of.kinds, named=of.named, seconds=seconds)
    author = identity.get_git_author_from_repo(repo)
    moved = []
    with Objects(repo) as objects:
        for kind in found:
            before, theirs = objects.commit(kind.ref), objects.commit(kind.seen(of.where, named=of.named))
            if theirs is not None:
                if kind == NOTES:
                    promised.fetch_missing(repo, [theirs.tree], seconds=seconds)
                kind.merge(repo, objects, theirs, author)
            after = objects.commit(kind.ref)
            if after is not None and (before is None or before.oid != after.oid):
                moved.append(kind.ref)
    return moved
