"""The guide's example is the agent that the tests run, and what it names is there."""

from __future__ import annotations

import re
from pathlib import Path

from entire.agent.events import Kind

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "adding-an-agent.md").read_text()


def test_the_example_is_the_toy() -> None:
    (example,) = re.findall(r"```python\n(.*?)```\n", GUIDE, re.DOTALL)
    assert example == (ROOT / "tests" / "toys" / "toy_agent.py").read_text()


def test_every_kind_of_event_is_explained() -> None:
    kinds = {name for name in vars(Kind) if name.isupper()}
    assert set(re.findall(r"\| `([A-Z_]+)` \|", GUIDE)) == kinds


def test_files_that_the_guide_names_are_there() -> None:
    names = set(re.findall(r"`((?:tests/)?[a-z_]+(?:/[\w.-]+)*(?:\.py|/))`", GUIDE))
    assert len(names) > 5
    places = (ROOT, ROOT / "src" / "entire", ROOT / "src" / "entire" / "agent")
    assert [name for name in sorted(names) if not any((place / name).exists() for place in places)] == []
