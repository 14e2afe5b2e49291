"""Redaction of any text, JSON or not."""

from __future__ import annotations

from pathlib import Path

from tools.fuzz import dice as roll
from tools.fuzz import samples
from tools.fuzz.target import Target, json_like, lines_like

from entire.core import json_text
from entire.redact import redact_json, redact_jsonl, redact_name, redact_text


def _lines(data: bytes, folder: Path) -> None:
    clean = redact_jsonl(data)
    assert clean.count(b"\n") == data.count(b"\n")
    assert redact_jsonl(clean) == clean


def _document(data: bytes, folder: Path) -> None:
    clean = redact_json(data)
    try:
        json_text.decode(data)
    except ValueError:
        return
    json_text.decode(clean)


def _text(text: str, folder: Path) -> None:
    clean = redact_text(text)
    assert redact_text(clean) == clean
    redact_name(text)


TARGETS = [
    Target("redaction of lines", lines_like(*samples.RECORDS), _lines, share=0.5),
    Target("redaction of documents", json_like(samples.PAYLOAD, *samples.RECORDS), _document, share=0.5),
    Target("redaction of text", lambda dice: roll.text(dice, 30), _text, share=0.5),
]
