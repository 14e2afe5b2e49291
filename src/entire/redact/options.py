"""What people chose in the settings, asked for when the first text is redacted."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


class _Chosen:
    """Of this process: set where it begins, as the log is."""

    load: Callable[[], Mapping[str, Any]] = dict
    pii: dict[str, Any] | None = None


def configure(load: Callable[[], Mapping[str, Any]]) -> None:
    """``load`` gives the settings' `redaction`; called once, and only if there is something to redact."""
    _Chosen.load = staticmethod(load)
    _Chosen.pii = None


def pii() -> dict[str, Any]:
    """`redaction.pii` where it is enabled, else nothing."""
    if _Chosen.pii is None:
        _Chosen.pii = pii_of(_Chosen.load())
    return _Chosen.pii


def pii_of(redaction: Mapping[str, Any]) -> dict[str, Any]:
    """The part of the settings that says which personal data is redacted; empty unless that is on."""
    chosen = redaction.get("pii")
    return chosen if isinstance(chosen, dict) and chosen.get("enabled") is True else {}


def signature() -> str:
    """Differs where the choice does; empty without one."""
    if not pii():
        return ""
    import binascii

    from entire.core import json_text

    text = json_text.encode_line({key: pii()[key] for key in sorted(pii())})
    return f"-{binascii.crc32(text.encode('utf-8', 'replace')):08x}"
