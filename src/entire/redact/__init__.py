"""Redaction: nothing goes on a ref that can be pushed without passing here (invariant I4).

One engine, several small rooms:

- `prefilter`  where could a rule match at all? A few linear passes over raw bytes; most text ends here
- `view`       escaped bytes as the text they mean, with the way back to the raw offsets
- `detect`     all rules on one piece of text: `rules` (data), `entropy`, `pii`
- `judges`     is it a secret, or only in the place of one? `words` and `allow` know what is not
- `places`     what a JSON member's name and value say: an id, a path, a binary payload, or just text
- `walk`       the string literals of a JSON text, with their place
- `plain`      one piece of text; `document` whole JSON values and JSON lines; `check` what they would replace
- `options`    what people chose in the settings

All of it is loaded at the first text that is redacted, and the libraries behind `engine` at the first that is
long enough to hold a secret: hooks that have nothing to redact must not pay for it.
"""

from __future__ import annotations

from entire.redact.engine import RedactionUnavailable
from entire.redact.options import configure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

RULES_VERSION = "2"
"""Changes whenever a text could be redacted differently; stored, to know what older rules have redacted."""

__all__ = [
    "RULES_VERSION",
    "RedactionUnavailable",
    "configure",
    "problems",
    "redact_json",
    "redact_jsonl",
    "redact_name",
    "redact_text",
    "rules_version",
]


def rules_version() -> str:
    """`RULES_VERSION`, and what was chosen: redacted again is also what other settings have redacted."""
    from entire.redact import options

    return RULES_VERSION + options.signature()


def redact_text(text: str) -> str:
    """Plain text without its secrets; the same object when there are none.

    Surrogates pass (bytes read with `surrogateescape`, halves of pairs): a str of any origin is safe here.
    """
    from entire.redact.plain import redact_plain

    raw = text.encode("utf-8", "surrogatepass")
    clean = redact_plain(raw)
    return text if clean is raw else clean.decode("utf-8", "surrogatepass")


def redact_name(name: str) -> str:
    """The name of a file or a branch: random by nature, so only what is known to be a secret is one."""
    from entire.redact.plain import redact_path

    raw = name.encode("utf-8", "surrogatepass")
    clean = redact_path(raw)
    return name if clean is raw else clean.decode("utf-8", "surrogatepass")


def redact_json(data: bytes) -> bytes:
    """One JSON value without its secrets; what is no JSON is treated as plain text."""
    from entire.redact import document

    return document.redact_json(data)


def redact_jsonl(data: bytes) -> bytes:
    """JSON lines without their secrets, as many as before."""
    from entire.redact import document

    return document.redact_jsonl(data)


def problems(redaction: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What keeps text from being redacted as the settings want it, each with what to do."""
    from entire.redact import engine

    missing = engine.missing()
    if missing:
        text = f"secrets cannot be redacted, so nothing is recorded: {' and '.join(missing)} not installed"
        return [(text, f"pip install {' '.join(missing)}")]
    from entire.redact import pii

    return [(text, "correct the pattern in the settings") for text in pii.problems(redaction)]
