"""Real calls and transcripts of every agent, as `tests/data/<name>` has them.

`payloads` has a call a file, with its verb; `transcripts` has files of one record a line.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from entire.agent import registry

DATA = Path(__file__).parents[2] / "tests" / "data"
_MOST_RECORDS = 60
_PATHS = ("transcript_path", "transcriptPath")


@cache
def calls(name: str) -> list[tuple[str, dict[str, Any]]]:
    """Verbs and payloads of an agent."""
    paths = sorted((DATA / name.replace("-", "_") / "payloads").glob("*.json"))
    found = [json.loads(path.read_text()) for path in paths]
    assert found, f"{name} has no recorded calls in {DATA}"
    return [(one["verb"], one["payload"]) for one in found]


@cache
def records(name: str) -> list[Any]:
    """Records of an agent's transcripts, some of each shape."""
    by_shape: dict[str, Any] = {}
    for path in sorted((DATA / name.replace("-", "_") / "transcripts").rglob("*.jsonl")):
        for line in path.read_text().splitlines():
            record = json.loads(line)
            by_shape.setdefault(_shape(record), record)
    assert by_shape, f"{name} has no recorded transcripts in {DATA}"
    return list(by_shape.values())[:_MOST_RECORDS]


def _shape(value: Any, depth: int = 3) -> str:
    if isinstance(value, dict) and depth:
        return ",".join(f"{key}:{_shape(item, depth - 1)}" for key, item in sorted(value.items()))
    return (
        value if isinstance(value, str) and len(value) < 20 and value.isidentifier() else type(value).__name__
    )


def home_of(payload: dict[str, Any]) -> tuple[str, str]:
    """The home folder of a call, and the transcript from there; empty if the call names none."""
    path = next((payload[key] for key in _PATHS if isinstance(payload.get(key), str)), "")
    parts = path.split("/", 3)
    return ("/".join(parts[:3]), parts[3]) if len(parts) == 4 else ("", "")


def names() -> list[str]:
    return registry.names()
