"""Sending what travels: push; where others were faster, fetch, merge and push again, within a time."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from entire.core import log
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git import identity, refs
from entire.git import push as git_push
from entire.git.errors import GitError, RefChanged
from entire.git.fetch import TooSlow
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.remote.fetch import fetch_known
from entire.remote.travelling import Travelling

ATTEMPTS = 8
SECONDS = 20.0


class Sent(Value):
    refs: list[str]  # that the other side has now and had not before
    problem: str = ""  # why not all of them


def unsent(repo: Repository, where: str, kinds: Sequence[Travelling], *, named: bool) -> list[Travelling]:
    """Those that are here and not known to be there as they are; nothing is asked of the network."""
    seen = {kind.ref: kind.seen(where, named=named) for kind in kinds}
    tips = {ref.name: ref.oid for ref in refs.listing(repo, *seen, *seen.values())}
    return [kind for kind in kinds if kind.ref in tips and tips[kind.ref] != tips.get(seen[kind.ref])]


def push(
    repo: Repository, where: str, kinds: Sequence[Travelling], *, named: bool, seconds: float = SECONDS
) -> Sent:
    """Push these refs. Never fails: a problem is one line for people."""
    deadline = time.monotonic() + seconds
    sent: list[str] = []
    problems: list[str] = []
    left = list(kinds)
    try:
        for _ in range(ATTEMPTS):
            tips = {ref.name: ref.oid for ref in refs.listing(repo, *(kind.ref for kind in left))}
            answers = git_push.push(repo, where, tips, _left(deadline))
            accepted = {answer.ref: tips[answer.ref] for answer in answers if answer.accepted}
            _remember(repo, {kind.seen(where, named=named): accepted.get(kind.ref) for kind in left})
            sent += accepted
            behind = {answer.ref for answer in answers if answer.behind}
            problems += [answer.reason for answer in answers if not answer.accepted and not answer.behind]
            left = [kind for kind in left if kind.ref in behind]
            if not left:
                return Sent(sent, problems[0] if problems else "")
            _take_in(repo, where, left, _left(deadline), named=named)
    except TooSlow:
        return Sent(sent, f"no answer within {seconds:.0f} s")
    except GitError as error:
        log.warn("push failed", component="push", error=error.message)
        return Sent(sent, _complaint(error))
    except EntireError as error:
        return Sent(sent, error.message)
    return Sent(sent, f"others were always faster, {ATTEMPTS} times")


def _take_in(
    repo: Repository, where: str, kinds: Sequence[Travelling], seconds: float, *, named: bool
) -> None:
    """Fetch and merge."""
    fetch_known(repo, where, kinds, named=named, seconds=seconds)
    author = identity.get_git_author_from_repo(repo)
    with Objects(repo) as objects:
        for kind in kinds:
            theirs = objects.commit(kind.seen(where, named=named))
            if theirs is not None:
                kind.merge(repo, objects, theirs, author)


def _remember(repo: Repository, seen: Mapping[str, str | None]) -> None:
    """What was accepted is there. Git notes that by itself, but not everywhere."""
    known = {ref.name: ref.oid for ref in refs.listing(repo, *seen)}
    new = {ref: oid for ref, oid in seen.items() if oid is not None and known.get(ref) != oid}
    try:
        refs.update(repo, *(refs.Update(ref, known.get(ref), oid) for ref, oid in new.items()))
    except RefChanged:
        pass  # another push, which knows better


def _left(deadline: float) -> float:
    return max(0.1, deadline - time.monotonic())


def _complaint(error: GitError) -> str:
    """Git's own words, those that say what is wrong."""
    lines = [line.strip() for line in error.detail.splitlines() if line.strip()]
    telling = [line for line in lines if line.startswith(("fatal:", "error:", "remote:", "ssh:"))]
    return (telling or lines or [f"git {error.code}"])[0].removeprefix("fatal: ").removeprefix("error: ")
