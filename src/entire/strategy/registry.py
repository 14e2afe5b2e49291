"""All strategies, by name. A module is imported when it is asked for."""

from __future__ import annotations

from entire.core.settings import DEFAULT_STRATEGY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from entire.strategy.protocol import Strategy

MODULES = {"manual-commit": "entire.strategy.manual_commit.strategy"}

# Names that strategies had in early versions of the reference.
_LEGACY = {"shadow": "manual-commit", "dual": "auto-commit"}


def current_name(name: str) -> str:
    """The name that a strategy has today, for one that settings may still call by its old name."""
    return _LEGACY.get(name, name)


def is_known(name: str) -> bool:
    return current_name(name) in MODULES


def note(name: str) -> str:
    """What to say where the settings name a strategy that we do not have; empty where they do not."""
    if is_known(name):
        return ""
    return f'strategy "{name[:60]}" is not available: sessions are recorded as {DEFAULT_STRATEGY}'


def get(name: str) -> Strategy:
    """The strategy that the settings name; for one that we do not have, the default."""
    known = current_name(name) if is_known(name) else DEFAULT_STRATEGY
    # `importlib` does the same, but is more to load than the module.
    module: Any = __import__(MODULES[known], fromlist=["strategy"])
    strategy: Strategy = module
    return strategy
