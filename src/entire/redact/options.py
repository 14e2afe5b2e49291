"""The settings of redaction, loaded with the first text to redact."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


class _Chosen:
    """The settings of this process, set at its start."""

    load: Callable[[], Mapping[str, Any]] = dict
    pii: dict[str, Any] | None = None


def configure(load: Callable[[], Mapping[str, Any]]) -> None:
    """Set the function that loads `redaction` from the settings; it is called once, when first needed."""
    _Chosen.load = staticmethod(load)
    _Chosen.pii = None


def pii() -> dict[str, Any]:
    """Return `redaction.pii` if it is enabled; empty otherwise."""
    if _Chosen.pii is None:
        _Chosen.pii = pii_of(_Chosen.load())
    return _Chosen.pii


def pii_of(redaction: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings for personal data; empty unless enabled."""
    chosen = redaction.get("pii")
    return chosen if isinstance(chosen, dict) and chosen.get("enabled") is True else {}


def signature() -> str:
    """Return a text that is different for different settings; empty for the default."""
    if not pii():
        return ""
    import zlib

    from entire.core import json_text

    text = json_text.encode_line({key: pii()[key] for key in sorted(pii())})
    return f"-{zlib.crc32(text.encode('utf-8', 'replace')):08x}"
