"""The scripted client of each agent that entire knows: the module that is named like the agent's package.

And that of an agent from outside, which must be allowed and installed first.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from tools.clients import external
from tools.clients.client import Client, Run

from entire.agent import registry


def session(
    name: str, root: str, env: dict[str, str], session_id: str = "", run: Run | None = None
) -> Client:
    """A session of an agent, given the name that people type."""
    package = "external" if name == external.NAME else registry.AGENTS[name][0].split(".")[2]
    module: Any = importlib.import_module(f"tools.clients.{package}")
    made: Client = module.Session(root, env, session_id, run)
    return made


def names() -> list[str]:
    return registry.names()


def names_with_external() -> list[str]:
    return [*registry.names(), external.NAME]


def type_of(name: str) -> str:
    return external.TYPE if name == external.NAME else registry.AGENTS[name][1]


def admit(name: str, root: Path, env: dict[str, str]) -> None:
    """Do what an agent needs before it can be enabled in a work tree: `bin` in the home is on the PATH."""
    if name != external.NAME:
        return
    external.allow(root)
    folder = Path(env["HOME"]) / "bin"
    if not folder.exists():
        external.install(root, env, folder)
