"""Agents that have our hooks but may not run them: some skip a repository's hooks until they are trusted."""

from __future__ import annotations

import shutil

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.git.repository import Repository
from entire.session.state import State
from entire.session.store import Store


def silent_agents(repo: Repository, store: Store) -> list[Agent]:
    """The agents of this machine that have our hooks here, run them only if trusted, and never called one."""
    waiting = [agent for agent in registry.every() if _needs_trust(agent, repo.worktree)]
    waiting = _unseen(waiting, store.live()) if waiting else []
    return _unseen(waiting, store.all()) if waiting else []  # ended sessions can be many


def _unseen(agents: list[Agent], states: list[State]) -> list[Agent]:
    seen = {state.agent_type for state in states}
    return [agent for agent in agents if agent.TYPE not in seen]


def _needs_trust(agent: Agent, root: str) -> bool:
    return bool(agent.TRUST_HINT) and agent.installed(root) and shutil.which(program(agent)) is not None


def program(agent: Agent) -> str:
    """The agent's command."""
    return agent.resume_command("x").split()[0]


def complaint(agent: Agent) -> str:
    return f"{agent.TYPE} has not called its hooks yet"
