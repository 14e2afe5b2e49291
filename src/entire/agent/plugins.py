"""Agents that did not come with entire: Python modules, and programs of their own.

They are looked for when a person enables one (`agent/resolve.py`), and noted in the git directory, which no
repository brings along. Hooks read the note: they look for nothing, and load one agent.
"""

from __future__ import annotations

import os

from entire.agent.external.info import Info, checked
from entire.core import files, json_text, log
from entire.core.errors import EntireError
from entire.core.value import Value
from entire.git.errors import NotARepository
from entire.git.repository import Repository, open_repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.agent.protocol import Agent

FILE = "entire-agents.json"  # in the git common directory
_MOST = 100


class Plugin(Value):
    """Where an agent is."""

    name: str
    type: str
    module: str = ""  # of a Python agent; `attribute` if it is not the module itself
    attribute: str = ""
    info: Info | None = None  # of a program


class _Seen:
    """Of this process: it works in one repository."""

    plugins: dict[str, dict[str, Plugin]] = {}  # by git directory and name
    agents: dict[tuple[str, str], Agent] = {}
    allowed: dict[str, bool] = {}


def by_name(name: str) -> Agent | None:
    """The agent of this name that was enabled here. Raises EntireError if its program may not be run."""
    repo = _repository()
    plugin = _plugins(repo).get(name) if repo is not None else None
    if repo is None or plugin is None:
        return None
    if not _may_run(repo, plugin):
        from entire.agent.external.allowed import HINT

        raise EntireError(f"{plugin.type} is an external agent, and these are turned off here", HINT)
    return _load(repo, plugin)


def by_type(agent_type: str, place: Repository | None = None) -> Agent | None:
    """The agent that checkpoints name so; None if it is not known, or may not be run in that worktree."""
    return next((agent for agent in every(place) if agent_type == agent.TYPE), None)


def every(place: Repository | None = None) -> list[Agent]:
    """All that were enabled here, and can be used."""
    repo = place or _repository()
    plugins = _plugins(repo).values() if repo is not None else ()
    found = [_load(repo, plugin) for plugin in plugins if repo is not None and _may_run(repo, plugin)]
    return [agent for agent in found if agent is not None]


def refused(repo: Repository) -> list[Plugin]:
    """Programs that were enabled here, but may not be run now."""
    return [plugin for plugin in _plugins(repo).values() if not _may_run(repo, plugin)]


def offer(repo: Repository, plugin: Plugin) -> None:
    """Let this process use an agent that was just found. Nothing is written."""
    _plugins(repo)[plugin.name] = plugin
    _Seen.agents.pop((repo.worktree, plugin.name), None)


def remember(repo: Repository, names: list[str]) -> None:
    """Note where agents are that are being enabled, for hooks. The caller holds the lock."""
    noted = _read(repo)
    fresh = {name: plugin for name, plugin in _plugins(repo).items() if name in names}
    if all(noted.get(name) == plugin for name, plugin in fresh.items()):
        return
    document = {"agents": {name: _to_json(plugin) for name, plugin in (noted | fresh).items()}}
    files.write_atomic(_path(repo), json_text.encode(document))


def _repository() -> Repository | None:
    try:
        return open_repository()
    except (EntireError, NotARepository, OSError):
        return None


def _may_run(repo: Repository, plugin: Plugin) -> bool:
    if plugin.info is None:
        return True
    if repo.worktree not in _Seen.allowed:
        from entire.agent.external.allowed import is_allowed

        _Seen.allowed[repo.worktree] = is_allowed(repo)
    return _Seen.allowed[repo.worktree]


def _load(repo: Repository, plugin: Plugin) -> Agent | None:
    """The agent; None if its module cannot be loaded."""
    key = (repo.worktree, plugin.name)
    if key not in _Seen.agents:
        try:
            _Seen.agents[key] = load(plugin, repo.worktree)
        except Exception as error:  # whatever a module that is not ours does
            log.error("cannot load an agent", agent=plugin.name, error=f"{type(error).__name__}: {error}")
            return None
    return _Seen.agents[key]


def load(plugin: Plugin, root: str) -> Agent:
    """Import the module, or wrap the program. Raises whatever the module raises."""
    if plugin.info is not None:
        from entire.agent.external.adapter import External

        external: Agent = External(plugin.info, root)
        return external
    module: Any = __import__(plugin.module, fromlist=["agent"])
    agent: Agent = getattr(module, plugin.attribute) if plugin.attribute else module
    return agent


def _plugins(repo: Repository) -> dict[str, Plugin]:
    if repo.common_dir not in _Seen.plugins:
        _Seen.plugins[repo.common_dir] = _read(repo)
    return _Seen.plugins[repo.common_dir]


def _path(repo: Repository) -> str:
    return os.path.join(repo.common_dir, FILE)


def _read(repo: Repository) -> dict[str, Plugin]:
    try:
        data = files.read(_path(repo), files.SMALL)
        document = json_text.decode(data) if data is not None else {}
    except (OSError, ValueError):
        return {}
    noted = document.get("agents") if isinstance(document, dict) else None
    rows = list(noted.items())[:_MOST] if isinstance(noted, dict) else []
    found = (_from_json(name, raw) for name, raw in rows if isinstance(raw, dict))
    return {plugin.name: plugin for plugin in found if plugin is not None}


def _to_json(plugin: Plugin) -> dict[str, Any]:
    if plugin.info is not None:
        return {"info": plugin.info.to_json()}
    return {"type": plugin.type, "module": plugin.module, "attribute": plugin.attribute}


def _from_json(name: str, raw: dict[str, Any]) -> Plugin | None:
    if isinstance(raw.get("info"), dict):
        try:
            info = checked(raw["info"], name)
        except EntireError:
            return None
        return Plugin(name, info.type, info=info)
    values = [raw.get(key, "") for key in ("type", "module", "attribute")]
    if not all(isinstance(value, str) for value in values) or not values[0] or not values[1]:
        return None
    return Plugin(name, *values)
