"""Agents that have our hooks but may not run them: some skip a repository's hooks until they are trusted."""

from __future__ import annotations

import shutil
from collections.abc import Container, Sequence

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.git.repository import Repository
from entire.session.state import State
from entire.session.store import Store


def silent_agents(repo: Repository, store: Store) -> list[Agent]:
    """The agents of this machine that have our hooks here, run them only if trusted, and never called one."""
    return _never_called([agent for agent in registry.every() if _needs_trust(agent, repo.worktree)], store)


def reminders(agents: Sequence[Agent], changed: Container[str], store: Store) -> list[str]:
    """What to do before these agents run the hooks that were installed.

    ``changed``: the names of the agents whose hooks were added or replaced, which may have to be trusted
    again. Hooks that came with a clone are not new, but were never called there.
    """
    asking = [agent for agent in agents if agent.TRUST_HINT]
    never = _never_called([agent for agent in asking if agent.NAME not in changed], store)
    return [reminder(agent) for agent in asking if agent.NAME in changed or agent in never]


def reminder(agent: Agent) -> str:
    return f"{agent.TYPE} runs hooks only after you trust them: {agent.TRUST_HINT}."


def _never_called(agents: list[Agent], store: Store) -> list[Agent]:
    agents = _unseen(agents, store.live()) if agents else []
    return _unseen(agents, store.all()) if agents else []  # ended sessions can be many


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
