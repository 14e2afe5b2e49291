"""The points to rewind to: steps of this worktree's sessions, and linked commits."""

from __future__ import annotations

from entire.checkpoint import trailers
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.links import LinkedCommit
from entire.checkpoint.overview import Overview, latest
from entire.checkpoint.temporary.steps import SessionStep, session_steps, start_of
from entire.core import clock
from entire.core.paths import PROMPT_FILE, is_infrastructure, session_metadata_dir
from entire.core.text import extract_first_prompt
from entire.core.value import Value
from entire.git import history
from entire.git.errors import EmptyRepository
from entire.git.objects.compare_trees import changed_paths
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.session.state import State
from entire.session.store import Store
from entire.strategy import registry
from entire.strategy.rewind.open_start import open_start
from entire.strategy.turn.shadow import branch_of
from entire.transcript.cursor import number_of

_MOST_OWN = 1000  # commits


class Point(Value):
    """A step, the start of a session or a linked commit. Text is as stored: escape it before you print it."""

    id: str  # of the commit, on a shadow branch or the user's
    message: str  # first line
    date: str  # RFC 3339, with the author's own offset
    time: int
    session_id: str
    prompt: str  # the session's first
    step: SessionStep | None = None
    state: State | None = None  # the session's, with a step
    checkpoint_id: str = ""  # of a linked commit: the latest
    checkpoint_ids: tuple[str, ...] = ()  # of a linked commit: all
    moves_branch: bool = False  # a strategy made the commit, and the later ones are on no other branch

    @property
    def is_commit(self) -> bool:
        """Whether it is a linked commit."""
        return self.step is None

    @property
    def is_logs_only(self) -> bool:
        """Whether it is a linked commit of which only the conversation is restored, unless asked for more."""
        return self.is_commit and not self.moves_branch

    @property
    def is_start(self) -> bool:
        """Whether it is the state before a session's first prompt, or the first one since the last commit."""
        return self.step is not None and self.step.is_start


def points(index: Index, store: Store, limit: int = 0) -> list[Point]:
    """All steps and the last ``limit`` linked commits (0: all), newest first. Raises EmptyRepository."""
    if index.objects.commit("HEAD") is None:
        raise EmptyRepository
    links = index.links_of_branch("", None, limit)
    found = [*step_points(index.repo, index.objects, store), *linked_points(index, index.commits(links))]
    found.sort(key=lambda point: point.time, reverse=True)  # within a second a branch keeps its order
    return found


def step_points(repo: Repository, objects: Objects, store: Store) -> list[Point]:
    """The steps of this worktree's sessions that are not condensed, and what was before them."""
    return [
        _step_point(objects, state, step)
        for state in store.in_worktree(repo.worktree_id)
        if state.base_commit
        for step in steps_of(repo, objects, state)
    ]


def steps_of(repo: Repository, objects: Objects, state: State) -> list[SessionStep]:
    """A session's steps, newest first, and the start of its first turn since the last commit.

    A turn that a commit was made in has no such point: a part of it is in the checkpoint of that commit.
    """
    steps = session_steps(objects, branch_of(state), state.session_id)
    if not steps and state.is_active and state.worktree_path == repo.worktree:
        start = open_start(repo, objects, state)
        return [start] if start is not None else []
    start = start_of(objects, steps, state.session_id)
    whole = start is not None and start.prompt_line >= number_of(state.token_transcript_start)
    return [*steps, start] if start is not None and whole else steps


def _step_point(objects: Objects, state: State, step: SessionStep) -> Point:
    commit = step.commit
    data = objects.file(commit.tree, f"{session_metadata_dir(state.session_id)}/{PROMPT_FILE}") or b""
    return Point(
        commit.oid,
        step.info.message,
        clock.rfc3339(commit.time, commit.offset),
        commit.time,
        state.session_id,
        extract_first_prompt(data.decode("utf-8", "replace")) or state.first_prompt,
        step,
        state,
    )


def linked_points(index: Index, commits: list[LinkedCommit]) -> list[Point]:
    """The commits whose checkpoint is in this repository."""
    ids = dict.fromkeys(id for commit in commits for id in commit.checkpoint_ids)
    overviews = {one.checkpoint_id: one for one in index.overviews(ids)}
    found = (_linked_point(commit, overviews) for commit in commits)
    linked = [point for point in found if point is not None]
    made = {
        point.id
        for point in linked
        if any(
            registry.makes_commits(part.strategy)
            for id in point.checkpoint_ids
            for part in overviews[id].parts
        )
    }
    head = index.objects.commit("HEAD")
    own = history.only_here(index.repo, _MOST_OWN) | {head.oid if head else ""} if made else set()
    return [point.replace(moves_branch=True) if point.id in made & own else point for point in linked]


def _linked_point(commit: LinkedCommit, overviews: dict[str, Overview]) -> Point | None:
    """The point of a commit. If it has several checkpoints (squashed), the latest one counts."""
    stored = [overviews[id] for id in commit.checkpoint_ids if id in overviews]
    one = latest(stored)
    if one is None:
        return None
    return Point(
        commit.oid,
        commit.subject,
        commit.date,
        commit.time,
        one.parts[-1].session_id if one.parts else "",
        extract_first_prompt(one.prompts),
        checkpoint_id=one.checkpoint_id,
        checkpoint_ids=tuple(other.checkpoint_id for other in stored),
    )


def count_files(objects: Objects, point: Point) -> int:
    """How many of the user's files a step changed."""
    if point.step is None or point.step.is_start:
        return 0
    commit = point.step.commit
    before = objects.commit(commit.parents[0] if commit.parents else trailers.base_commit(commit.message))
    if before is None:
        return 0
    paths = changed_paths(objects, before.tree, commit.tree)
    return sum(not is_infrastructure(path) for path in paths)
