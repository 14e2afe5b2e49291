"""Which agents to enable."""

from __future__ import annotations

from collections.abc import Sequence

from entire.agent import registry, resolve
from entire.agent.protocol import Agent
from entire.cli.ui import ask, output
from entire.cli.ui.screen import pad
from entire.core.errors import EntireError
from entire.git.repository import Repository
from entire.setup.enable import Known, default_agents

_TITLE = "Enable which agents?"
_NAME_CELLS = 16


def by_names(repo: Repository, names: Sequence[str]) -> list[Agent]:
    """The agents that a person named, also those that did not come with entire. Raises EntireError."""
    if any(not name.strip() for name in names):
        known = (f"{name} (default)" if name == registry.DEFAULT else name for name in registry.names())
        raise EntireError("missing agent name", f"known agents: {', '.join(known)}")
    resolve.named(repo, names)
    return [registry.by_name(name) for name in dict.fromkeys(map(registry.full_name, names))]


def pick(known: Sequence[Known]) -> list[Agent] | None:
    """Show a menu, with the agents that were found first; None if cancelled."""
    order = sorted(known, key=lambda one: not one.found)
    choices = [ask.Choice(one.agent.NAME, label(one)) for one in order]
    chosen = ask.choose_many(_TITLE, choices, [agent.NAME for agent in default_agents(known)])
    if chosen is None:
        return None
    keys = {choice.key for choice in chosen}
    return [one.agent for one in known if one.agent.NAME in keys]


def label(one: Known) -> str:
    """Pure: an agent and whether it was found."""
    signs = [
        "already enabled" if one.installed else "used here" if one.here else "",
        f"`{one.command}` is on PATH" if one.command else "",
    ]
    what = ", ".join(filter(None, signs)) or "not found"
    return f"{pad(output.safe(one.agent.TYPE), _NAME_CELLS)} {what}"
