"""What `entire explain` lists. Field names are the names in `--json`."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Generic, NamedTuple, TypeVar

from entire.checkpoint.contents import fetch_descriptions
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.links import BriefCommit, Link
from entire.checkpoint.overview import Overview
from entire.checkpoint.temporary.listing import list_all_steps, list_steps_of_head, read_step_prompts
from entire.checkpoint.temporary.read import TemporaryCheckpointInfo
from entire.cli.commit_row import CommitRow, commit_row
from entire.cli.file_row import FileRow, file_rows
from entire.cli.narrowed import Filter
from entire.core import clock
from entire.core import prefix as prefixes
from entire.core.text import split_prompts
from entire.git import history, refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.sessions import list_sessions


class StepRow(NamedTuple):
    """A temporary checkpoint."""

    commit: str
    session_id: str
    agent: str
    subject: str
    prompts: list[str]
    is_task: bool
    created_at: str


class Matches(NamedTuple):
    """The sessions that `--session` matches."""

    session_ids: list[str]  # that match, latest interaction first
    near: list[str]  # similar ids, if none match
    checkpoint_ids: list[str]  # theirs, among those in the list
    elsewhere_count: int  # number of their other checkpoints


class CheckpointRow(NamedTuple):
    """A committed checkpoint and the commits of this branch that are linked to it."""

    checkpoint_id: str
    short_id: str  # the shortest unique prefix
    created_at: str
    agents: list[str]
    session_ids: list[str]
    prompts: list[str]
    files: list[FileRow]
    tokens: int
    agent_percentage: float | None
    is_task: bool
    commits: list[CommitRow]
    agent_share: float | None = None  # of the lines that the commit added or removed
    imported: bool = False  # made of a conversation that hooks did not follow


class BriefRow(NamedTuple):
    """What one line shows of a checkpoint and its commits."""

    checkpoint_id: str
    prompt: str
    is_task: int
    imported: int
    commits: list[BriefCommit]


Row = TypeVar("Row")


class Listing(NamedTuple, Generic[Row]):
    branch: str  # empty when HEAD is detached
    head: str  # empty before the first commit
    session: str  # only checkpoints of sessions whose id starts with this
    steps: list[StepRow]  # newest first
    checkpoints: list[Row]  # newest first
    missing: list[str]  # linked from commits, but not in this repository
    more: bool  # there are older ones
    everywhere: bool = False  # all branches, not only this one
    session_matches: Matches | None = None  # the sessions that match the filter
    narrowed: bool = False  # by other filters


def gather(
    index: Index,
    make: Callable[[Index, list[str], dict[str, list[Link]]], list[Row]],
    *,
    session: str = "",
    limit: int = 0,
    everywhere: bool = False,
    narrow: Filter | None = None,
) -> Listing[Row]:
    """The checkpoints of HEAD's branch, or of all branches, at most ``limit`` (0: all).

    ``make`` is `rows`, or `brief_rows` if that is enough.
    """
    repo, objects = index.repo, index.objects
    branch = refs.get_current_branch_name(repo)
    head = objects.commit("HEAD")
    # What a checkpoint has is known only once it is read, so a filter needs all commits.
    count = 0 if session or everywhere or narrow is not None or not limit else limit + 1
    links = index.links() if everywhere else _of_branch(index, branch, count)
    found = by_checkpoint(links)
    stored = index.trees(found)
    wanted = [id for id in found if id in stored]
    if everywhere:
        wanted += [id for id in index.by_time() if id not in found]
    matches = _match(index, session, wanted) if session else None
    if matches is not None:
        theirs = set(matches.checkpoint_ids)
        wanted = [id for id in wanted if id in theirs]
    if narrow is not None:
        wanted = narrow.checkpoints(wanted)
    found_steps = steps(repo, objects, head.oid if head else "", everywhere, narrow)
    shown = wanted[:limit] if limit else wanted
    others = [id for id in shown if id not in stored]
    fetch_descriptions(
        repo, objects, [*(stored[id] for id in shown if id in stored), *index.trees(others).values()]
    )
    return Listing(
        branch,
        head.oid if head else "",
        session,
        [step for step in found_steps if step.session_id.lower().startswith(session.lower())],
        make(index, shown, found),
        [id for id in found if id not in stored] if narrow is None else [],
        bool(limit) and (len(wanted) > limit or (count > 0 and len(links) == count)),
        everywhere,
        matches,
        narrow is not None,
    )


def _of_branch(index: Index, branch: str, count: int) -> list[Link]:
    return index.links_of_branch(branch, history.get_default_branch(index.repo), count)


def by_checkpoint(links: list[Link]) -> dict[str, list[Link]]:
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


def steps(
    repo: Repository, objects: Objects, head: str, everywhere: bool, narrow: Filter | None
) -> list[StepRow]:
    """The uncommitted steps of HEAD's history, or of all branches, newest first."""
    if everywhere:
        found = list_all_steps(repo, objects)
    else:
        found = list_steps_of_head(repo, objects, head) if head else []
    states = {state.session_id: state for state in Store(repo).all()} if found else {}
    known = [(step, states.get(step.session_id) or State(session_id=step.session_id)) for step in found]
    return [
        _step_row(objects, step, state.agent_type)
        for step, state in known
        if narrow is None or narrow.step(step, state)
    ]


def _step_row(objects: Objects, step: TemporaryCheckpointInfo, agent: str) -> StepRow:
    return StepRow(
        step.commit_hash,
        step.session_id,
        agent,
        step.message,
        split_prompts(read_step_prompts(objects, step)),
        step.is_task_checkpoint,
        clock.rfc3339(step.timestamp),
    )


def rows(index: Index, ids: list[str], found: dict[str, list[Link]]) -> list[CheckpointRow]:
    """A row for each checkpoint; ``found``: their commits."""
    links = {link.commit: link for id in ids for link in found.get(id, [])}
    known = {commit.oid: commit_row(commit) for commit in index.commits(links.values())}
    commits = {id: [known[link.commit] for link in found.get(id, []) if link.commit in known] for id in ids}
    shorten = index.shortener(len(ids))
    return [_row(one, shorten, commits[one.checkpoint_id]) for one in index.overviews(ids)]


def brief_rows(index: Index, ids: list[str], found: dict[str, list[Link]]) -> list[BriefRow]:
    """The same in brief."""
    known = index.commits_in_brief(link.commit for id in ids for link in found.get(id, []))
    return [
        BriefRow(
            id,
            prompt,
            task,
            imported,
            [known[one.commit] for one in found.get(id, ()) if one.commit in known],
        )
        for id, prompt, task, imported in index.briefs(ids)
    ]


def _row(one: Overview, shorten: Callable[[str], str], commits: list[CommitRow]) -> CheckpointRow:
    id, parts = one.checkpoint_id, one.parts
    measured = [part.agent_percentage for part in parts if part.agent_percentage is not None]
    changed = [part.agent_share for part in parts if part.agent_share is not None]
    return CheckpointRow(
        id,
        shorten(id),
        one.created_at,
        list(dict.fromkeys([part.agent for part in parts if part.agent])),
        [part.session_id for part in parts],
        split_prompts(one.prompts),
        file_rows(one.files),
        one.tokens,
        measured[-1] if measured else None,
        any(part.is_task for part in parts),
        commits,
        changed[-1] if changed else None,
        one.is_imported,
    )
