"""A merge is linked if a session's work is in it: if an agent resolved a conflict, not if git merged."""

from __future__ import annotations

import pytest
from tests.scenario.commits.test_linking import TYPED, editor, message, seen
from tests.scenario.links.test_forecast import forecast
from tests.scenario.world import World

LINES = "".join(f"line {number}\n" for number in range(30))
RESOLVED = LINES.replace("line 3\n", "line of mine and theirs\n")


def conflict(world: World) -> None:
    """Main and f1 change the same line of one.py; f1 also changes other files."""
    for name in ("one.py", "two.py", "both.py"):
        world.repo.write(name, LINES)
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "Start")
    world.git("checkout", "--quiet", "-b", "f1")
    world.repo.write("one.py", LINES.replace("line 3\n", "line of theirs\n"))
    world.repo.write("two.py", LINES.replace("line 3\n", "line of theirs\n"))
    world.repo.write("both.py", LINES.replace("line 3\n", "line of theirs\n"))
    world.git("commit", "--quiet", "-a", "-m", "Theirs")
    world.git("checkout", "--quiet", "main")
    world.repo.write("one.py", LINES.replace("line 3\n", "line of mine\n"))
    world.repo.write("both.py", LINES.replace("line 25\n", "line of mine\n"))
    world.git("commit", "--quiet", "-a", "-m", "Mine")


def merge(world: World) -> None:
    conflict(world)
    assert world.run("git", "merge", "f1", check=False).returncode == 1


CONCLUDE = [
    ["commit", "--quiet"],
    ["merge", "--continue"],
    ["commit", "--no-edit"],
    ["commit", "-m", "Merge"],
]


@pytest.mark.parametrize("words", CONCLUDE, ids=" ".join)
def test_a_conflict_that_an_agent_resolved(world: World, words: list[str]) -> None:
    merge(world)
    world.agent().turn("Resolve it", {"one.py": RESOLVED})
    world.git("add", "one.py")
    assert forecast(world) == ["one.py"]
    editor(world, "true")
    world.git(*words)
    checkpoint = world.checkpoint()
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    assert len(world.git("log", "-1", "--format=%P").split()) == 2
    if words[0] == "merge":
        assert "links this commit to your Claude Code session" in seen(world)
        assert message(world) == f"Merge branch 'f1'\n\nEntire-Checkpoint: {checkpoint}"
    assert world.shadows() == []


@pytest.mark.parametrize("terminal", [False, True])
def test_an_agent_merges_in_its_turn(world: World, terminal: bool) -> None:
    conflict(world)
    agent = world.agent()
    agent.prompt("Merge f1")
    assert world.run("git", "merge", "f1", check=False).returncode == 1
    agent.write("one.py", RESOLVED)
    world.git("add", "one.py")
    if terminal:
        world.env["ENTIRE_TEST_TTY"] = "1"
    world.git("commit", "--quiet", "--no-edit")
    agent.stop()
    assert world.session(world.checkpoint())["files_touched"] == ["one.py"]


def test_a_merge_without_conflicts_has_no_work_of_a_session(world: World) -> None:
    conflict(world)
    agent = world.agent()
    agent.turn("Change both", {"both.py": LINES.replace("line 12\n", "line of the agent\n")})
    world.git("stash", "--quiet")
    world.git("checkout", "--quiet", "f1", "--", "one.py")
    world.git("commit", "--quiet", "-m", "As theirs")
    agent.prompt("Merge f1")
    world.git("merge", "--quiet", "--no-edit", "f1")
    assert world.checkpoint() == ""
    agent.stop()
    world.git("stash", "pop", "--quiet")
    world.git("add", "-A")
    assert world.session(world.commit())["files_touched"] == ["both.py"]


@pytest.mark.parametrize("side", ["--ours", "--theirs"])
def test_one_side_of_a_conflict_is_nobodys_work(world: World, side: str) -> None:
    conflict(world)
    agent = world.agent()
    agent.turn("Change it", {"one.py": LINES.replace("line 12\n", "line of the agent\n")})
    world.git("stash", "--quiet")
    assert world.run("git", "merge", "f1", check=False).returncode == 1
    world.git("checkout", "--quiet", side, "one.py")
    world.git("add", "one.py")
    assert forecast(world) == []
    world.git("commit", "--quiet", "--no-edit")
    assert world.checkpoint() == ""
    assert world.touched(agent) == ["one.py"]


def test_the_line_in_a_merge_can_be_deleted(world: World) -> None:
    merge(world)
    world.agent().turn("Resolve it", {"one.py": RESOLVED})
    world.git("add", "one.py")
    editor(world, TYPED + r"""; sed -i '/^Entire-Checkpoint/d' "$1" """)
    world.git("commit", "--quiet")
    assert world.checkpoint() == ""
    assert world.run("git", "notes", "--ref=entire", "list", check=False).stdout == ""
