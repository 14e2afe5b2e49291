"""Only the user decides who gets a conversation: settings that came with the repository do not (I4, I6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entire.core import settings
from entire.core.errors import EntireError
from entire.core.settings import LOCAL_FILE
from entire.git.repository import Repository
from entire.git.worktree.own_file import is_own_file
from entire.summarize.options import KEY, Options
from entire.summarize.providers import Provider


def check(repo: Repository, chosen: Options, provider: Provider, agent: str, *, asked: bool) -> None:
    """Raise EntireError if the user did not choose this provider.

    ``agent`` had the conversation: its own program learns nothing new, so it needs no permission. Without a
    choice in the settings, it is enough that the user ``asked`` for the summary.
    """
    if not chosen.command and (provider.agent == agent or (asked and not chosen.provider)):
        return
    local = _local(repo)
    if local and (local.get("command") or not chosen.command) and is_own_file(repo, LOCAL_FILE):
        return
    hint = f"to allow it, set it in {LOCAL_FILE}, which is yours alone"
    if chosen.command:
        raise EntireError(f"refusing to run {KEY}.command, which came with the repository", hint)
    raise EntireError(f"refusing to send a conversation with {agent or 'an agent'} to {provider.name}", hint)


def _local(repo: Repository) -> Mapping[str, Any]:
    """Return `summarize` of the local file, which replaces the team's as a whole."""
    try:
        local = settings.load_file(repo.worktree, LOCAL_FILE)
    except (ValueError, OSError):
        return {}
    chosen = local.strategy_options.get("summarize") if local else None
    return chosen if isinstance(chosen, dict) else {}
