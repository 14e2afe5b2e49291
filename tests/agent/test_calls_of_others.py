"""Agents run each other's hooks: a call is taken by its own agent, and refused by those that may see it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from entire.agent import registry

DATA = Path(__file__).parents[1] / "data"


def recorded(name: str) -> list[dict[str, Any]]:
    files = sorted((DATA / name.replace("-", "_") / "payloads").glob("*.json"))
    return [json.loads(path.read_text())["payload"] for path in files]


ALL = ("claude-code", "copilot-cli", "factoryai-droid", "cursor")


@pytest.mark.parametrize("name", ALL)
def test_own_calls_are_taken(name: str) -> None:
    assert recorded(name)
    assert not any(map(registry.by_name(name).is_foreign, recorded(name)))


@pytest.mark.parametrize("caller", ALL)
@pytest.mark.parametrize("name", ALL)
def test_calls_of_others_are_refused(name: str, caller: str) -> None:
    agent = registry.by_name(name)
    if name != caller:
        taken = [payload for payload in recorded(caller) if not agent.is_foreign(payload)]
        assert taken == []
