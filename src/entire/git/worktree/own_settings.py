"""The settings of a worktree: in a linked one, the user's own settings of the main one hold as well."""

from __future__ import annotations

import os

from entire.core import settings
from entire.core.settings import LOCAL_FILE, PROJECT_FILE, Loaded, Settings
from entire.core.value import Value
from entire.git.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any


class Source(Value):
    """A settings file that holds in a worktree."""

    root: str
    name: str
    shown: str  # for people: with its folder, if it is in another worktree


def load(repo: Repository) -> Loaded:
    """Load the settings. Only a linked worktree costs more than reading two files."""
    if not repo.worktree_id:
        return settings.load(repo.worktree)
    return settings.load(repo.worktree, inherited_from(repo), lambda: _is_own(repo))


def inherited_from(repo: Repository) -> str:
    """Return the main worktree if its local settings apply here, too; otherwise an empty string."""
    if not repo.worktree_id:
        return ""
    from entire.git.worktree.main import main_worktree

    return main_worktree(repo)


def inherited(repo: Repository) -> dict[str, Any]:
    """Return the settings of that worktree, or nothing if it has none or they cannot be read."""
    main = inherited_from(repo)
    try:
        return (settings.read_file(main, LOCAL_FILE) if main else None) or {}
    except (ValueError, OSError):
        return {}


def sources(repo: Repository) -> list[Source]:
    """The settings files that hold here, the one that overrides last."""
    main = inherited_from(repo)
    above = [Source(main, LOCAL_FILE, os.path.join(main, LOCAL_FILE))] if main else []
    here = [Source(repo.worktree, name, name) for name in (PROJECT_FILE, LOCAL_FILE)]
    return [here[0], *above, here[1]]


def first_own(repo: Repository, get: Callable[[Settings], Any]) -> Any:
    """What the user chose, in a local file that did not come with the repository (I6).

    ``get`` returns None for a file that does not say: then the next one counts.
    """
    for place in _places(repo):
        try:
            local = settings.load_file(place.worktree, LOCAL_FILE)
        except (ValueError, OSError):
            continue
        chosen = get(local) if local is not None else None
        if chosen is not None and _is_own(place):
            return chosen
    return None


def is_own_choice(repo: Repository, options: Mapping[str, Any], key: str) -> bool:
    """Whether the user chose this option, in a file that did not come with the repository (I6)."""
    chosen = first_own(repo, lambda local: local.strategy_options.get(key))
    return bool(chosen) and chosen == options.get(key)


def _places(repo: Repository) -> Iterator[Repository]:
    """The worktrees whose local settings hold here, the one that overrides first."""
    yield repo
    if repo.worktree_id:
        from entire.git.worktree.main import open_main

        main = open_main(repo)
        if main is not None:
            yield main


def _is_own(repo: Repository) -> bool:
    from entire.git.worktree.own_file import is_own_file

    return is_own_file(repo, LOCAL_FILE)
