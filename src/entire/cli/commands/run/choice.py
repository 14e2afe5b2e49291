"""Which agent to start."""

from __future__ import annotations

from collections.abc import Sequence

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.core.errors import EntireError
from entire.setup.enable import Known


def choose(known: Sequence[Known], name: str, used: Sequence[str]) -> Agent:
    """Pure: the agent that the user names, else the one that was used last, of those that are enabled.

    ``used``: types of agents, the last one used last. Raises EntireError.
    """
    if name:
        agent = registry.by_name(registry.full_name(name))
        if not any(one.installed for one in known if one.agent.NAME == agent.NAME):
            raise EntireError(
                f"{agent.TYPE} is not enabled here, so nothing would be recorded",
                f"enable it: entire enable --agent {agent.NAME}",
            )
        return agent
    enabled = [one.agent for one in known if one.installed]
    if not enabled:
        raise EntireError("no agent is enabled here", "enable one: entire enable")
    by_type = {agent.TYPE: agent for agent in enabled}
    return next((by_type[one] for one in reversed(used) if one in by_type), enabled[0])
