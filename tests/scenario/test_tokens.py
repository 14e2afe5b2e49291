"""Tokens are counted once: the checkpoints of a session add up to the session."""

from __future__ import annotations

import json
from typing import Any

from tests.scenario.ways import COMMITS
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn

KEYS = ("input_tokens", "cache_creation_tokens", "cache_read_tokens", "output_tokens", "api_call_count")


def counted(world: World, session_id: str) -> dict[str, int]:
    """The sum over all checkpoints, and what the state has not condensed yet."""
    out = world.git("ls-tree", "-r", "--name-only", "entire/checkpoints/v1").split()
    slots = [
        json.loads(world.show(path))
        for path in out
        if path.count("/") == 3 and path.endswith("metadata.json")
    ]
    own = [slot for slot in slots if slot["session_id"] == session_id]
    usages = [slot.get("token_usage") or {} for slot in own]
    usages.append((world.state(session_id) or {}).get("token_usage") or {})
    return {key: sum(usage.get(key, 0) for usage in usages) for key in KEYS}


def spent(agent: StandIn) -> dict[str, int]:
    """The same by the agent's own transcript: each answer once."""
    answers: dict[str, Any] = {}
    with open(agent.transcript, encoding="utf-8") as file:
        for record in map(json.loads, file):
            if record["type"] == "assistant":
                answers[record["message"]["id"]] = record["message"]["usage"]
    names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
    sums = [sum(usage[name] for usage in answers.values()) for name in names]
    return dict(zip(KEYS, [*sums, len(answers)], strict=True))


@COMMITS
def test_whatever_is_committed_how(world: World) -> None:
    """Carried forward, amended, within a turn, with another session, and resumed after its end."""
    agent, other = world.agent(), world.agent()
    agent.turn("One", {"one.py": "1\n", "left.py": "left\n"})
    world.git("add", "one.py")
    world.commit()
    assert counted(world, agent.session_id) == spent(agent)

    agent.turn("Two", {"two.py": "2\n"})
    other.turn("Beside", {"beside.py": "b\n"})
    world.git("add", "two.py", "beside.py", "left.py")
    world.commit()
    assert counted(world, agent.session_id) == spent(agent)
    assert counted(world, other.session_id) == spent(other)

    agent.turn("Three", {"two.py": "2\nmore\n"})
    world.git("add", "-A")
    world.git("commit", "--quiet", "--amend", "--no-edit")
    assert counted(world, agent.session_id) == spent(agent)

    agent.prompt("Commit it yourself")
    agent.write("four.py", "4\n")
    world.git("add", "-A")
    world.commit()
    agent.write("five.py", "5\n")
    agent.say("Done.")
    agent.stop()
    assert counted(world, agent.session_id) == spent(agent)

    agent.end()
    agent.start("resume")
    agent.turn("Again", {"six.py": "6\n"})
    assert counted(world, agent.session_id) == spent(agent), "what waits is in the state"
    world.git("add", "-A")
    world.commit()
    assert counted(world, agent.session_id) == spent(agent)
    world.check_sound()


def test_all_sessions_of_a_checkpoint_are_summed_up(world: World) -> None:
    agents = [world.agent(), world.agent()]
    for number, agent in enumerate(agents):
        agent.turn(f"Write {number}", {f"{number}.py": f"{number}\n"})
    world.git("add", "-A")
    usage = world.root(world.commit())["token_usage"]
    each = [spent(agent) for agent in agents]
    assert {key: usage[key] for key in KEYS} == {key: each[0][key] + each[1][key] for key in KEYS}
