"""Shell completion of ids and branches."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from entire.core.errors import EntireError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from entire.git.repository import Repository

    Items = list[CompletionItem]
    Complete = Callable[[click.Context, click.Parameter, str], Items]

_MOST = 200
# Safe in a shell without quotes: completing a name such as `$(…)` must not run it (I6).
_SAFE = re.compile(r"[\w.,/@+=:%-]+")


def _completion(names: Callable[[Repository], list[tuple[str, str]]]) -> Complete:
    """Complete names from the current repository, each with a short description."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> Items:
        from click.shell_completion import CompletionItem

        from entire.core.text import one_line
        from entire.git.repository import open_repository

        try:
            found = names(open_repository())
        except (EntireError, OSError):
            return []
        started = [one for one in found if one[0].startswith(incomplete) and _SAFE.fullmatch(one[0])]
        return [CompletionItem(name, help=one_line(about, 60)) for name, about in started[:_MOST]]

    return complete


def _sessions(repo: Repository) -> list[tuple[str, str]]:
    from entire.session.store import Store

    return [(state.session_id, state.last_prompt or state.first_prompt) for state in Store(repo).all()]


def _checkpoints(repo: Repository) -> list[tuple[str, str]]:
    from entire.cli.reading import open_index

    with open_index(repo) as index:
        return [(id, "") for id in index.ids()]


def _agents(repo: Repository) -> list[tuple[str, str]]:
    from entire.agent import registry

    return [(agent.NAME, agent.TYPE) for agent in registry.every()]


def _branches(repo: Repository) -> list[tuple[str, str]]:
    from entire.git import refs

    names = (ref.name.removeprefix(refs.BRANCHES) for ref in refs.listing(repo, refs.BRANCHES))
    return [(name, "") for name in names if not name.startswith("entire/")]


def _links(repo: Repository) -> list[tuple[str, str]]:
    return [*_sessions(repo), *_checkpoints(repo)]


sessions = _completion(_sessions)
links = _completion(_links)
checkpoints = _completion(_checkpoints)
agents = _completion(_agents)
branches = _completion(_branches)
