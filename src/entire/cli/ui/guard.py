"""Commands that have nothing to do where entire is switched off."""

from __future__ import annotations

from entire.cli.ui import output
from entire.core import settings
from entire.git.repository import Repository


def is_off(repo: Repository) -> bool:
    """Whether somebody switched it off here; if so, that is said in one line."""
    loaded = settings.load(repo.worktree)
    if not loaded.present or loaded.enabled:
        return False
    output.line("Entire is disabled here. Run `entire enable` to turn it on.")
    return True
