"""Rewind to a step: save a safety snapshot, then change the files, the conversation and the state."""

from __future__ import annotations

from entire.agent import registry
from entire.checkpoint.temporary import steps
from entire.checkpoint.temporary.steps import SessionStep
from entire.core import files, log
from entire.core.errors import EntireError
from entire.core.paths import to_relative
from entire.core.value import Value
from entire.git import identity, refs
from entire.git.objects.read import Objects
from entire.git.repository import Repository
from entire.git.worktree import status
from entire.git.worktree.staged_files import checked_out
from entire.session import capture as captures
from entire.session import cursors
from entire.session.state import State
from entire.session.store import Store
from entire.strategy.restore.apply import keep_copy
from entire.strategy.rewind import facts
from entire.strategy.rewind import files as rewind_files
from entire.strategy.rewind import snapshot as rewind_snapshot
from entire.strategy.rewind import state as rewind_state
from entire.strategy.rewind import transcript as rewind_transcript
from entire.strategy.rewind.plan import Parts, Plan
from entire.strategy.rewind.points import Point, steps_of
from entire.strategy.rewind.preview import state_of
from entire.strategy.rewind.snapshot import SavedTranscript, Snapshot
from entire.strategy.rewind.transcript import Outcome, TranscriptChange, plan_change
from entire.strategy.rewind.trees import changed_at
from entire.strategy.turn.end import end_turn
from entire.strategy.turn.shadow import branch_of, tip_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from entire.strategy.protocol import Strategy


class Rewound(Value):
    """The result of a rewind."""

    plan: Plan
    transcript: str  # a `rewind_transcript.Outcome`
    transcript_path: str
    backup: str  # path of the complete transcript, if it was truncated
    resume_command: str
    prompts_removed: int


def rewind(
    strategy: Strategy, repo: Repository, store: Store, point: Point, shown: Plan, parts: str = Parts.ALL
) -> Rewound:
    """Rewind these `Parts` to a step. Raises EntireError if the plan is not the one that was ``shown``."""
    with store.lock(), Objects(repo) as objects:
        state = _end_turn(strategy, repo, store, state_of(store, point))
        step = _find_step(repo, objects, state, point)
        plan = Plan.nothing()
        if parts != Parts.CONVERSATION:
            plan = facts.plan(repo, objects, store, state, step.commit)
        if plan.paths != shown.paths:
            raise EntireError("files changed in the meantime; nothing was done", "try again")
        return strategy.apply_rewind(repo, objects, store, state, step, plan, parts)


def _end_turn(strategy: Strategy, repo: Repository, store: Store, state: State) -> State:
    """End the open turn: save what it did as a step, so that an undo can restore it. Saves the state."""
    if not state.is_active and not state.turn_checkpoint_ids:
        return state
    return end_turn(strategy, repo, store, state, status.read(repo))


def _find_step(repo: Repository, objects: Objects, state: State, point: Point) -> SessionStep:
    for step in steps_of(repo, objects, state):
        if step.commit.oid == point.id:
            return step
    if point.step is not None and point.is_start:  # of a turn that was open until now
        return point.step
    raise EntireError(f"step {point.id[:7]} no longer exists", "`entire rewind --list` lists the points")


def apply(
    repo: Repository,
    objects: Objects,
    store: Store,
    state: State,
    step: SessionStep,
    plan: Plan,
    parts: str = Parts.ALL,
) -> Rewound:
    """Change the files, then the conversation, the shadow branch and the state. The caller holds the lock.

    The files alone change as if a person had edited them: the conversation, the steps and the state stay.
    """
    change = TranscriptChange(Outcome.UNTOUCHED, state.transcript_path)
    if parts != Parts.FILES:
        change = plan_change(repo, objects, state, step)
    wanted = {item.path: item.entry for item in plan.restore if item.entry is not None}
    with checked_out(repo, objects, step.commit.tree, wanted) as place:
        snapshot = _snapshot(repo, objects, state, step)
        if parts == Parts.FILES:
            snapshot.session_id, snapshot.states = "", {}  # an undo, too, concerns only the files
        left = {path: f"{entry.mode} {entry.oid}" for path, entry in wanted.items()}
        rewind_files.save_files(repo, snapshot, left | dict.fromkeys((item.path for item in plan.delete), ""))
        backup = _keep_transcript(snapshot, state, change)
        kept = rewind_snapshot.keep(repo, snapshot, [snapshot.shadow_tip, snapshot.head])
        try:
            rewind_files.apply_plan(repo, objects, plan, place, snapshot)
        except rewind_files.NothingChanged:
            rewind_snapshot.drop(repo, kept)
            if backup:
                files.remove(backup)
            raise
    try:
        if parts == Parts.ALL:
            _rewind_session(repo, objects, store, state, step, plan, change)
        elif change.changes:
            _cut_conversation(repo, store, state, change)
    except (EntireError, OSError) as error:
        problem = "rewound the files, but not the conversation"
        raise EntireError(f"{problem}: {error}", "`entire rewind --undo` restores the files") from error
    log.info("rewound", session_id=state.session_id, step=step.commit.oid, undo=kept.ref)
    agent, empty = registry.by_type(state.agent_type), change.empties(state.agent_type)
    resume = agent.resume_command(state.session_id) if agent is not None and not empty else ""
    removed = change.prompts_removed(state.agent_type)
    return Rewound(plan, change.outcome, change.path, backup, resume, removed)


