"""Preview a rewind to a step. Changes nothing."""

from __future__ import annotations

from entire.core.errors import EntireError
from entire.core.text import short_session_id
from entire.core.value import Value
from entire.git import diff
from entire.git.diff import LineCounts
from entire.git.identity import Author
from entire.git.objects.read import Commit, Objects
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.git.worktree import content
from entire.session.state import State, is_working
from entire.session.store import Store
from entire.strategy.rewind import facts
from entire.strategy.rewind.plan import Parts, Plan
from entire.strategy.rewind.points import Point
from entire.strategy.rewind.transcript import TranscriptChange, plan_change
from entire.strategy.turn.shadow import tip_of


class Preview(Value):
    """What a rewind would do."""

    plan: Plan
    lines: dict[str, LineCounts]  # of files whose content would be lost, compared with the last step
    working: bool  # the agent seems to be working
    transcript: TranscriptChange | None  # None if the conversation is not part of it
    prompts_removed: int = 0


def preview(repo: Repository, store: Store, point: Point, parts: str = Parts.ALL) -> Preview:
    """Preview a rewind of these `Parts`."""
    assert point.step is not None
    with store.lock(), Objects(repo) as objects:
        state = state_of(store, point)
        plan = Plan.nothing()
        if parts != Parts.CONVERSATION:
            plan = facts.plan(repo, objects, store, state, point.step.commit)
        lines = _lost_lines(repo, tip_of(objects, state) or point.step.commit, plan.lost)
        working = state.is_active and is_working(state)
        if parts == Parts.FILES:
            return Preview(plan, lines, working, None)
        change = plan_change(repo, objects, state, point.step)
        return Preview(plan, lines, working, change, change.prompts_removed(state.agent_type))


def _lost_lines(repo: Repository, last: Commit, paths: list[str]) -> dict[str, LineCounts]:
    if not paths:
        return {}
    with Writer(repo) as writer:
        changes = content.snapshot(repo, writer, paths, {})
        _, now = writer.commit(changes, "", Author().identity(), parents=(last.oid,))
    return diff.line_counts(repo, last.tree, now, paths)


def state_of(store: Store, point: Point) -> State:
    state = store.load(point.session_id)
    if state is None:
        raise EntireError(f"session {short_session_id(point.session_id)} no longer exists")
    return state
