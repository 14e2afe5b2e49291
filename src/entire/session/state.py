"""The state of a session, which hooks share, with keys in the order of the file."""

from __future__ import annotations

import os
import time

from entire.core import clock, log
from entire.core.paths import nameable
from entire.core.record import Record
from entire.session.phase import Action, Phase, TransitionContext, transition
from entire.transcript.usage import TokenUsage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

    from entire.session.places import Place

STALE_AFTER_SECONDS = 7 * 24 * 3600
# An agent with neither a prompt nor a new record in its transcript for this long has probably been killed.
WORKING_SECONDS = 3600
_NOTICE_SECONDS = 2.0  # the client may write to the transcript just after it said that it waits
FIRST_PROMPT_LENGTH = 100
UNKNOWN_AGENT = "Agent"


class PromptAttribution(Record):
    """Lines counted at a prompt, before the agent edits."""

    ALWAYS = frozenset(
        {
            "checkpoint_number",
            "user_lines_added",
            "user_lines_removed",
            "agent_lines_added",
            "agent_lines_removed",
        }
    )

    checkpoint_number: int = 0
    user_lines_added: int = 0
    user_lines_removed: int = 0
    agent_lines_added: int = 0
    agent_lines_removed: int = 0
    user_added_per_file: dict[str, int] = {}


class State(Record):
    """One session. Keys of newer versions are kept."""

    ALWAYS = frozenset(
        {"session_id", "base_commit", "started_at", "checkpoint_count", "token_transcript_start"}
    )
    counted_elsewhere = False  # the reference wrote it: what is counted is known by checkpoints alone
    NESTED = {
        "token_usage": TokenUsage,
        "prompt_attributions": PromptAttribution,
        "pending_prompt_attribution": PromptAttribution,
    }

    session_id: str = ""
    cli_version: str = ""
    base_commit: str = ""  # names the shadow branch
    attribution_base_commit: str = ""  # the last commit that was condensed, or HEAD at creation
    worktree_path: str = ""
    worktree_id: str = ""
    started_at: str = ""
    ended_at: str = ""
    phase: str = ""
    turn_id: str = ""
    turn_checkpoint_ids: list[str] = []  # condensed in this turn, and finalised at its end
    last_interaction_time: str = ""
    checkpoint_count: int = 0  # steps since the last condensation
    checkpoint_transcript_start: int = 0  # records of the transcript that earlier checkpoints cover
    condensed_transcript_lines: int = 0  # deprecated, only read
    untracked_files_at_start: list[str] = []  # the user's files, which rewind never deletes
    files_touched: list[str] = []
    last_checkpoint_id: str = ""
    fully_condensed: bool = False
    agent_type: str = ""
    token_usage: TokenUsage | None = None
    transcript_lines_at_start: int = 0  # deprecated, only read
    transcript_identifier_at_start: str = ""
    transcript_path: str = ""
    first_prompt: str = ""
    prompt_attributions: list[PromptAttribution] = []
    pending_prompt_attribution: PromptAttribution | None = None
    last_prompt: str = ""
    model_name: str = ""
    condensed_branches: dict[str, str] = {}  # shadow branches to delete, with their tips; ours
    token_transcript_start: int = 0  # records whose tokens earlier checkpoints counted
    places: dict[str, Any] = {}  # work in other worktrees, by worktree id (`places.Place`); ours
    noted: bool = False  # nothing is known but that the first prompt was submitted; ours
    stopped_at: str = ""  # the agent stopped then, but its turn could not be saved; ours
    stopped_bytes: int = 0  # how long its transcript was then; ours
    branch: str = ""  # where the agent worked last; empty if HEAD was detached, or for older states; ours
    refused: str = ""  # why the last automatic commit failed, until the agent knows; ours
    refused_step: str = ""  # the step that it was to commit, until one is committed; ours
    unstaged_files: list[str] = []  # removed from the index, and still there, when the turn began; ours
    waiting_since: str = ""  # the agent said then that it waits for the user; ours
    ignored_folders: list[str] = []  # whose files `untracked_files_at_start` does not list yet; ours
    prompted: bool = False  # the open turn began with a prompt that the transcript will have; ours
    unsaved_record: int = 0  # the first that is of no turn that has ended, counted from 1; ours
    parts: list[str] = []  # the roots of other repositories in which it wrote; ours
    unhooked_base: str = ""  # HEAD when commits that ran no hooks were last looked for; ours
    unhooked_transcript_start: int = 0  # records whose commands were looked at for them; ours
    transcript_sources: list[str] = []  # files that the transcript is made from by our hooks; ours

    @classmethod
    def from_json(cls, value: Any) -> Self:
        found = super().from_json(value)
        if "token_transcript_start" not in value:
            found.counted_elsewhere = True
        return found

    def to_json(self) -> dict[str, Any]:
        """Leave out what is not known until the transcript is read (`strategy/reference/counted.py`)."""
        found = super().to_json()
        if self.counted_elsewhere and not self.token_transcript_start:
            del found["token_transcript_start"]
        return found

    def transcript_files(self) -> list[str]:
        """What the agent writes: the transcript, or what our hooks make it from."""
        return self.transcript_sources or [self.transcript_path]

    def transcript_time(self) -> int:
        """When these files were written; 0 if they do not exist."""
        return written_at(*self.transcript_files())

    @property
    def is_active(self) -> bool:
        return self.phase == Phase.ACTIVE

    @property
    def is_ended(self) -> bool:
        return self.phase == Phase.ENDED

    @property
    def has_work(self) -> bool:
        """Whether anything is not condensed yet, here or in another worktree."""
        return (
            self.has_steps_here
            or bool(self.turn_checkpoint_ids)
            or any(
                isinstance(place, dict) and (place.get("files_touched") or place.get("checkpoint_count"))
                for place in self.places.values()
            )
        )

    @property
    def has_steps_here(self) -> bool:
        """Whether its shadow branch holds anything that is not condensed yet."""
        return bool(self.checkpoint_count or self.files_touched)

    def is_stale(self) -> bool:
        """Whether the last interaction, or else the start, was more than a week ago."""
        age = clock.age(self.last_interaction_time or self.started_at)
        return age is not None and age > STALE_AFTER_SECONDS


