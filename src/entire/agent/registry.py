"""All agents, by name. A module is imported when it is asked for: a hook needs one of them."""

from __future__ import annotations

from entire.core.errors import EntireError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.agent.protocol import Agent

_MODULES = {"claude-code": "entire.agent.claude_code.agent"}
_TYPES = {"Claude Code": "claude-code"}

DEFAULT = "claude-code"
NAMES = tuple(_MODULES)


def by_name(name: str) -> Agent:
    """The agent with this command-line name. Raises EntireError."""
    if name not in _MODULES:
        known = ", ".join(_MODULES)
        raise EntireError(f"unknown agent: {name[:40]!r}", f"known agents: {known}")
    # `importlib` does the same, but is more to load than the module.
    module: Any = __import__(_MODULES[name], fromlist=["agent"])
    agent: Agent = module
    return agent


def by_type(agent_type: str) -> Agent | None:
    """The agent that checkpoints name so; None for one that we do not know."""
    name = _TYPES.get(agent_type)
    return None if name is None else by_name(name)


def every() -> list[Agent]:
    return [by_name(name) for name in NAMES]