def _snapshot(repo: Repository, objects: Objects, state: State, step: SessionStep) -> Snapshot:
    tip = tip_of(objects, state)
    return Snapshot(
        title=f"Rewind to {step.commit.oid[:7]} {step.info.message}",
        session_id=state.session_id,
        head=refs.resolve(repo, "HEAD") or "",
        branch=refs.get_current_branch_name(repo),
        shadow_tip=tip.oid if tip is not None else "",
        states={state.session_id: state.to_json()},
    )


def _keep_transcript(snapshot: Snapshot, state: State, change: TranscriptChange) -> str:
    if not change.changes:
        return ""
    backup = keep_copy(change.path, change.live) if change.live is not None else ""
    saved = SavedTranscript(
        session_id=state.session_id, agent_type=state.agent_type, path=change.path, backup=backup
    )
    snapshot.transcripts = [saved]
    return backup


def _rewind_session(
    repo: Repository,
    objects: Objects,
    store: Store,
    state: State,
    step: SessionStep,
    plan: Plan,
    change: TranscriptChange,
) -> None:
    """Change the conversation, then the shadow branch, then save the state, which points to both (I2)."""
    touched = [] if step.is_start else _touched_at(repo, objects, store, state, step, change)
    _write_transcript(state, change)
    author = identity.get_git_author_from_repo(repo)
    branch = branch_of(state)
    steps.go_back(repo, objects, branch, state.session_id, step.commit, plan.paths, author)
    rewind_state.go_back(state, step.number, touched)
    if change.changes:
        _reread(repo, store, state, change)
    for capture in captures.open_tasks(repo, state.session_id):
        captures.discard(repo, capture)
    store.save(state)


def _write_transcript(state: State, change: TranscriptChange) -> None:
    agent = registry.by_type(state.agent_type)
    if change.changes and agent is not None:
        rewind_transcript.write(agent, state.session_id, change.path, change.content)
        state.transcript_path = change.path


def _cut_conversation(repo: Repository, store: Store, state: State, change: TranscriptChange) -> None:
    """Change the conversation and save the state. What the session did to files, and its steps, stay."""
    _write_transcript(state, change)
    _reread(repo, store, state, change)
    store.save(state)


def _reread(repo: Repository, store: Store, state: State, change: TranscriptChange) -> None:
    rewind_transcript.reread(repo, store, state, change.position or 0)
    if change.empties(state.agent_type):
        state.first_prompt = state.last_prompt = ""


def _touched_at(
    repo: Repository,
    objects: Objects,
    store: Store,
    state: State,
    step: SessionStep,
    change: TranscriptChange,
) -> list[str]:
    """The files that the session had touched at a step."""
    named = _named(repo, store, state, change.position)
    differs = changed_at(repo, objects, state, step.commit)
    return rewind_state.files_touched(state.files_touched, differs, named)


def _named(repo: Repository, store: Store, state: State, end: int | None) -> rewind_state.Named:
    """The files that the transcript names before and after a position."""
    kept: set[str] = set()
    cut: set[str] = set()
    for turn in cursors.load(store, state.session_id).turns:
        stays = end is None or turn.position < end
        (kept if stays else cut).update(to_relative(name, repo.worktree) for name in turn.files)
    return rewind_state.Named(kept, cut)
