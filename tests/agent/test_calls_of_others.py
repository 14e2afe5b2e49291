"""Agents run each other's hooks: a call is taken by its own agent, and refused by those that may see it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from entire.agent import registry

DATA = Path(__file__).parents[1] / "data"
FOLDERS = {"claude-code": "claude_code", "copilot-cli": "copilot_cli", "factoryai-droid": "factory_droid"}
CURSOR = {
    "conversation_id": "c-1",
    "generation_id": "g-1",
    "cursor_version": "2.9.0",
    "workspace_roots": ["/home/u/app"],
    "hook_event_name": "stop",
}


def recorded(name: str) -> list[dict[str, Any]]:
    if name == "cursor":
        return [CURSOR, CURSOR | {"session_id": "c-1", "transcript_path": None}]
    files = sorted((DATA / FOLDERS[name] / "payloads").glob("*.json"))
    return [json.loads(path.read_text())["payload"] for path in files]


ALL = (*FOLDERS, "cursor")


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
