"""Only the user decides who gets a conversation: settings that came with the repository do not (I4, I6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entire.core.errors import EntireError
from entire.core.settings import LOCAL_FILE, Settings
from entire.git.repository import Repository
from entire.git.worktree.own_settings import first_own
from entire.summarize.options import KEY, Options
from entire.summarize.providers import Provider


def check(repo: Repository, chosen: Options, provider: Provider, agent: str, *, asked: bool) -> None:
    """Raise EntireError if the user did not choose this provider.

    ``agent`` had the conversation: its own program learns nothing new, so it needs no permission. Without a
    choice in the settings, it is enough that the user ``asked`` for the summary.
    """
    if not chosen.command and (provider.agent == agent or (asked and not chosen.provider)):
        return
    own: Mapping[str, Any] = first_own(repo, _options) or {}
    if own and (own.get("command") or not chosen.command):
        return
    hint = f"to allow it, set it in {LOCAL_FILE}, which is yours alone"
    if chosen.command:
        raise EntireError(f"refusing to run {KEY}.command, which came with the repository", hint)
    raise EntireError(f"refusing to send a conversation with {agent or 'an agent'} to {provider.name}", hint)


def _options(local: Settings) -> Mapping[str, Any] | None:
    """`summarize` of a local file, which replaces the team's as a whole."""
    chosen = local.strategy_options.get("summarize")
    return chosen if isinstance(chosen, dict) else None
