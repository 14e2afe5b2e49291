"""A commit with several checkpoints: `explain` shows all of them, with sums that agree with what is below."""

from __future__ import annotations

import json
import re

import pytest
from tests.scenario.world import World

from entire.transcript.usage import TokenUsage, total


@pytest.fixture
def squashed(world: World) -> list[str]:
    """Three linked commits, two of them of the same file, squashed by hand with a person's file."""
    agent = world.agent()
    made = []
    for number, name in enumerate(["one.py", "two.py", "one.py"], 1):
        text = world.file(name).read_text() if world.file(name).exists() else ""
        agent.turn(f"Write part {number}", {name: text + f"part_{number} = {number}\nmore_{number} = True\n"})
        world.git("add", "-A")
        made.append(world.commit(message=f"Part {number}"))
    world.git("reset", "--soft", "HEAD~3")
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "All parts")
    return made


def test_sums(world: World, squashed: list[str]) -> None:
    found = json.loads(world.entire("explain", "--commit", "HEAD", "--json"))
    parts = [*found["others"], found]
    assert [part["checkpoint_id"] for part in parts] == squashed, "oldest first"
    sums = found["total"]
    assert sums["checkpoint_count"] == 3
    usages = [TokenUsage.from_json(part["token_usage"]) for part in parts]
    assert total(TokenUsage.from_json(sums["token_usage"])) == sum(map(total, usages)) > 0
    for part in parts:
        assert sum(row["added"] for row in part["files"]) == sum(part["line_counts"].values()) == 2
    rows = {row["path"]: row["added"] for row in sums["files"]}
    assert rows == {"one.py": 4, "two.py": 2}
    assert sum(sums["line_counts"].values()) == sum(rows.values())


def test_all_are_shown(world: World, squashed: list[str]) -> None:
    text = world.entire("explain", "HEAD")
    assert re.findall(r"^Checkpoint: (\w+)$", text, re.MULTILINE) == squashed
    assert text.startswith("Commit: ")
    assert "\nCheckpoints: 3\n" in text
    assert all(f"Intent: Write part {number}" in text for number in (1, 2, 3))
    assert len(world.entire("explain", "HEAD", "--short")) < len(text)


def test_one_of_them(world: World, squashed: list[str]) -> None:
    found = json.loads(world.entire("explain", squashed[0], "--json"))
    assert (found["others"], found["total"]) == ([], None)
    assert found["files"] == [{"path": "one.py", "added": 2, "removed": None}], (
        "not all of the squashed commit's"
    )
