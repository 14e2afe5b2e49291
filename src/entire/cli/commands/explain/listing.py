"""What `entire explain` knows of a branch. Field names are the names in `--json`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from entire.checkpoint.contents import fetch_descriptions
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.links import Link
from entire.checkpoint.overview import Overview
from entire.cli.commands.explain import listing_steps
from entire.cli.commands.explain import session as explain_session
from entire.cli.commands.explain.listing_steps import StepRow
from entire.cli.commands.explain.session import Matches
from entire.cli.ui.commit_row import CommitRow, commit_row
from entire.git import history, refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository


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


def gather(index: Index, *, session: str = "", limit: int = 0, everywhere: bool = False) -> Listing:
    """The checkpoints of HEAD's branch, or of all, at most ``limit`` of them (0: all)."""
    repo, objects = index.repo, index.objects
    branch = refs.get_current_branch_name(repo)
    head = objects.commit("HEAD")
    # Which sessions a checkpoint has is known only once it is read: then all commits are needed.
    count = 0 if session or everywhere or not limit else limit + 1
    links = index.links() if everywhere else _of_branch(index, branch, count)
    found = _by_checkpoint(links)
    stored = index.trees(found)
    wanted = [id for id in found if id in stored]
    if everywhere:
        wanted += [id for id in index.by_time() if id not in found]
    matches = explain_session.find(index, session, wanted) if session else None
    if matches is not None:
        theirs = set(matches.checkpoints)
        wanted = [id for id in wanted if id in theirs]
    steps = _steps(repo, objects, head.oid if head else "", everywhere)
    shown = wanted[:limit] if limit else wanted
    fetch_descriptions(repo, objects, index.trees(shown).values())
    return Listing(
        branch,
        head.oid if head else "",
        session,
        [step for step in steps if step.session_id.lower().startswith(session.lower())],
        _rows(index, shown, found),
        [id for id in found if id not in stored],
        bool(limit) and (len(wanted) > limit or (count > 0 and len(links) == count)),
        everywhere,
        matches,
    )


def _of_branch(index: Index, branch: str, count: int) -> list[Link]:
    return index.links_of_branch(branch, history.get_default_branch(index.repo), count)


def _by_checkpoint(links: list[Link]) -> dict[str, list[Link]]:
    """The commits of each checkpoint, in the order in which the commits come."""
    found: dict[str, list[Link]] = {}
    for link in links:
        for id in link.checkpoint_ids:
            found.setdefault(id, []).append(link)
    return found


def _steps(repo: Repository, objects: Objects, head: str, everywhere: bool) -> list[StepRow]:
    if everywhere:
        return listing_steps.of_all_worktrees(repo, objects)
    return listing_steps.of_head(repo, objects, head) if head else []


def _rows(index: Index, ids: list[str], found: dict[str, list[Link]]) -> list[CheckpointRow]:
    links = {link.commit: link for id in ids for link in found.get(id, [])}
    rows = {commit.oid: commit_row(commit) for commit in index.commits(links.values())}
    commits = {id: [rows[link.commit] for link in found.get(id, []) if link.commit in rows] for id in ids}
    return [_row(one, index.shorten, commits[one.checkpoint_id]) for one in index.overviews(ids)]


def _row(one: Overview, shorten: Callable[[str], str], commits: list[CommitRow]) -> CheckpointRow:
    measured = [part.agent_percentage for part in one.parts if part.agent_percentage is not None]
    return CheckpointRow(
        one.checkpoint_id,
        shorten(one.checkpoint_id),
        one.created_at,
        list(dict.fromkeys(part.agent for part in one.parts if part.agent)),
        [part.session_id for part in one.parts],
        one.prompts,
        one.files,
        one.tokens,
        measured[-1] if measured else None,
        any(part.is_task for part in one.parts),
        commits,
    )
