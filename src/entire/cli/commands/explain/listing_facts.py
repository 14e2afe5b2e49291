"""What `entire explain` lists. Field names are the names in `--json`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from entire.checkpoint.contents import fetch_descriptions
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.links import Link
from entire.checkpoint.overview import Overview
from entire.checkpoint.temporary.listing import list_all_steps, list_steps_of_head, read_step_prompts
from entire.checkpoint.temporary.read import TemporaryCheckpointInfo
from entire.cli.commit_row import CommitRow, commit_row
from entire.core import prefix as prefixes
from entire.git import history, refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.store import Store
from entire.strategy.sessions import list_sessions


class StepRow(NamedTuple):
    """A temporary checkpoint."""

    commit: str
    session_id: str
    agent: str
    subject: str
    prompts: str
    is_task: bool
    time: int


class Matches(NamedTuple):
    """The sessions that `--session` matches."""

    sessions: list[str]  # matching ids, latest interaction first
    near: list[str]  # similar ids, if none match
    checkpoints: list[str]  # theirs, among those in the list
    elsewhere: int  # number of their other checkpoints


class CheckpointRow(NamedTuple):
    """A committed checkpoint and the commits of this branch that are linked to it."""

    checkpoint_id: str
    short_id: str  # the shortest unique prefix
    created_at: str
    agents: list[str]
    session_ids: list[str]
    prompts: str
    files: list[str]
    tokens: int
    agent_percentage: float | None
    is_task: bool
    commits: list[CommitRow]
    agent_share: float | None = None  # of the lines that the commit added or removed


class Listing(NamedTuple):
    branch: str  # empty when HEAD is detached
    head: str  # empty before the first commit
    session: str  # only checkpoints of sessions whose id starts with this
    steps: list[StepRow]  # newest first
    checkpoints: list[CheckpointRow]  # newest first
    missing: list[str]  # linked from commits, but not in this repository
    more: bool  # there are older ones
    everywhere: bool = False  # all branches, not only this one
    matches: Matches | None = None  # the sessions that match the filter


def gather(index: Index, *, session: str = "", limit: int = 0, everywhere: bool = False) -> Listing:
    """The checkpoints of HEAD's branch, or of all branches, at most ``limit`` (0: all)."""
    repo, objects = index.repo, index.objects
    branch = refs.get_current_branch_name(repo)
    head = objects.commit("HEAD")
    # The sessions of a checkpoint are known only once it is read, so a filter needs all commits.
    count = 0 if session or everywhere or not limit else limit + 1
    links = index.links() if everywhere else _of_branch(index, branch, count)
    found = _by_checkpoint(links)
    stored = index.trees(found)
    wanted = [id for id in found if id in stored]
    if everywhere:
        wanted += [id for id in index.by_time() if id not in found]
    matches = _match(index, session, wanted) if session else None
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
    """The commits of each checkpoint, in the order of the commits."""
    found: dict[str, list[Link]] = {}
    for link in links:
        for id in link.checkpoint_ids:
            found.setdefault(id, []).append(link)
    return found


def _match(index: Index, prefix: str, among: Collection[str]) -> Matches:
    known = [session.state.session_id for session in list_sessions(index)]
    ids = prefixes.matching(known, prefix)
    theirs = dict.fromkeys(done.checkpoint_id for id in ids for done in index.parts_of_session(id))
    listed = set(among)
    shown = [id for id in theirs if id in listed]
    near = [] if ids else prefixes.near(known, prefix)
    return Matches(ids, near, shown, len(theirs) - len(shown))


def _steps(repo: Repository, objects: Objects, head: str, everywhere: bool) -> list[StepRow]:
    if everywhere:
        steps = list_all_steps(repo, objects)
    else:
        steps = list_steps_of_head(repo, objects, head) if head else []
    agents = {state.session_id: state.agent_type for state in Store(repo).all()} if steps else {}
    return [_step_row(objects, step, agents.get(step.session_id, "")) for step in steps]


def _step_row(objects: Objects, step: TemporaryCheckpointInfo, agent: str) -> StepRow:
    return StepRow(
        step.commit_hash,
        step.session_id,
        agent,
        step.message,
        read_step_prompts(objects, step),
        step.is_task_checkpoint,
        step.timestamp,
    )


def _rows(index: Index, ids: list[str], found: dict[str, list[Link]]) -> list[CheckpointRow]:
    links = {link.commit: link for id in ids for link in found.get(id, [])}
    rows = {commit.oid: commit_row(commit) for commit in index.commits(links.values())}
    commits = {id: [rows[link.commit] for link in found.get(id, []) if link.commit in rows] for id in ids}
    return [_row(one, index.shorten, commits[one.checkpoint_id]) for one in index.overviews(ids)]


def _row(one: Overview, shorten: Callable[[str], str], commits: list[CommitRow]) -> CheckpointRow:
    measured = [part.agent_percentage for part in one.parts if part.agent_percentage is not None]
    changed = [part.agent_share for part in one.parts if part.agent_share is not None]
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
        changed[-1] if changed else None,
    )
