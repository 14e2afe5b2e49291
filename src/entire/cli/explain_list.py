"""What `entire explain` knows of a branch. Field names are the names in `--json`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from entire.checkpoint import committed_list, linked
from entire.checkpoint.contents import bring_descriptions
from entire.checkpoint.linked import Overview
from entire.cli import explain_list_steps, explain_session
from entire.cli.explain_list_steps import StepRow
from entire.cli.explain_session import Matches
from entire.core import prefix
from entire.git import history, refs
from entire.git.history import Logged
from entire.git.objects import Objects
from entire.git.repository import Repository
from entire.transcript.usage import total


class CommitRow(NamedTuple):
    commit: str
    subject: str
    author: str
    date: str


class CheckpointRow(NamedTuple):
    """A committed checkpoint and the commits of this branch that carry it."""

    checkpoint_id: str
    short_id: str  # as short as it is unique here
    created_at: str
    agents: list[str]
    session_ids: list[str]
    prompts: str
    files: list[str]
    tokens: int
    agent_percentage: float | None
    is_task: bool
    commits: list[CommitRow]


class Listing(NamedTuple):
    branch: str  # empty when HEAD is detached
    head: str  # empty before the first commit
    session: str  # only checkpoints of sessions whose id starts so
    steps: list[StepRow]  # newest first
    checkpoints: list[CheckpointRow]  # newest first
    missing: list[str]  # ids that commits carry, but which are not in this repository
    more: bool  # there are older ones
    everywhere: bool = False  # not only this branch: everything that is here
    matches: Matches | None = None  # the sessions that were asked for


def gather(
    repo: Repository, objects: Objects, *, session: str = "", limit: int = 0, everywhere: bool = False
) -> Listing:
    """The checkpoints of HEAD's branch, or of all, at most ``limit`` of them (0: all)."""
    branch = refs.get_current_branch_name(repo)
    head = objects.commit("HEAD")
    # Which sessions a checkpoint has is known only once it is read: then all commits are needed.
    count = 0 if session or everywhere or not limit else limit + 1
    found = _linked(repo, branch, head is not None, everywhere, count)
    here = committed_list.list_checkpoint_ids(objects)
    stored = set(here)
    wanted = [id for id in found if id in stored]
    if everywhere:
        wanted += _unlinked(objects, stored.difference(found))
    matches = explain_session.find(repo, objects, session, wanted) if session else None
    if matches is not None:
        wanted = [id for id in wanted if id in matches.checkpoints]
    steps = _steps(repo, objects, head.oid if head else "", everywhere)
    shown = wanted[:limit] if limit else wanted
    bring_descriptions(repo, objects, shown)
    return Listing(
        branch,
        head.oid if head else "",
        session,
        [step for step in steps if step.session_id.lower().startswith(session.lower())],
        _rows(objects, shown, found, prefix.shortener(here)),
        [id for id in found if id not in stored],
        bool(limit) and (len(wanted) > limit or (count > 0 and _distinct_commits(found) == count)),
        everywhere,
        matches,
    )


def _linked(
    repo: Repository, branch: str, born: bool, everywhere: bool, count: int
) -> dict[str, list[Logged]]:
    """The commits of each checkpoint that is looked for, newest first."""
    if everywhere:
        return linked.commits_of_checkpoints(repo)
    if not born:
        return {}
    default = history.get_default_branch(repo)
    return linked.by_checkpoint(linked.commits_of_branch(repo, branch, default, count))


def _distinct_commits(found: dict[str, list[Logged]]) -> int:
    return len({commit.oid for commits in found.values() for commit in commits})


def _unlinked(objects: Objects, ids: Collection[str]) -> list[str]:
    """Checkpoints that no commit carries (any more), newest first; those of origin's branch alone last."""
    ours = [info.checkpoint_id for info in committed_list.list_committed(objects, ids)] if ids else []
    return [*ours, *sorted(set(ids).difference(ours))]


def _steps(repo: Repository, objects: Objects, head: str, everywhere: bool) -> list[StepRow]:
    if everywhere:
        return explain_list_steps.of_all_worktrees(repo, objects)
    return explain_list_steps.of_head(repo, objects, head) if head else []


def commit_row(commit: Logged) -> CommitRow:
    return CommitRow(commit.oid, commit.subject, commit.author, commit.date)


def _rows(
    objects: Objects, ids: list[str], commits: dict[str, list[Logged]], shorten: Callable[[str], str]
) -> list[CheckpointRow]:
    overviews = (linked.overview(objects, id) for id in ids)
    return [_row(one, shorten, commits.get(one.checkpoint_id, [])) for one in overviews if one is not None]


def _row(one: Overview, shorten: Callable[[str], str], commits: list[Logged]) -> CheckpointRow:
    measured = [session.initial_attribution for session in one.sessions if session.initial_attribution]
    return CheckpointRow(
        one.checkpoint_id,
        shorten(one.checkpoint_id),
        one.created_at,
        list(dict.fromkeys(session.agent for session in one.sessions if session.agent)),
        [session.session_id for session in one.sessions],
        one.prompts,
        one.summary.files_touched,
        total(one.summary.token_usage),
        measured[-1].agent_percentage if measured else None,
        any(session.is_task for session in one.sessions),
        [commit_row(commit) for commit in commits],
    )
