"""Redact what users typed before it goes to a ref that may be pushed (I4)."""

from __future__ import annotations

from entire.core import json_text, text
from entire.core.plain import is_plain, is_plain_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from entire.checkpoint.model import Summary

_MAX_CONTEXT_PROMPT = 500
_IN_IDS = "0123456789abcdef-,"  # ids of git and of records, and ranges of lines


def subject(line: str) -> str:
    """Return a redacted commit subject on one line."""
    from entire.redact import redact_text

    return text.one_line(redact_text(line)) or "Checkpoint"


def prompt_file(prompts: list[str]) -> bytes:
    """`prompt.txt`."""
    from entire.redact import redact_text

    return _encode(text.PROMPT_SEPARATOR.join(map(redact_text, prompts)))


def context_file(prompts: list[str]) -> bytes:
    """Return `context.md`, redacted before it is cut: half a secret would not be detected."""
    from entire.redact import redact_text

    out = "# Session Context\n\n## User Prompts\n\n"
    for number, prompt in enumerate(prompts, 1):
        shown = redact_text(prompt)
        if len(shown) > _MAX_CONTEXT_PROMPT:
            shown = shown[:_MAX_CONTEXT_PROMPT] + "..."
        out += f"### Prompt {number}\n\n{shown}\n\n"
    return _encode(out)


def names(paths: Sequence[str]) -> list[str]:
    """Return file or branch names, with secrets redacted."""
    from entire.redact import redact_name

    return [redact_name(path) for path in paths]


def _encode(value: str) -> bytes:
    return value.encode("utf-8", "replace")


def redact_lines(data: bytes) -> bytes:
    """Redact `lines.json`, whose file names may contain secrets."""
    from entire.redact import options, redact_json

    if not data or (_is_plain(json_text.decode(data)) and not options.pii()):
        return data
    return redact_json(data)


def _is_plain(document: Any, key: str = "") -> bool:
    """Whether such a document has nothing but plain names and ids, as most have."""
    if isinstance(document, dict):
        return all(_is_plain(value, name) for name, value in document.items())
    if isinstance(document, list):
        return all(map(_is_plain, document))
    if not isinstance(document, str):
        return True
    return is_plain_name(document) if key == "path" else not document.strip(_IN_IDS) or is_plain(document)


def redact_summary(summary: Summary) -> Summary:
    """Redact a model's summary of a transcript."""
    from entire.checkpoint.model import Summary
    from entire.redact import redact_json

    return Summary.from_json(json_text.decode(redact_json(json_text.encode(summary.to_json()))))
