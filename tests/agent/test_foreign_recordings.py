"""Calls that were recorded of other agents are refused; those of the agent itself are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from entire.agent import registry

DATA = Path(__file__).parents[1] / "data"
FOLDERS = {name: DATA / name.replace("-", "_") / "payloads" for name in registry.names()}
RECORDED = [name for name, folder in FOLDERS.items() if folder.is_dir()]


def payloads(name: str) -> list[dict[str, Any]]:
    return [json.loads(path.read_text())["payload"] for path in sorted(FOLDERS[name].iterdir())]


@pytest.mark.parametrize("caller", RECORDED)
@pytest.mark.parametrize("name", RECORDED)
def test_whose_call_it_is(name: str, caller: str) -> None:
    agent = registry.by_name(name)
    assert {agent.is_foreign(payload) for payload in payloads(caller)} == {caller != name}
