"""The scripted client of each agent that entire knows: the module that is named like the agent's package."""

from __future__ import annotations

import importlib
from typing import Any

from tools.clients.client import Client, Run

from entire.agent import registry


def session(
    name: str, root: str, env: dict[str, str], session_id: str = "", run: Run | None = None
) -> Client:
    """A session of an agent, given the name that people type."""
    package = registry.AGENTS[name][0].split(".")[2]
    module: Any = importlib.import_module(f"tools.clients.{package}")
    made: Client = module.Session(root, env, session_id, run)
    return made


def names() -> list[str]:
    return registry.names()
