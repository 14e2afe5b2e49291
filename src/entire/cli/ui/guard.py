"""Commands that do nothing if entire is disabled."""

from __future__ import annotations

from entire.cli.ui import output
from entire.core import settings
from entire.git.repository import Repository


def is_off(repo: Repository) -> bool:
    """Whether entire is disabled here; if so, say it."""
    loaded = settings.load(repo.worktree)
    if not loaded.present or loaded.enabled:
        return False
    output.line("Entire is disabled here. Run `entire enable` to turn it on.")
    return True
