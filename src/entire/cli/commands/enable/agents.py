"""Which agents to listen to."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import NamedTuple

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.cli.ui import ask, output
from entire.cli.ui.screen import pad
from entire.core.errors import EntireError

_TITLE = "Which agents shall be remembered?"
_NAME_CELLS = 16


class Known(NamedTuple):
    """An agent that we know, and what there is of it."""

    agent: Agent
    installed: bool  # it has our hooks
    here: bool  # the work tree has files of its own
    command: str  # its command, if that is on PATH

    @property
    def found(self) -> bool:
        return self.installed or self.here or bool(self.command)


def survey(root: str) -> list[Known]:
    return [
        Known(agent, agent.installed(root), agent.is_present(root), _command(agent))
        for agent in registry.every()
    ]


def _command(agent: Agent) -> str:
    name = agent.resume_command("x").split()[0]
    return name if shutil.which(name) else ""


def usual(known: Sequence[Known]) -> list[Agent]:
    """Pure: those that are used in this work tree; else those on the machine; else the default one."""
    used = [one.agent for one in known if one.installed or one.here]
    found = [one.agent for one in known if one.found]
    return used or found or [one.agent for one in known if one.agent.NAME == registry.DEFAULT]


def by_names(names: Sequence[str]) -> list[Agent]:
    if any(not name.strip() for name in names):
        known = (f"{name} (default)" if name == registry.DEFAULT else name for name in registry.names())
        raise EntireError("missing agent name", f"known agents: {', '.join(known)}")
    return [registry.by_name(name) for name in dict.fromkeys(names)]


def pick(known: Sequence[Known]) -> list[Agent] | None:
    """Let a person choose; None if they would rather not. What was found comes first."""
    order = sorted(known, key=lambda one: not one.found)
    choices = [ask.Choice(one.agent.NAME, label(one)) for one in order]
    chosen = ask.choose_many(_TITLE, choices, [agent.NAME for agent in usual(known)])
    if chosen is None:
        return None
    keys = {choice.key for choice in chosen}
    return [one.agent for one in known if one.agent.NAME in keys]


def label(one: Known) -> str:
    """Pure: an agent, and why one might want it."""
    signs = [
        "remembered already" if one.installed else "used here" if one.here else "",
        f"`{one.command}` on this machine" if one.command else "",
    ]
    what = ", ".join(filter(None, signs)) or "not found"
    return f"{pad(output.safe(one.agent.TYPE), _NAME_CELLS)} {what}"
