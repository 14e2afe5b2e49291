"""Match text: character by character, or with regular expressions that are compiled on first use.

Importing `re` costs a hook as much as three git calls, and each pattern half of one: hooks that need none
should not pay for it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any, AnyStr


DIGITS = "0123456789"
HEX = DIGITS + "abcdef"
HEX_ANY_CASE = HEX + "ABCDEF"
ALPHANUMERIC = DIGITS + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def made_of(text: str, letters: str, least: int, most: int) -> bool:
    """Whether ``text`` consists of these characters, and has ``least`` to ``most`` of them."""
    return least <= len(text) <= most and not text.strip(letters)


class _Later:
    """A pattern that compiles itself on first use."""

    def __init__(self, source: str | bytes) -> None:
        self._source = source
        self._compiled: re.Pattern[Any] | None = None

    def __getattr__(self, name: str) -> Any:
        if self._compiled is None:
            import re

            self._compiled = re.compile(self._source)
        return getattr(self._compiled, name)


def pattern(source: AnyStr) -> re.Pattern[AnyStr]:
    """Return a stand-in for `re.compile(source)`; write flags into the source: ``(?m)``."""
    return _Later(source)  # type: ignore[return-value]
