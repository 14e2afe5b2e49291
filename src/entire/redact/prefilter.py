r"""Where in raw bytes could a rule match? One linear pass, so that clean text costs almost nothing.

Raw bytes may be escaped JSON. Of all escapes only `\u00XX` can spell a key-like character, so without it
every run of the decoded text stands in the raw bytes too (perhaps with an escape's letter in front); with it,
we must look.
"""

from entire.redact.engine import pattern
from entire.redact.entropy import MIN_DISTINCT, RUN

SHORTEST = MIN_DISTINCT
"""No rule matches fewer bytes, however they are escaped."""

# `\u003c`, `\u003e` and `\u0026` are what Go writes for < > &: common in clean text, and never part of a run.
_HIDES = rb"\\u00(?:2[0-57-9a-fA-F]|3[0-9abdfABDF]|[4-7][0-9a-fA-F])"


def suspects(raw: bytes) -> list[int]:
    """Offsets, ascending, of what needs a closer look; empty means that no rule matches anywhere."""
    if len(raw) < SHORTEST:
        return []
    spans = [match.span() for match in pattern(RUN + rb"|" + _HIDES).finditer(raw)]
    return [start for start, end in spans if raw[start] == 0x5C or _varied(raw[start:end])]


def _varied(run: bytes) -> bool:
    return len(set(run)) >= MIN_DISTINCT
