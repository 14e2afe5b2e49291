"""Redaction: nothing goes on a ref that can be pushed without passing here (invariant I4).

One engine, several small rooms:

- `prefilter`  where could a rule match at all? One linear pass over raw bytes; most text ends here
- `view`       escaped bytes as the text they mean, with the way back to the raw offsets
- `detect`     the list of rules; `entropy` is the first (provider rules and PII are added to that list)
- `allow`      what looks like a secret and is not (lock-file integrity, inline images), as data
- `places`     what a JSON member's name and value say: an id, a path, a binary payload, or just text
- `walk`       the string literals of a JSON text, with their place
- `plain`      view → detect → splice, for one piece of text
- `document`   whole JSON values and JSON lines

The regular expression engine is loaded at the first text long enough to hold a secret, not on import: hooks
that have nothing to redact must not pay for it.
"""

from entire.redact.document import redact_json, redact_jsonl
from entire.redact.engine import RedactionUnavailable
from entire.redact.plain import redact_text

RULES_VERSION = "1"
"""Changes whenever a text could be redacted differently; stored, to know what older rules have redacted."""

__all__ = ["RULES_VERSION", "RedactionUnavailable", "redact_json", "redact_jsonl", "redact_text"]
