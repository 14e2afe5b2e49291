"""Find personal data, if enabled: email addresses, phone numbers, street addresses, custom patterns."""

from __future__ import annotations

from entire.core import log
from entire.core.value import Value
from entire.redact import options
from entire.redact.engine import BadPattern, pattern
from entire.redact.regions import Region

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_EMAIL = rb"\b[a-zA-Z0-9._%+\-]+@[a-zA-Z0-9.\-]+\.[a-zA-Z]{2,}\b"
_PHONE = (
    rb"\+1[-.\s]?\(?\d{3}\)?[-.\s]?\d{3}[-.\s]?\d{4}"
    rb"|(?:1[-\s])?\(\d{3}\)\s?\d{3}[-.\s]?\d{4}"
    rb"|(?:1[-\s])?\d{3}[-\s]\d{3}[-\s]\d{4}"
)
_ADDRESS = (
    rb"\d{1,5}\s+[A-Z][a-zA-Z]+(?:\s+[A-Z][a-zA-Z]+)*\s+(?:St(?:reet)?|Ave(?:nue)?|Blvd|Boulevard|Dr(?:ive)?|Ln|Lane"
    rb"|Rd|Road|Ct|Court|Pl(?:ace)?|Way|Cir(?:cle)?|Ter(?:race)?|Pkwy|Parkway)\.?"
)
_SPACE = rb"(?:[-. \t\r\n]|\\+[nrt])"  # in raw bytes, possibly escaped
_NOBODY = (b"noreply@", b"actions@", b"git@")
_NOWHERE = (b"@users.noreply.github.com", b"@noreply.github.com")


_known: list[tuple[Mapping[str, Any], list[Kind]]] = []


class Kind(Value):
    """One kind of personal data."""

    label: str
    source: bytes
    custom: bool = False

    def find(self, text: bytes) -> list[Region]:
        spans = [match.span() for match in pattern(self.source, unicode=self.custom).finditer(text)]
        return [
            Region(start, end, f"pii-{self.label.lower()}", self.label)
            for start, end in spans
            if end > start and not (self.label == "EMAIL" and _is_nobody(text[start:end].lower()))
        ]


def kinds(chosen: Mapping[str, Any]) -> list[Kind]:
    """Return the kinds that `redaction.pii` enables, without invalid patterns (see `problems`)."""
    if not chosen:
        return []
    found = [
        Kind(label, source)
        for label, source, default in (
            ("EMAIL", _EMAIL, True),
            ("PHONE", _PHONE, True),
            ("ADDRESS", _ADDRESS, False),
        )
        if chosen.get(label.lower(), default) is True
    ]
    return found + [kind for kind in _custom(chosen) if not _problem(kind)]


def problems(redaction: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with patterns in the settings."""
    return list(filter(None, map(_problem, _custom(options.pii_of(redaction)))))


def active() -> bool:
    return bool(options.pii())


def suspects(raw: bytes) -> list[tuple[int, int]]:
    """Return where raw bytes may contain personal data; everywhere, if there are custom patterns."""
    wanted = _wanted()
    if any(kind.custom for kind in wanted):
        return [(0, len(raw))]
    source = b"|".join(kind.source for kind in wanted)
    for space in (rb"[-.\s]", rb"[-\s]", rb"\s"):
        source = source.replace(space, _SPACE)
    return [match.span() for match in pattern(source).finditer(raw)] if source else []


def regions(text: bytes) -> list[Region]:
    """Return the personal data in an unescaped text."""
    return [region for kind in _wanted() for region in kind.find(text)]


def _wanted() -> list[Kind]:
    """Return the enabled kinds, computed once per process."""
    chosen = options.pii()
    if not _known or _known[0][0] is not chosen:
        _known[:] = [(chosen, kinds(chosen))]
        for problem in map(_problem, _custom(chosen)):
            if problem:
                log.warn("ignoring a setting", component="redact", error=problem)
    return _known[0][1]


def _custom(chosen: Mapping[str, Any]) -> list[Kind]:
    given = chosen.get("custom_patterns")
    if not isinstance(given, dict):
        return []
    return [
        Kind(_label(name), source.encode("utf-8", "replace") if isinstance(source, str) else b"(", True)
        for name, source in given.items()
    ]


def _label(name: str) -> str:
    """Convert a name to upper case, with only characters that a mark allows."""
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in name.upper()) or "CUSTOM"


def _problem(kind: Kind) -> str:
    try:
        pattern(kind.source, unicode=True)
    except BadPattern as error:
        return f"redaction.pii.custom_patterns: {kind.label.lower()}: {error.message}"
    return ""


def _is_nobody(address: bytes) -> bool:
    """Whether an email address belongs to a machine."""
    return address.startswith(_NOBODY) or address.endswith(_NOWHERE)
