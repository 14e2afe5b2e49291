"""Agents that have our hooks but may not run them: some skip a repository's hooks until they are trusted."""

from __future__ import annotations

import os
import shutil
from collections.abc import Container, Iterable, Sequence

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.git.repository import Repository
from entire.session.find import last_seen
from entire.session.state import State
from entire.session.store import Store


def silent_agents(repo: Repository, store: Store) -> list[Agent]:
    """The agents of this machine that have our hooks here, run them only if trusted, and call none."""
    return _not_called(
        [agent for agent in registry.every() if _needs_trust(agent, repo.worktree)], repo, store
    )


def reminders(agents: Sequence[Agent], changed: Container[str], repo: Repository, store: Store) -> list[str]:
    """What to do before these agents run the hooks that were installed.

    ``changed``: the names of the agents whose hooks were added or replaced, which may have to be trusted
    again. Hooks that came with a clone are not new, but were never called there.
    """
    asking = [agent for agent in agents if agent.TRUST_HINT]
    silent = _not_called([agent for agent in asking if agent.NAME not in changed], repo, store)
    return [reminder(agent) for agent in asking if agent.NAME in changed or agent in silent]


def reminder(agent: Agent) -> str:
    return (
        f"{agent.TYPE} runs hooks only after you trust them: {agent.TRUST_HINT}. "
        f"To check, after a prompt: entire agent check {agent.NAME}"
    )


def _not_called(agents: list[Agent], repo: Repository, store: Store) -> list[Agent]:
    """Those that never called a hook, or none since it changed if they must be trusted again then."""
    agents = _unseen(agents, repo, store.live()) if agents else []
    return _unseen(agents, repo, store.all()) if agents else []  # ended sessions can be many


def _unseen(agents: list[Agent], repo: Repository, states: list[State]) -> list[Agent]:
    return [agent for agent in agents if not has_called(agent, repo, states)]


def has_called(agent: Agent, repo: Repository, states: Iterable[State]) -> bool:
    """Whether an agent has called hooks such as it has now, given the sessions here."""
    changed = _changed(repo.path(agent.CONFIG_FILE)) if agent.NAME in registry.ASK_AGAIN else 0.0
    return any(state.agent_type == agent.TYPE and last_seen(state) >= changed for state in states)


def _changed(path: str) -> float:
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0


def _needs_trust(agent: Agent, root: str) -> bool:
    return bool(agent.TRUST_HINT) and agent.installed(root) and shutil.which(program(agent)) is not None


def program(agent: Agent) -> str:
    """The agent's command."""
    return agent.resume_command("x").split()[0]


def complaint(agent: Agent) -> str:
    return f"{agent.TYPE} has not called its hooks yet"
