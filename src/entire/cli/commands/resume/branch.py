"""Going to a branch, to go on with its newest conversation."""

from __future__ import annotations

from entire.checkpoint.index.index import Index
from entire.cli.commands.resume import ask, restore
from entire.cli.commands.resume.ask import Manner
from entire.cli.commands.resume.facts import Resumed
from entire.cli.ui import output
from entire.cli.ui.screen import count
from entire.core.errors import EntireError
from entire.core.text import one_line
from entire.git import fetch, refs
from entire.git.errors import EmptyRepository
from entire.git.repository import Repository
from entire.git.worktree import checkout, status
from entire.strategy.resume import branch as resume

_SHOWN = 5


def go_on(index: Index, branch: str, manner: Manner, *, origins: bool) -> Resumed | None:
    """Check the branch out and restore its newest checkpoint; None if the person would rather not."""
    repo = index.repo
    switched = branch != refs.get_current_branch_name(repo)
    if switched:
        _check_clean(repo, branch)
        if origins and not _fetch(repo, branch, manner):
            return None
        (checkout.switch_to_remote_branch if origins else checkout.switch)(repo, branch)
        if not manner.json:
            output.line(f"Switched to {one_line(branch)}.")
    if index.objects.commit("HEAD") is None:
        raise EmptyRepository
    newest = resume.find_newest(index)
    if newest is None:
        note = f"No Entire checkpoint on {branch}: its commits are not linked to any."
        return Resumed(branch, switched, notes=[note], directory=repo.worktree)
    done = restore.restore(repo, index.objects, newest.commit.checkpoint_ids, manner)
    return done._replace(
        switched=switched,
        commit=newest.commit.oid,
        subject=newest.commit.subject,
        newer_commits=newest.passed,
    )


def _check_clean(repo: Repository, branch: str) -> None:
    """Before anything else is done: what is not committed must not get mixed up with another branch."""
    changed = [entry.path for entry in status.read(repo).changed]
    if changed:
        more = ", …" if len(changed) > _SHOWN else ""
        raise EntireError(
            f"{count(len(changed), 'file')} not committed: {', '.join(changed[:_SHOWN])}{more}",
            f"commit or stash them (`git stash -u`) before going to {branch}",
        )


def _fetch(repo: Repository, branch: str, manner: Manner) -> bool:
    if not ask.may_fetch(branch, manner):
        return False
    try:
        fetch.fetch_branch(repo, branch)
    except EntireError as error:
        output.problem(
            f"origin cannot be asked: {one_line(error.message, 200)}", "going on with what is here"
        )
    return True
