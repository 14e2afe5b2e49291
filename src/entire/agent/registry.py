"""All agents, by name. A module is imported when it is asked for: a hook needs one of them."""

from __future__ import annotations

from entire.core.errors import EntireError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.agent.protocol import Agent
    from entire.transcript.layout import Layout

# By the name that people type: the module, and the type that checkpoints have for it.
AGENTS = {"claude-code": ("entire.agent.claude_code.agent", "Claude Code")}

DEFAULT = "claude-code"


def names() -> list[str]:
    return list(AGENTS)


def by_name(name: str) -> Agent:
    """The agent with this command-line name. Raises EntireError."""
    if name not in AGENTS:
        raise EntireError(f"unknown agent: {name[:40]!r}", f"known agents: {', '.join(AGENTS)}")
    # `importlib` does the same, but is more to load than the module.
    module: Any = __import__(AGENTS[name][0], fromlist=["agent"])
    agent: Agent = module
    return agent


def by_type(agent_type: str) -> Agent | None:
    """The agent that checkpoints name so; None for one that we do not know."""
    for name, (_, known) in AGENTS.items():
        if known == agent_type:
            return by_name(name)
    return None


def by_stored_type(agent_type: str) -> Agent | None:
    """The same for what is stored. Old checkpoints do not say which agent it was: there was only one then."""
    return by_type(agent_type) if agent_type else by_name(DEFAULT)


def stored_layout(agent_type: str) -> Layout:
    """The layout of stored transcripts. The reference cuts documents of unknown agents by messages."""
    known = by_stored_type(agent_type)
    if known is not None:
        return known.layout()
    from entire.transcript import document

    return document.of("messages")


def every() -> list[Agent]:
    return [by_name(name) for name in AGENTS]
