"""The same for every agent whose real calls and transcripts were recorded: those are changed at random.

`tests/data/<name>/payloads` has a call a file, with its verb; `transcripts` has files of one record a line.
"""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

from tools.fuzz.target import Target, json_like, lines_like
from tools.fuzz.targets.agent import check_config, check_payload, check_shown, grown, read_portions

from entire.agent import registry
from entire.agent.protocol import Agent
from entire.core.errors import EntireError

DATA = Path(__file__).parents[3] / "tests" / "data"
_MOST_RECORDS = 60


def _calls(folder: Path) -> list[tuple[str, Any]]:
    found = [json.loads(path.read_text()) for path in sorted((folder / "payloads").glob("*.json"))]
    return [(one["verb"], one["payload"]) for one in found]


def _records(folder: Path) -> list[Any]:
    """Some of each shape."""
    by_shape: dict[str, Any] = {}
    for path in sorted((folder / "transcripts").rglob("*.jsonl")):
        for line in path.read_text().splitlines():
            record = json.loads(line)
            by_shape.setdefault(_shape(record), record)
    return list(by_shape.values())[:_MOST_RECORDS]


def _shape(value: Any, depth: int = 3) -> str:
    if isinstance(value, dict) and depth:
        return ",".join(f"{key}:{_shape(item, depth - 1)}" for key, item in sorted(value.items()))
    return (
        value if isinstance(value, str) and len(value) < 20 and value.isidentifier() else type(value).__name__
    )


def _verb(dice: random.Random, calls: list[tuple[str, Any]]) -> tuple[str, bytes]:
    verb, payload = dice.choice(calls)
    other = dice.choice(calls)[0] if dice.random() < 0.2 else verb
    return other, json_like(payload)(dice)


def _portions(dice: random.Random, records: list[Any]) -> list[bytes]:
    make = lines_like(*records)
    return grown(dice, make(dice), make)


def _targets(agent: Agent, folder: Path) -> list[Target]:
    calls, records = _calls(folder), _records(folder)
    settings = {
        "hooks": {"Stop": [{"hooks": [{"type": "command", "command": f"entire hooks {agent.NAME} stop"}]}]}
    }
    return [
        Target(
            f"{agent.NAME} payload",
            partial(_verb, calls=calls),
            partial(check_payload, agent),
            (EntireError,),
        ),
        Target(
            f"{agent.NAME} transcript",
            partial(_portions, records=records),
            lambda case, at: read_portions(case, at, agent),
            share=0.4,
            on_disk=True,
        ),
        Target(f"{agent.NAME} shown transcript", lines_like(*records), partial(check_shown, agent)),
        Target(
            f"{agent.NAME} settings",
            json_like(settings),
            partial(check_config, agent),
            (EntireError,),
            0.3,
            on_disk=True,
        ),
    ]


TARGETS = [
    target
    for name in registry.names()
    if name != registry.DEFAULT and (folder := DATA / name.replace("-", "_")).is_dir()
    for target in _targets(registry.by_name(name), folder)
]
