"""What `entire session show` shows. Field names are the names in `--json`."""

from __future__ import annotations

import os
from typing import NamedTuple

from entire.agent import registry
from entire.checkpoint.index.index import Index
from entire.checkpoint.index.links import LinkedCommit
from entire.checkpoint.index.overviews import SessionPart
from entire.checkpoint.overview import session_tokens
from entire.checkpoint.temporary.listing import read_step_prompts
from entire.checkpoint.temporary.read import TemporaryCheckpointInfo
from entire.checkpoint.temporary.steps import session_steps
from entire.cli.commands.session import costs, facts, recorded
from entire.cli.commands.session.costs import SessionCosts
from entire.cli.commands.session.facts import SessionRow
from entire.cli.commit_row import CommitRow, commit_row
from entire.cli.file_row import FileRow, file_rows
from entire.cli.money import CostRow
from entire.core import clock
from entire.core.text import split_prompts
from entire.git.objects.read import Objects
from entire.session.state import State
from entire.strategy.sessions import Session, merge_prompts
from entire.strategy.turn.shadow import branch_of
from entire.transcript.usage import total


class Step(NamedTuple):
    """A temporary checkpoint."""

    commit: str
    created_at: str
    subject: str
    is_task: bool


class CheckpointOf(NamedTuple):
    """A committed checkpoint of the session."""

    checkpoint_id: str
    short_id: str
    created_at: str
    branch: str
    files: list[FileRow]
    tokens: int
    commits: list[CommitRow]  # of all branches, newest first
    cost: CostRow | None = None


class SessionDetail(NamedTuple):
    session: SessionRow
    prompts: list[str]  # oldest first; only those that are stored
    steps: list[Step]  # since the last commit, newest first
    checkpoints: list[CheckpointOf]  # newest first
    tokens_total: int  # the same as the session's `tokens`
    tokens_pending: int  # of these, since the last commit
    transcript_path: str
    transcript_present: bool
    resume_command: str  # the command that resumes it; empty for an unknown agent
    cost: CostRow | None = None  # of all tokens
    turn_count: int = 0  # in checkpoints: prompts that were answered
    seconds_worked: float = 0.0  # in checkpoints


def gather(index: Index, session: Session, known: list[str]) -> SessionDetail:
    """Read one session; ``known`` are the ids of all sessions."""
    state = session.state
    [row] = recorded.add(index, [session], facts.rows(index.repo, [session], known))
    steps = _steps(index.objects, state) if session.local else []
    agent = registry.by_type(state.agent_type)
    done = index.parts_of_session(state.session_id)
    counted = session_tokens(one.part for one in done)
    pending = total(state.token_usage)
    if state.counted_elsewhere:  # the reference adds up all steps, condensed or not
        pending = max(0, pending - counted)
    tokens = counted + pending
    worked = costs.gather(index, session, [one.checkpoint_id for one in done], pending > 0)
    return SessionDetail(
        row._replace(tokens=tokens),
        _prompts(index.objects, state, done, steps),
        [
            Step(step.commit_hash, clock.rfc3339(step.timestamp), step.message, step.is_task_checkpoint)
            for step in steps
        ],
        _checkpoints(index, done, worked),
        tokens,
        pending,
        state.transcript_path,
        bool(state.transcript_path) and os.path.isfile(state.transcript_path),
        agent.resume_command(state.session_id) if agent is not None else "",
        worked.cost,
        worked.turns,
        worked.seconds,
    )


def _steps(objects: Objects, state: State) -> list[TemporaryCheckpointInfo]:
    if not state.base_commit:
        return []
    return [step.info for step in session_steps(objects, branch_of(state), state.session_id)]


def _prompts(
    objects: Objects, state: State, done: list[SessionPart], steps: list[TemporaryCheckpointInfo]
) -> list[str]:
    """The prompts in its checkpoints and its last step, and those in its state."""
    texts = [one.part.prompts for one in done]
    texts += [read_step_prompts(objects, step) for step in steps[:1]]
    return merge_prompts(
        [prompt.strip() for text in texts for prompt in split_prompts(text)],
        state.first_prompt,
        state.last_prompt,
    )


def _checkpoints(index: Index, done: list[SessionPart], worked: SessionCosts) -> list[CheckpointOf]:
    commits = index.commits(index.links(one.checkpoint_id for one in done)) if done else []
    rows = [_checkpoint(index, one, commits) for one in reversed(done)]
    return [
        row._replace(
            cost=worked.by_checkpoint.get(row.checkpoint_id),
            tokens=worked.tokens.get(row.checkpoint_id, row.tokens),
        )
        for row in rows
    ]


def _checkpoint(index: Index, one: SessionPart, commits: list[LinkedCommit]) -> CheckpointOf:
    return CheckpointOf(
        one.checkpoint_id,
        index.shorten(one.checkpoint_id),
        one.part.created_at,
        one.part.branch,
        file_rows(one.part.files),
        one.part.tokens,
        [commit_row(commit) for commit in commits if one.checkpoint_id in commit.checkpoint_ids],
    )
