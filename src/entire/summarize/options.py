"""`strategy_options.summarize` in the settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from entire.core.errors import EntireError
from entire.core.value import Value

KEY = "strategy_options.summarize"
SECONDS = 120.0
_MAX_SECONDS = 3600
_MODEL = re.compile(
    r"[A-Za-z0-9][\w.:/@\[\]-]{0,199}\Z"
)  # not an option of the command: settings come with the repository


class Options(Value):
    """The chosen options; empty if not set."""

    provider: str = ""
    model: str = ""
    command: tuple[str, ...] = ()  # instead of a provider
    seconds: float = SECONDS


def read(strategy_options: Mapping[str, Any]) -> Options:
    """Parse the options. Pure. Raises EntireError for an invalid value."""
    value = strategy_options.get("summarize")
    chosen: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    model = _text(chosen, "model")
    if model and not _MODEL.match(model):
        raise _wrong("model", "a model name")
    return Options(_text(chosen, "provider"), model, _command(chosen.get("command")), _seconds(chosen))


def _text(chosen: Mapping[str, Any], key: str) -> str:
    value = chosen.get(key) or ""
    if not isinstance(value, str):
        raise _wrong(key, "a string")
    return value


def _command(value: Any) -> tuple[str, ...]:
    """Parse a list of arguments, or a line for the shell."""
    if not value:
        return ()
    if isinstance(value, str):
        return ("sh", "-c", value)
    if isinstance(value, list) and all(isinstance(word, str) and "\0" not in word for word in value):
        return tuple(value)
    raise _wrong("command", "a shell command or a list of arguments")


def _seconds(chosen: Mapping[str, Any]) -> float:
    value = chosen.get("timeout_seconds", SECONDS)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= _MAX_SECONDS:
        raise _wrong("timeout_seconds", f"a number up to {_MAX_SECONDS}")
    return float(value)


def _wrong(key: str, expected: str) -> EntireError:
    return EntireError(f"{KEY}.{key} in the settings must be {expected}", "see docs/summaries.md")
