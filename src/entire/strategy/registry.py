"""All strategies, by name. A strategy's module is imported on first use."""

from __future__ import annotations

from entire.core.settings import DEFAULT_STRATEGY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.strategy.protocol import Strategy

MODULES = {
    "manual-commit": "entire.strategy.manual_commit",
    "auto-commit": "entire.strategy.auto_commit.strategy",
}

# Names of strategies in early versions of the reference.
_LEGACY = {"shadow": "manual-commit", "dual": "auto-commit"}


def current_name(name: str) -> str:
    """The current name of a strategy, for the name in the settings, which may be an old one."""
    return _LEGACY.get(name, name)


def is_known(name: str) -> bool:
    return current_name(name) in MODULES


def makes_commits(name: str) -> bool:
    """Whether the strategy that a checkpoint names, perhaps by an old name, made the checkpoint's commit."""
    return is_known(name) and get(name).MAKES_COMMITS


def note(name: str) -> str:
    """A note to show if the settings name a strategy that we do not have; empty if we have it."""
    if is_known(name):
        return ""
    return f"{unavailable(name)}: sessions are recorded as {DEFAULT_STRATEGY}"


def unavailable(name: str) -> str:
    """Say that we do not have a strategy. The name may come from a file in the repository (I6)."""
    from entire.core.text import one_line

    current = current_name(name)
    now = "" if current == name else f" (now {current})"
    return f'strategy "{one_line(name, 60)}"{now} is not available'


def get(name: str) -> Strategy:
    """The strategy that the settings name, or the default if we do not have it."""
    known = current_name(name) if is_known(name) else DEFAULT_STRATEGY
    # Importing `importlib` would cost more than importing the module.
    module: Any = __import__(MODULES[known], fromlist=["strategy"])
    strategy: Strategy = module
    return strategy
