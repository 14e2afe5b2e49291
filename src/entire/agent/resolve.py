"""Look for agents that did not come with entire: programs on PATH, and entry points of Python packages.

Commands do this when a person enables, lists or checks agents. Hooks never do.
"""

from __future__ import annotations

from collections.abc import Sequence

from entire.agent import plugins, registry
from entire.agent.external import PREFIX, allowed, find
from entire.agent.external import info as infos
from entire.agent.plugins import Plugin
from entire.core.errors import EntireError
from entire.git.repository import Repository

GROUP = "entire.agents"  # of entry points


def named(repo: Repository, names: Sequence[str]) -> None:
    """Make agents known that a person named. Raises EntireError for a program that may not be used."""
    for name in map(registry.full_name, names):
        if name in registry.AGENTS:
            continue
        plugin = _python(repo).get(name) or _program(repo, name)
        if plugin is not None:
            _check_type(repo, plugin)
            plugins.offer(repo, plugin)


def discover(repo: Repository) -> list[str]:
    """Make all agents known that are found. Returns why some programs are not."""
    problems: list[str] = []
    for plugin in _python(repo).values():
        _offer(repo, plugin, problems)
    if allowed.is_allowed(repo):
        for name, path in find.programs().items():
            if name in registry.names():
                continue
            try:
                info = infos.ask(path, repo.worktree, name)
            except EntireError as error:
                problems.append(f"{PREFIX}{name}: {error.message}")
                continue
            _offer(repo, Plugin(name, info.type, info=info), problems)
    return problems


def _offer(repo: Repository, plugin: Plugin, problems: list[str]) -> None:
    try:
        _check_type(repo, plugin)
    except EntireError as error:
        problems.append(error.message)
    else:
        plugins.offer(repo, plugin)


def _check_type(repo: Repository, plugin: Plugin) -> None:
    """Checkpoints know an agent by its type: no two may have the same."""
    taken = {known: name for name, (_, known) in registry.AGENTS.items()}
    taken |= {agent.TYPE: agent.NAME for agent in plugins.every()}
    if plugin.type.strip() in ("", "Agent") or taken.get(plugin.type, plugin.name) != plugin.name:
        raise EntireError(f"{plugin.name}: calls itself {plugin.type!r}, which is another agent's name")


def _program(repo: Repository, name: str) -> Plugin | None:
    path = find.program(name)
    if not path:
        return None
    if not allowed.is_allowed(repo):
        raise EntireError(f"refusing to run {path}: external agents are turned off here", allowed.HINT)
    info = infos.ask(path, repo.worktree, name)
    return Plugin(name, info.type, info=info)


def _python(repo: Repository) -> dict[str, Plugin]:
    """The agents of installed packages. Each is loaded once, to learn its type."""
    from importlib.metadata import entry_points

    found: dict[str, Plugin] = {}
    for point in entry_points(group=GROUP):
        if point.name in registry.AGENTS or point.name in found or not find.is_name(point.name):
            continue
        plugin = Plugin(point.name, "", point.module, point.attr or "")
        try:
            agent = plugins.load(plugin, repo.worktree)
            found[point.name] = plugin.replace(type=str(agent.TYPE))
        except Exception:  # a package that is broken is not an agent
            continue
    return found
