"""A step of which nothing is left but its tree: the folder of the agent says whose it is."""

from __future__ import annotations

import json
from pathlib import Path

from tests.scenario.world import World, make_repo


def test_the_agents_folder_says_whose_a_step_is(tmp_path: Path) -> None:
    world = World.enabled(make_repo(tmp_path / "repo"))
    agent = world.agent()
    agent.turn("Write one.py", {"one.py": "1\n"})
    (branch,) = world.shadows()
    world.env["GIT_INDEX_FILE"] = str(tmp_path / "index")
    world.git("read-tree", branch)
    world.git("rm", "--quiet", "-r", "--cached", ".entire/metadata")
    tree = world.git("write-tree")
    del world.env["GIT_INDEX_FILE"]
    message = world.git("log", "-1", "--format=%B", branch)
    step = world.git("commit-tree", tree, "-p", f"{branch}^", "-m", message)
    world.git("update-ref", f"refs/heads/{branch}", step)
    world.file(f".git/entire-sessions/{agent.session_id}.json").unlink()
    explained = json.loads(world.entire("explain", step, "--json"))
    assert [part["agent"] for part in explained["sessions"]] == ["Claude Code"]
