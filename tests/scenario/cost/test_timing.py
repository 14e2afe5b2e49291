"""What hooks write about their own time, with the log level debug."""

from __future__ import annotations

from tests.scenario.world import World

from entire.core.log import PHASES


def test_hooks_log_where_their_time_goes(world: World) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    assert not [row for row in world.log() if row["msg"] == "timing"]
    world.env["ENTIRE_LOG_LEVEL"] = "debug"
    agent.turn("Write two, as `load(path)` says", {"two.py": "2\n"})
    found = {row["hook"]: row for row in world.log() if row["msg"] == "timing"}
    prompt, stop = found["user-prompt-submit"], found["stop"]
    assert all(isinstance(stop[phase], int | float) for phase in PHASES)
    assert 1 <= prompt["git_processes"] <= stop["git_processes"]
    assert stop["git_processes"] >= 3
    assert stop["modules"] > prompt["modules"] > 50
    assert stop["ms"] > stop["redaction"] > 0
    shown = world.entire("logs", "--timing").splitlines()
    assert [line.split()[:2] for line in shown[1:]] == [[stop["agent"], name] for name in found]
