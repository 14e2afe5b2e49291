"""What `entire session show` knows of a session. Field names are the names in `--json`."""

from __future__ import annotations

import os
from typing import NamedTuple

from entire.agent import registry
from entire.checkpoint import committed_list, linked
from entire.checkpoint.committed_read import read_session_prompts
from entire.checkpoint.session_steps import session_steps
from entire.checkpoint.temporary_read import TemporaryCheckpointInfo
from entire.cli import session_facts
from entire.cli.explain_detail import split_prompts
from entire.cli.explain_list import CommitRow, commit_row
from entire.cli.explain_list_steps import step_prompts
from entire.cli.session_facts import SessionRow
from entire.core import clock, prefix
from entire.core.text import collapse_whitespace
from entire.git.objects import Objects
from entire.git.repository import Repository
from entire.session.state import State
from entire.strategy.manual_commit.shadow import branch_of
from entire.strategy.sessions import Session
from entire.transcript.usage import total


class Step(NamedTuple):
    """A temporary checkpoint."""

    commit: str
    time: str
    subject: str
    is_task: bool


class CheckpointOf(NamedTuple):
    """What the session left in a committed checkpoint."""

    checkpoint_id: str
    short_id: str
    created_at: str
    branch: str
    files: list[str]
    tokens: int
    commits: list[CommitRow]  # of all branches, newest first


class SessionDetail(NamedTuple):
    session: SessionRow
    prompts: list[str]  # oldest first, as far as they are kept here
    steps: list[Step]  # since the last commit, newest first
    checkpoints: list[CheckpointOf]  # newest first
    tokens_total: int
    transcript_path: str
    transcript_present: bool
    resume: str  # the command that goes on with it, empty for an agent that we do not know


def gather(repo: Repository, objects: Objects, session: Session, known: list[str]) -> SessionDetail:
    """``known`` are the ids of all sessions."""
    state = session.state
    [row] = session_facts.rows(repo, [session], known)
    steps = _steps(objects, state) if session.local else []
    agent = registry.by_type(state.agent_type)
    condensed = sum(total(part.metadata.token_usage) for part in session.checkpoints)
    return SessionDetail(
        row,
        _prompts(objects, session, steps),
        [
            Step(step.commit_hash, clock.rfc3339(step.timestamp), step.message, step.is_task_checkpoint)
            for step in steps
        ],
        _checkpoints(repo, objects, session),
        condensed + total(state.token_usage),
        state.transcript_path,
        bool(state.transcript_path) and os.path.isfile(state.transcript_path),
        agent.resume_command(state.session_id) if agent is not None else "",
    )


def _steps(objects: Objects, state: State) -> list[TemporaryCheckpointInfo]:
    if not state.base_commit:
        return []
    return [step.info for step in session_steps(objects, branch_of(state), state.session_id)]


def _prompts(objects: Objects, session: Session, steps: list[TemporaryCheckpointInfo]) -> list[str]:
    """Those of its checkpoints and of its last step; and what its state remembers beside them."""
    id = session.state.session_id
    texts = [read_session_prompts(objects, part.checkpoint_id, id) for part in session.checkpoints]
    texts += [step_prompts(objects, step) for step in steps[:1]]
    return all_prompts(
        [prompt.strip() for text in texts for prompt in split_prompts(text)],
        session.state.first_prompt,
        session.state.last_prompt,
    )


def all_prompts(kept: list[str], first: str, last: str) -> list[str]:
    """Pure: each once; the first and the last, which may have been cut, where they are not among the kept."""

    def missing(prompt: str) -> list[str]:
        beginning = prompt.removesuffix("...")
        there = any(collapse_whitespace(one).startswith(beginning) for one in kept)
        return [] if there or not prompt else [prompt]

    return list(dict.fromkeys([*missing(first), *kept, *missing(last)]))


def _checkpoints(repo: Repository, objects: Objects, session: Session) -> list[CheckpointOf]:
    if not session.checkpoints:
        return []
    commits = linked.commits_of_checkpoints(repo)
    shorten = prefix.shortener(committed_list.list_checkpoint_ids(objects))
    return [
        CheckpointOf(
            part.checkpoint_id,
            shorten(part.checkpoint_id),
            part.metadata.created_at,
            part.metadata.branch,
            part.metadata.files_touched,
            total(part.metadata.token_usage),
            [commit_row(commit) for commit in commits.get(part.checkpoint_id, [])],
        )
        for part in reversed(session.checkpoints)
    ]
