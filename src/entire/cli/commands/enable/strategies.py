"""Which strategy to use."""

from __future__ import annotations

from entire.cli.ui import ask
from entire.cli.ui.screen import pad
from entire.strategy import registry

_TITLE = "How is the work of agents committed?"
_NAME_CELLS = 14


def pick() -> str | None:
    """Show a menu, with the default first; returns a name, None if cancelled."""
    choices = [ask.Choice(name, label(name)) for name in registry.MODULES]
    chosen = ask.choose(_TITLE, choices)
    return chosen.key if chosen is not None else None


def label(name: str) -> str:
    return f"{pad(name, _NAME_CELLS)} {registry.get(name).SUMMARY}"
