"""The guide's examples are the agent and the strategy that tests run, and what it names exists."""

from __future__ import annotations

import re
from pathlib import Path

from entire.agent.events import Kind
from entire.strategy.protocol import Strategy

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "adding-an-agent.md").read_text()


def test_the_examples_are_the_toys() -> None:
    examples = re.findall(r"```python\n(.*?)```\n", GUIDE, re.DOTALL)
    toys = ROOT / "tests" / "toys"
    assert examples == [(toys / name).read_text() for name in ("toy_agent.py", "toy_strategy.py")]


def test_every_member_of_a_strategy_is_explained() -> None:
    section = GUIDE.partition("## Adding a strategy")[2].partition("```python")[0]
    members = {name for name, value in vars(Strategy).items() if name.islower() and callable(value)}
    members = {name for name in members if not name.startswith("_")}
    assert members <= set(re.findall(r"`([a-z_]+)`", section))


def test_every_kind_of_event_is_explained() -> None:
    kinds = {name for name in vars(Kind) if name.isupper()}
    assert set(re.findall(r"\| `([A-Z_]+)` \|", GUIDE)) == kinds


def test_files_that_the_guide_names_are_there() -> None:
    names = set(re.findall(r"`((?:tests/)?[a-z_]+(?:/[\w.-]+)*(?:\.py|/))`", GUIDE))
    assert len(names) > 5
    places = (ROOT, ROOT / "src" / "entire", ROOT / "src" / "entire" / "agent")
    assert [name for name in sorted(names) if not any((place / name).exists() for place in places)] == []
