"""Switching to a branch to resume its latest conversation."""

from __future__ import annotations

from entire.checkpoint.index.index import Index
from entire.cli.commands.resume import ask, restore
from entire.cli.commands.resume.ask import Options
from entire.cli.commands.resume.facts import Resumed
from entire.cli.ui import output
from entire.core.errors import EntireError
from entire.core.text import count, one_line
from entire.git import fetch, refs
from entire.git.errors import EmptyRepository
from entire.git.repository import Repository
from entire.git.worktree import checkout, status
from entire.remote import from_origin
from entire.strategy.resume import branch as resume

_SHOWN = 5


def resume_branch(index: Index, branch: str, options: Options, *, on_origin: bool) -> Resumed | None:
    """Check out the branch and restore its latest checkpoint; None if cancelled.

    Asks first: if you decline, nothing is checked out.
    """
    repo = index.repo
    switched = branch != refs.get_current_branch_name(repo)
    if switched:
        _check_clean(repo, branch)
        if on_origin and not _fetch(repo, branch, options):
            return None
    tip = f"{fetch.ORIGIN if on_origin else refs.BRANCHES}{branch}" if switched else "HEAD"
    if index.objects.commit(tip) is None:
        raise EmptyRepository

    def switch() -> None:
        if switched:
            (checkout.switch_to_remote_branch if on_origin else checkout.switch)(repo, branch)
            if not options.json:
                output.write_line(f"Switched to {one_line(branch)}.")

    newest = resume.find_newest(index, branch, tip)
    if newest is None:
        switch()
        note = f"No Entire checkpoint on {branch}: none of its commits is linked to one."
        return Resumed(branch, switched, notes=[note], directory=repo.worktree)
    done = restore.restore(repo, index.objects, newest.commit.checkpoint_ids, options, switch=switch)
    return done._replace(
        branch=refs.get_current_branch_name(repo),
        switched=switched and not done.declined,
        commit=newest.commit.oid,
        subject=newest.commit.subject,
        newer_commits=newest.passed,
    )


def _check_clean(repo: Repository, branch: str) -> None:
    """Raise EntireError if there are uncommitted changes, before anything else is done."""
    changed = [entry.path for entry in status.read(repo).changed]
    if changed:
        more = ", …" if len(changed) > _SHOWN else ""
        raise EntireError(
            f"{count(len(changed), 'uncommitted file')}: {', '.join(changed[:_SHOWN])}{more}",
            f"commit or stash them (`git stash -u`) before switching to {branch}",
        )


def _fetch(repo: Repository, branch: str, options: Options) -> bool:
    if not ask.may_fetch(branch, options):
        return False
    try:
        from_origin.fetch_branch(repo, branch)
    except EntireError as error:
        output.write_error(
            f"cannot fetch from origin: {one_line(error.message, 200)}", "continuing with what is here"
        )
    return True
