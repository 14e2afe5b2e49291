"""A session that goes from one worktree to another: what it left behind is still its work."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.scenario.commits.subagent import Sub
from tests.scenario.world import World
from tests.support import Repo

from entire.cli.commands.demo.stand_in import StandIn


class Two(NamedTuple):
    main: World
    other: World

    def go(self, agent: StandIn, world: World) -> None:
        agent.root = str(world.repo.path)

    def commit_all(self, world: World) -> list[str]:
        """The files that the commit's checkpoint says are the session's."""
        world.git("add", "-A", ".", ":!.claude/worktrees")
        checkpoint = world.commit()
        session = world.session(checkpoint)
        in_front = world.transcript(checkpoint).splitlines()[: session.get("checkpoint_transcript_start", 0)]
        ids = ["", *filter(None, (json.loads(line).get("uuid") for line in in_front))]
        assert session.get("transcript_identifier_at_start", "") == ids[-1]
        files: list[str] = session["files_touched"]
        return files


@pytest.fixture
def two(tmp_path: Path) -> Two:
    main = World.new(tmp_path / "repo")
    main.git("worktree", "add", "--quiet", ".claude/worktrees/x", "-b", "x")
    return Two(main, World(Repo(main.repo.path / ".claude" / "worktrees" / "x")))


def test_within_a_turn(two: Two) -> None:
    agent = two.main.agent()
    agent.prompt("Work in a worktree")
    agent.write("left.py", "left\n")
    two.go(agent, two.other)
    agent.write("one.py", "1\n")
    agent.say("Written.")
    agent.stop()
    assert len(two.main.shadows()) == 2
    assert two.commit_all(two.other) == ["one.py"]
    assert two.commit_all(two.main) == ["left.py"]
    assert two.main.shadows() == []
    assert list(two.main.file(".entire/tmp").glob("pre-*")) == []
    two.main.check_sound()
    two.other.check_sound()


@pytest.mark.parametrize("at_work", [True, False])
def test_between_turns(two: Two, at_work: bool) -> None:
    agent = two.main.agent()
    agent.turn("Write left", {"left.py": "left\n", "rest.py": "rest\n"})
    two.go(agent, two.other)
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    if not at_work:
        agent.say("Written.")
        agent.stop()
    two.main.repo.write("mine.txt", "mine\n")
    two.main.git("add", "mine.txt")
    assert two.main.commit() == ""  # the agent at work is not here
    two.main.git("add", "left.py")
    checkpoint = two.main.commit()
    assert two.main.session(checkpoint)["files_touched"] == ["left.py"]
    state = two.main.state(agent.session_id)
    assert state is not None
    assert state["worktree_path"] == str(two.other.repo.path)
    if at_work:
        agent.say("Written.")
        agent.stop()
    assert "Written." in two.main.transcript(checkpoint)
    assert two.commit_all(two.other) == ["one.py"]
    assert two.commit_all(two.main) == ["rest.py"]
    assert two.main.shadows() == []
    two.main.check_sound()


def test_there_and_back_again(two: Two) -> None:
    agent = two.main.agent()
    agent.turn("Write left", {"left.py": "left\n"})
    two.go(agent, two.other)
    agent.turn("Write one", {"one.py": "1\n"})
    two.go(agent, two.main)
    agent.turn("Write more", {"more.py": "more\n"})
    two.main.git("add", "-A", ".", ":!.claude/worktrees")
    checkpoint = two.main.commit()
    assert two.main.session(checkpoint)["files_touched"] == ["left.py", "more.py"]
    agent.end()
    agents = [two.main.agent(), two.other.agent()]
    for each in agents:
        each.turn("Look", {})  # nothing is cleaned away that waits elsewhere
    assert two.commit_all(two.other) == ["one.py"]
    assert two.main.shadows() == []


def test_what_others_do_where_it_left_work(two: Two) -> None:
    agent, neighbour = two.main.agent(), two.main.agent()
    agent.turn("Write left", {"left.py": "left\n"})
    neighbour.turn("Write beside", {"beside.py": "beside\n"})
    two.go(agent, two.other)
    agent.turn("Write one", {"one.py": "1\n"})
    two.main.git("add", "beside.py")
    checkpoint = two.main.commit()
    assert two.main.session(checkpoint)["files_touched"] == ["beside.py"]
    two.main.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "--allow-empty", "-m", "meanwhile")
    neighbour.turn("Write again", {"again.py": "again\n"})
    two.main.git("add", "left.py", "again.py")
    checkpoint = two.main.commit()
    assert two.main.root(checkpoint)["files_touched"] == ["again.py", "left.py"]
    assert two.commit_all(two.other) == ["one.py"]
    assert two.main.shadows() == []


def test_a_subagent_works_in_another_worktree(two: Two) -> None:
    agent = two.main.agent()
    agent.prompt("Delegate")
    agent.write("left.py", "left\n")
    two.go(agent, two.other)
    sub = Sub(agent, "Write the parser")
    sub.write("parser.py", "parse = 1\n")
    sub.end()
    agent.say("Done.")
    agent.stop()
    assert two.commit_all(two.other) == ["parser.py"]
    assert two.commit_all(two.main) == ["left.py"]
    assert two.main.shadows() == []


def test_a_commit_elsewhere_before_any_hook_tells(two: Two) -> None:
    agent = two.main.agent()
    agent.prompt("Work in a worktree and commit")
    agent.write("left.py", "left\n")
    agent.root = str(two.other.repo.path)
    agent.write("one.py", "1\n")
    agent.shell("git add one.py && git commit -qm 'Add one'")
    checkpoint = two.other.checkpoint()
    assert two.other.session(checkpoint)["files_touched"] == ["one.py"]
    two.other.repo.write("mine.txt", "mine\n")
    two.other.git("add", "mine.txt")
    assert two.other.commit() == ""
    agent.say("Committed.")
    agent.stop()
    assert "Committed." in two.other.transcript(checkpoint)
    assert two.commit_all(two.main) == ["left.py"]
    assert two.main.shadows() == []
    two.main.check_sound()


def test_files_in_another_worktree_by_their_paths(two: Two) -> None:
    agent = two.main.agent()
    agent.prompt("Write here and there")
    agent.write("left.py", "left\n")
    agent.write(str(two.other.file("one.py")), "1\n")
    agent.say("Written.")
    agent.stop()
    assert two.main.touched(agent) == ["left.py"]
    agent.turn("Again", {str(two.other.file("two.py")): "2\n"})
    agent.end()
    assert two.commit_all(two.other) == ["one.py", "two.py"]
    assert two.commit_all(two.main) == ["left.py"]
    assert two.main.shadows() == []
    two.main.check_sound()
    two.other.check_sound()
