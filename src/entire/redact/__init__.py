"""Redaction: all text passes here before it goes to a ref that can be pushed (invariant I4).

- `prefilter`  finds where a rule could match: a few linear passes over raw bytes, enough for most text
- `view`       unescapes text, and maps positions back to the raw bytes
- `detect`     applies all rules to a piece of text: `rules` (data), `entropy`, `pii`
- `judges`     decide whether a match is a real secret; `words` and `allow` know what is not
- `places`     what a JSON member is, by its name and value: an id, a path, a binary payload, or just text
- `tables`     finds secrets in columns, by their header
- `walk`       finds the string literals of a JSON text, with their place
- `plain`      redacts a piece of text; `document` JSON values and JSON lines; `check` lists what they replace
- `options`    the settings

All of it is loaded with the first text to redact, and the libraries behind `engine` with the first one that
is long enough for a secret: hooks that have nothing to redact must not pay for them.
"""

from __future__ import annotations

from entire.core import clock
from entire.core.plain import is_plain, is_plain_name, is_prose
from entire.redact import options
from entire.redact.engine import RedactionUnavailable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

RULES_VERSION = "10"
"""Changes whenever a text could be redacted differently; stored with text, to know which rules it passed."""

_MOST_PLAIN = 2000  # characters that are looked at one by one
_SIGNS = ".,:;!?()'\"`"
_clean: set[str] = set()

__all__ = [
    "RULES_VERSION",
    "RedactionUnavailable",
    "configure",
    "is_harmless",
    "load",
    "note_clean",
    "problems",
    "redact_json",
    "redact_jsonl",
    "redact_local",
    "redact_name",
    "redact_text",
    "rules_version",
]


def configure(load: Callable[[], Mapping[str, Any]]) -> None:
    """Set the function that loads `redaction` from the settings. What is clean is another question then."""
    options.configure(load)
    _clean.clear()


def load() -> None:
    """Load everything now: text will follow, and someone else is waited for meanwhile."""
    with clock.Spent("redaction"):
        from entire.redact import document

        try:
            document.load()
        except RedactionUnavailable:
            pass  # raised again if there is text to redact


def rules_version() -> str:
    """Return `RULES_VERSION` with a signature of the settings: if either changes, text is redacted again."""
    return RULES_VERSION + options.signature()


def note_clean(texts: Iterable[str]) -> None:
    """Remember whole texts of what was redacted by these rules: they need not be redacted again."""
    _clean.update(texts)


def is_harmless(text: str) -> bool:
    """Whether a short text is so plain that no rule would change it: then the engine need not be loaded."""
    return len(text) <= _MOST_PLAIN and is_prose(text) and not options.pii()


def redact_text(text: str) -> str:
    """Redact plain text; return the same object if there is nothing to redact.

    Any str is accepted, also with surrogates (from `surrogateescape`, or lone ones).
    """
    if text in _clean:
        return text
    raw = text.encode("utf-8", "surrogatepass")
    with clock.Spent("redaction"):
        from entire.redact.plain import redact_plain

        clean = redact_plain(raw)
    return text if clean is raw else clean.decode("utf-8", "surrogatepass")


def redact_name(name: str) -> str:
    """Redact the name of a file or a branch, which may look random: only known kinds of secrets count."""
    if is_plain_name(name) and not options.pii():
        return name
    from entire.redact.plain import redact_path

    raw = name.encode("utf-8", "surrogatepass")
    clean = redact_path(raw)
    return name if clean is raw else clean.decode("utf-8", "surrogatepass")


def redact_local(text: str) -> str:
    """Redact a short text that stays on this machine: in a state, a file of `.entire/tmp`, the log.

    Plain words need no engine; if the engine is missing, only plain words stay.
    """
    if is_plain(text):
        return text
    try:
        return redact_text(text)
    except RedactionUnavailable:
        return " ".join(
            word if word.strip(_SIGNS).isalpha() or is_plain(word) else "…" for word in text.split()
        )


def redact_json(data: bytes) -> bytes:
    """Redact a JSON value; anything that is not valid JSON is treated as plain text."""
    with clock.Spent("redaction"):
        from entire.redact import document

        return document.redact_json(data)


def redact_jsonl(data: bytes) -> bytes:
    """Redact JSON lines, keeping their number."""
    with clock.Spent("redaction"):
        from entire.redact import document

        return document.redact_jsonl(data)


def problems(redaction: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what prevents redaction according to the settings, each with what to do."""
    from entire.redact import engine

    missing = engine.missing()
    if missing:
        text = (
            f"cannot redact secrets, so nothing is recorded: {' and '.join(missing)} not installed, or broken"
        )
        return [(text, f"pip install {' '.join(missing)}")]
    from entire.redact import pii

    return [(text, "correct the pattern in the settings") for text in pii.problems(redaction)]
