"""The only door to google-re2: loaded late, and its absence is an error that stops the write."""

from __future__ import annotations

from entire.core.errors import EntireError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_compiled: dict[bytes, Any] = {}


class RedactionUnavailable(EntireError):
    """The engine cannot run, so nothing may be written where it could be pushed (I4)."""


def pattern(source: bytes) -> Any:
    """Compile once a process; re2 matches in linear time whatever the input, so text cannot stall a hook."""
    found = _compiled.get(source)
    if found is None:
        found = _compiled[source] = _load().compile(source)
    return found


def _load() -> Any:
    try:
        import re2
    except ImportError as error:
        raise RedactionUnavailable(
            f"secrets cannot be redacted: {error}",
            "Nothing was written. Install the missing library: pip install google-re2",
        ) from error
    return re2
