"""Whether the agents still tell us what they do."""

from __future__ import annotations

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.core.errors import EntireError
from entire.core.text import count
from entire.doctor.finding import Finding, Repair
from entire.git.repository import Repository

NONE = "no_agent_hooks"
OLD = "old_agent_hooks"
BROKEN = "broken_agent_config"


def examine(repo: Repository) -> list[Finding]:
    agents = registry.every()
    found = [_examine(repo, agent) for agent in agents]
    findings = [finding for finding in found if finding is not None]
    if not findings and not any(agent.installed(repo.worktree) for agent in agents):
        return [
            Finding(
                NONE,
                "no agent has our hooks",
                "they were taken out of the agent's settings, or never put in",
                "`entire enable`",
            )
        ]
    return findings


def _examine(repo: Repository, agent: Agent) -> Finding | None:
    """None for an agent that is in order, or that is not ours to listen to."""
    try:
        missing = agent.missing_hooks(repo.worktree)
    except EntireError as error:
        return Finding(BROKEN, error.message, "somebody edited it", error.hint, items=[agent.CONFIG_FILE])
    if not missing or not agent.installed(repo.worktree):
        return None
    return Finding(
        OLD,
        f"{count(len(missing), 'hook')} of ours missing in {agent.CONFIG_FILE}: {', '.join(missing)}",
        f"{agent.TYPE} calls its tools by new names, and the hooks are those of an older version",
        "`entire enable --force`",
        items=missing,
        repairs=(Repair.REPAIR,),
    )
