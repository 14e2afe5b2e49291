"""Check that agents call our hooks."""

from __future__ import annotations

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.core.errors import EntireError
from entire.core.text import count
from entire.doctor.finding import Finding, Repair
from entire.git.repository import Repository
from entire.git.worktree import sparse
from entire.session.store import Store
from entire.setup import trust

NONE = "no_agent_hooks"
OLD = "old_agent_hooks"
BROKEN = "broken_agent_config"
SILENT = "silent_agent"
_REMOVED = "they were removed from the agent's settings, or never installed"
_LEFT_OUT = "a sparse checkout leaves the agent's settings out, or they never had our hooks"


def examine(repo: Repository) -> list[Finding]:
    agents = registry.every()
    found = [_examine(repo, agent) for agent in agents]
    findings = [finding for finding in found if finding is not None]
    if not findings and not any(agent.installed(repo.worktree) for agent in agents):
        return [
            Finding(
                NONE,
                "no agent has our hooks",
                _LEFT_OUT if sparse.is_sparse(repo) else _REMOVED,
                "`entire enable`",
            )
        ]
    return findings + [_silent(agent) for agent in trust.silent_agents(repo, Store(repo))]


def _silent(agent: Agent) -> Finding:
    return Finding(
        SILENT,
        trust.complaint(agent),
        "it was not used here since they were installed, or it does not trust them",
        agent.TRUST_HINT,
        names=[agent.NAME],
    )


def _examine(repo: Repository, agent: Agent) -> Finding | None:
    """Check an agent; None if it is fine, or not enabled here."""
    try:
        missing = agent.missing_hooks(repo.worktree)
    except EntireError as error:
        return Finding(BROKEN, error.message, "it was edited by hand", error.hint, names=[agent.CONFIG_FILE])
    if not missing or not agent.installed(repo.worktree):
        return None
    return Finding(
        OLD,
        f"{agent.CONFIG_FILE} lacks {count(len(missing), 'current Entire hook')}: {', '.join(missing)}",
        "the hooks were installed by another version of this program, or edited by hand",
        "`entire enable --force`",
        names=missing,
        repairs=(Repair.REPAIR,),
    )
