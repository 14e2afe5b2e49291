"""Where a text is in a transcript: alone, in a record, in a record within one, in a listing, in a diff."""

from __future__ import annotations

import json

CONTEXTS = ("plain", "record", "nested", "listing", "diff")


def placed(text: str, context: str) -> str:
    """Return a text as a transcript contains it, on one line of JSON; or as it is."""
    if context == "plain":
        return text
    if context == "nested":
        return _record({"arguments": json.dumps({"command": text, "timeout": 5})})
    if context == "listing":
        text = "\n".join(f"{number:6}\t{line}" for number, line in enumerate(text.split("\n"), 12))
    if context == "diff":
        text = "@@ -1 +1 @@ def x():\n" + "\n".join(f"+{line}" for line in text.split("\n"))
    return _record({"type": "tool_result", "content": [{"type": "text", "text": text}]})


def shown(line: str, context: str) -> str:
    """Return what a reader of the transcript sees of a line."""
    if context == "plain":
        return line
    record = json.loads(line)
    if context == "nested":
        return str(json.loads(record["arguments"])["command"])
    return str(record["content"][0]["text"])


def _record(record: object) -> str:
    return json.dumps(record, ensure_ascii=False)
