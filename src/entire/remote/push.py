"""Push shared refs; if another push was faster, fetch, merge and push again, with a timeout."""

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
from entire.remote.shared_refs import SharedRef

ATTEMPTS = 8
SECONDS = 20.0


class PushResult(Value):
    refs: list[str]  # refs that the remote did not have before
    problem: str = ""  # why some refs were not pushed


def unsent(repo: Repository, where: str, kinds: Sequence[SharedRef], *, named: bool) -> list[SharedRef]:
    """Return our refs that the remote is not known to have. Does not use the network."""
    seen = {kind.ref: kind.seen(where, named=named) for kind in kinds}
    tips = refs.values(repo, *seen, *seen.values())
    return [kind for kind in kinds if kind.ref in tips and tips[kind.ref] != tips.get(seen[kind.ref])]


def push(
    repo: Repository, where: str, kinds: Sequence[SharedRef], *, named: bool, seconds: float = SECONDS
) -> PushResult:
    """Push these refs. Never raises: a problem is returned as one line for the user."""
    deadline = time.monotonic() + seconds
    sent: list[str] = []
    problems: list[str] = []
    left = list(kinds)
    try:
        for _ in range(ATTEMPTS):
            tips = refs.values(repo, *(kind.ref for kind in left))
            answers = git_push.push(repo, where, tips, _remaining(deadline))
            accepted = {answer.ref: tips[answer.ref] for answer in answers if answer.accepted}
            _remember(repo, {kind.seen(where, named=named): accepted.get(kind.ref) for kind in left})
            sent += accepted
            behind = {answer.ref for answer in answers if answer.behind}
            problems += [answer.reason for answer in answers if not answer.accepted and not answer.behind]
            left = [kind for kind in left if kind.ref in behind]
            if not left:
                return PushResult(sent, problems[0] if problems else "")
            _fetch_and_merge(repo, where, left, _remaining(deadline), named=named)
    except TooSlow:
        return PushResult(sent, f"no answer within {seconds:.0f} s")
    except GitError as error:
        log.warn("push failed", component="push", error=error.message)
        return PushResult(sent, _complaint(error))
    except EntireError as error:
        return PushResult(sent, error.message)
    return PushResult(sent, f"rejected {ATTEMPTS} times: other pushes were faster")


def _fetch_and_merge(
    repo: Repository, where: str, kinds: Sequence[SharedRef], seconds: float, *, named: bool
) -> None:
    """Fetch these refs and merge them into ours."""
    with repo.start_early(identity.LOOK_UP):
        fetch_known(repo, where, kinds, named=named, seconds=seconds)
        author = identity.get_git_author_from_repo(repo)
    with Objects(repo) as objects:
        for kind in kinds:
            theirs = objects.commit(kind.seen(where, named=named))
            if theirs is not None:
                kind.merge(repo, objects, theirs, author)


def _remember(repo: Repository, seen: Mapping[str, str | None]) -> None:
    """Update the tracking refs of what was accepted. Git does so itself, but not for all of our refs."""
    accepted = {ref: oid for ref, oid in seen.items() if oid is not None}
    known = refs.values(repo, *accepted)
    new = {ref: oid for ref, oid in accepted.items() if known.get(ref) != oid}
    try:
        refs.update(repo, *(refs.Update(ref, known.get(ref), oid) for ref, oid in new.items()))
    except RefChanged:
        pass  # another push was faster, and is more recent


def _remaining(deadline: float) -> float:
    return max(0.1, deadline - time.monotonic())


def _complaint(error: GitError) -> str:
    """Return the line of git's output that says what is wrong."""
    lines = [line.strip() for line in error.detail.splitlines() if line.strip()]
    meaningful = [line for line in lines if line.startswith(("fatal:", "error:", "remote:", "ssh:"))]
    return (meaningful or lines or [f"git {error.code}"])[0].removeprefix("fatal: ").removeprefix("error: ")
