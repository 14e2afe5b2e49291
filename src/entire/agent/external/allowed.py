"""Whether programs of external agents may be run: only the user decides, in a file of their own (I6)."""

from __future__ import annotations

from entire.agent.external import OPTION
from entire.core.settings import LOCAL_FILE, Settings
from entire.git.repository import Repository
from entire.git.worktree import own_settings

HINT = (
    f'to allow it, put {{"strategy_options": {{"{OPTION}": true}}}} into {LOCAL_FILE}, which is yours alone'
)


def is_allowed(repo: Repository) -> bool:
    """Whether the user's own settings allow it. A file that came with the repository cannot.

    Where the worktree is gone, so are its settings: then the main worktree's count.
    """
    return own_settings.first_own(repo, choice) is True


def choice(local: Settings) -> object:
    """Pure: by our key, or by the reference's, which is at the top; None if the file does not say."""
    return local.strategy_options.get(OPTION, local.extra.get(OPTION))
