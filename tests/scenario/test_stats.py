"""Numbers of sessions that were really recorded: `entire stats` agrees with the agent's own transcripts."""

from __future__ import annotations

import json
from typing import Any

from tests.scenario.test_tokens import KEYS, spent
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import MODEL, StandIn


def stats(world: World, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(world.entire("stats", "--json", *words))
    return found


def together(*agents: StandIn) -> dict[str, int]:
    sums = [spent(agent) for agent in agents]
    return {key: sum(one[key] for one in sums) for key in KEYS}


def counted(found: dict[str, Any]) -> dict[str, int]:
    return {key: found["total"]["token_usage"][key] for key in KEYS}


def test_sums_over_checkpoints_are_those_of_the_transcripts(world: World) -> None:
    """Carried forward, amended, within a turn, with another session."""
    agent, other = world.agent(), world.agent()
    agent.turn("One", {"one.py": "one = 1\n", "left.py": "left = 1\n"})
    world.git("add", "one.py")
    world.commit()
    agent.turn("Two", {"two.py": "two = 2\n"})
    world.git("add", "two.py", "left.py")
    world.commit()
    agent.turn("Three", {"two.py": "two = 2\nmore = 4\n"})
    world.git("add", "-A")
    world.git("commit", "--quiet", "--amend", "--no-edit")
    other.turn("Beside", {"beside.py": "beside = 3\n"})
    agent.prompt("Commit it yourself")
    agent.write("four.py", "four = 5\n")
    world.git("add", "-A")
    world.commit()
    agent.say("Done.")
    agent.stop()

    found = stats(world, "--by", "model")
    assert counted(found) == together(agent, other)
    total = found["total"]
    assert (total["agent_commit_count"], total["session_count"], total["prompt_count"]) == (3, 2, 5)
    assert total["turn_count"] == 5
    assert total["line_counts"] == {"agent_lines": 6, "human_lines": 0, "unknown_lines": 0}
    [row] = [row for row in found["rows"] if row["name"] == MODEL]
    assert row["token_usage"]["output_tokens"] == total["token_usage"]["output_tokens"]
    writes = total["token_usage"]["cache_creation_tokens"]
    assert total["cost"]["unknown_tokens"] == writes, "the stand-in does not say how long they are kept"
    assert stats(world, "--by", "model") == found, "from the index"

    shown = json.loads(world.entire("session", "show", agent.session_id, "--json"))
    beside = json.loads(world.entire("session", "show", other.session_id, "--json"))
    costs = [one["cost"]["microdollars"] for one in (shown, beside)]
    assert abs(sum(costs) - total["cost"]["microdollars"]) <= 1
    assert sum(one["turn_count"] for one in (shown, beside)) == 5

    agent.turn("Not committed", {"five.py": "five = 6\n"})
    later = json.loads(world.entire("session", "show", agent.session_id, "--json"))
    assert later["cost"]["microdollars"] > shown["cost"]["microdollars"]
    assert later["tokens_pending"] > 0
    assert counted(stats(world)) == counted(found), "only what is committed"