def written_at(*paths: str) -> int:
    """When the newest of these files was written, in nanoseconds; 0 if none exists."""
    found = [0]
    for path in paths:
        try:
            found.append(os.stat(path).st_mtime_ns)
        except (OSError, ValueError):
            pass
    return max(found)


def is_working(state: State) -> bool:
    """Whether the agent gave a sign of life within the last hour."""
    age = clock.age(state.last_interaction_time)
    if age is not None and age < WORKING_SECONDS:
        return True
    try:
        return time.time() - os.stat(state.transcript_path).st_mtime < WORKING_SECONDS
    except OSError:
        return False


def is_waiting(state: State) -> bool:
    """Whether the agent said that it waits for the user, and did nothing since."""
    since = clock.timestamp(state.waiting_since)
    if since is None or state.is_ended:
        return False
    last = clock.timestamp(state.last_interaction_time)
    try:
        written = os.stat(state.transcript_path).st_mtime
    except OSError:
        written = 0.0
    return (last is None or last < since) and written <= since + _NOTICE_SECONDS


def transition_and_log(state: State, event: str, context: TransitionContext | None = None) -> tuple[str, ...]:
    """Set the new phase and times (not saved). Returns the actions left for the caller, in order."""
    before = state.phase
    result = transition(before, event, context)
    state.phase = result.phase
    remaining = []
    for action in result.actions:
        if action == Action.UPDATE_LAST_INTERACTION:
            state.last_interaction_time = clock.now_local()
        elif action == Action.CLEAR_ENDED_AT:
            state.ended_at = ""
            state.fully_condensed = False
        else:
            remaining.append(action)
    write = log.info if state.phase != before else log.debug
    message = "phase transition" if state.phase != before else "phase unchanged"
    values = {"event": event, "from": before, "to": state.phase}
    write(message, component="session", session_id=state.session_id, **values)
    return tuple(remaining)


def load(value: Any) -> State:
    """Read a state from decoded JSON, converting older versions."""
    state = State.from_json(value)
    if state.phase == "active_committed":
        log.info("phase active_committed read as active", session_id=state.session_id)
        state.phase = Phase.ACTIVE
    if state.phase not in (Phase.IDLE, Phase.ACTIVE, Phase.ENDED):
        state.phase = Phase.IDLE
    if not state.checkpoint_transcript_start:
        older = max(0, state.condensed_transcript_lines) or state.transcript_lines_at_start
        state.checkpoint_transcript_start = max(0, older)
    state.condensed_transcript_lines = state.transcript_lines_at_start = 0
    state.attribution_base_commit = state.attribution_base_commit or state.base_commit
    condensed = state.checkpoint_transcript_start or state.last_checkpoint_id
    if state.counted_elsewhere and condensed and not state.has_steps_here:
        state.token_usage = None  # the reference never resets its sum: all of this is counted
    drop_unusable(state)
    state.transcript_path = state.transcript_path if nameable(state.transcript_path) else ""
    return state


def drop_unusable(place: State | Place) -> None:
    """Drop what cannot be a path: any call with it would fail (I6)."""
    place.worktree_path = place.worktree_path if nameable(place.worktree_path) else ""
    for name in ("files_touched", "untracked_files_at_start", "ignored_folders"):
        if not hasattr(place, name):
            continue
        paths: list[str] = getattr(place, name)
        if not nameable("".join(paths)):
            setattr(place, name, [path for path in paths if nameable(path)])
