"""What `entire agent` shows. Field names are the names in `--json`."""

from __future__ import annotations

from typing import NamedTuple

from entire.agent.protocol import Agent
from entire.cli import reading
from entire.core import clock
from entire.core.errors import EntireError
from entire.git.repository import Repository
from entire.session.find import last_seen
from entire.setup import trust
from entire.setup.enable import Known, survey_agents
from entire.strategy.sessions import Session, list_sessions


class Row(NamedTuple):
    """An agent that entire knows."""

    name: str  # as people type it
    type: str  # as checkpoints name it
    enabled: bool  # our hooks are in its configuration
    used_here: bool  # the work tree has files of it
    command: str  # its client, if that is on PATH
    config_file: str
    missing_hooks: list[str]
    problem: str  # why its configuration cannot be read
    session_count: int  # in this repository, with those of checkpoints from elsewhere
    has_called: bool  # its hooks, as they are now, have run here
    last_session_at: str  # empty if it has no session here
    trust: str  # what to do so that it runs the hooks of a repository; empty if nothing


def gather(repo: Repository) -> list[Row]:
    """All agents, in the order of the registry."""
    with reading.open_index(repo) as index:
        sessions = list_sessions(index)
    return [_row(repo, one, sessions) for one in survey_agents(repo.worktree)]


def _row(repo: Repository, one: Known, sessions: list[Session]) -> Row:
    missing, problem = _missing(repo, one.agent)
    seen = [session for session in sessions if session.state.agent_type == one.agent.TYPE]
    return Row(
        one.agent.NAME,
        one.agent.TYPE,
        one.installed,
        one.here,
        one.command,
        one.agent.CONFIG_FILE,
        missing if one.installed else [],
        problem,
        len(seen),
        trust.has_called(one.agent, repo, [session.state for session in seen if session.local]),
        clock.rfc3339(int(max(last_seen(session.state) for session in seen))) if seen else "",
        one.agent.TRUST_HINT,
    )


def _missing(repo: Repository, agent: Agent) -> tuple[list[str], str]:
    try:
        return agent.missing_hooks(repo.worktree), ""
    except EntireError as error:
        return [], error.message


def problems(row: Row) -> list[str]:
    """Pure: what keeps an agent from being recorded."""
    if row.problem:
        return [row.problem]
    if not row.enabled:
        return [f"not enabled here: entire agent add {row.name}"]
    found = []
    if row.missing_hooks:
        hooks = ", ".join(row.missing_hooks)
        found.append(f"{row.config_file} lacks {hooks}: entire agent add {row.name}")
    if not row.has_called:
        found.append(f"has not called its hooks yet: {row.trust or f'start {row.type} here'}")
    return found
