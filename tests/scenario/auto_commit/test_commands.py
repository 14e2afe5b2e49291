"""What commands say about a strategy that commits by itself, and about its commits when they are gone."""

from __future__ import annotations

import json

from tests.scenario.auto_commit.conftest import refuse_commits, status
from tests.scenario.world import World


def notes(world: World) -> str:
    """What `entire status` says below the sessions."""
    return world.entire("status").partition("Active Sessions:")[2].partition("\n\n")[2]


def findings(world: World) -> set[str]:
    done = world.run("entire", "doctor", "--json", check=False)
    return {finding["kind"] for finding in json.loads(done.stdout)["findings"]}


def test_status_during_a_turn_and_after_it(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    world.repo.write("staged.py", "staged\n")
    world.git("add", "staged.py")
    assert notes(world) == "Next commit: 1 file from 1 session, when the agent stops\n"
    facts = json.loads(world.entire("status", "--json"))
    assert facts["makes_commits"]
    assert facts["next_commit"]["paths"] == ["one.py"], "whatever is staged"
    agent.stop()
    assert notes(world) == ""
    assert status(world) == ["A  staged.py"]


def test_status_after_a_refused_commit(world: World) -> None:
    hook = refuse_commits(world)
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    expected = "Not committed yet: 1 file from 1 session\nAutomatic commit failed: lint failed\n"
    assert notes(world) == expected
    hook.unlink()
    world.git("add", "one.py")
    assert world.commit()
    assert notes(world) == ""
    assert agent.hook("user-prompt-submit", prompt="Next") == "", "it is committed"


def test_the_greeting(world: World) -> None:
    world.agent().prompt("Write one")
    said = world.agent().hook("session-start", source="startup")
    assert "Each turn of this conversation becomes a commit." in said
    assert "linked" not in said


def test_a_dropped_commit(world: World) -> None:
    """Its checkpoint is orphaned; everything else stays."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.turn("Write two", {"two.py": "2\n"})
    kept, gone = world.checkpoint("HEAD~1"), world.checkpoint()
    world.git("reset", "--quiet", "--hard", "HEAD~1")
    assert gone in world.entire("clean")
    world.entire("clean", "--force")
    assert {name[:2] + name[3:13] for name in world.names()} == {kept}
    assert findings(world) <= {"slow_hook"}
    agent.turn("Write three", {"three.py": "3\n"})
    assert world.stored(world.checkpoint(), "prompt.txt") == "Write three"
    assert status(world) == []
    world.check_sound()


def test_squashed_commits(world: World) -> None:
    """One commit carries both checkpoints: nothing is orphaned."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    agent.turn("Write two", {"two.py": "2\n"})
    ids = [world.checkpoint("HEAD~1"), world.checkpoint()]
    world.git("reset", "--quiet", "--soft", "HEAD~2")
    world.git("commit", "--quiet", "-m", "both")
    assert world.entire("clean", "--force") == "No orphaned items to clean up.\n"
    shown = world.entire("explain", "HEAD")
    assert [id in shown for id in ids] == [True, True]
    assert "Written by: Claude Code" in world.entire("why", "two.py:1")
    assert findings(world) <= {"slow_hook"}


def test_a_session_that_is_stopped_by_hand(world: World) -> None:
    """The agent disappeared in the middle of a turn: its work is committed, as at the end of a session."""
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    said = world.entire("session", "stop", agent.session_id)
    assert said == f"Stopped {agent.session_id[:8]} (Claude Code).\nIts work is committed.\n"
    assert world.git("log", "-1", "--format=%s") == "Write one"
    assert status(world) == []
    assert world.shadows() == []


def test_a_session_that_is_stopped_by_hand_and_a_hook_that_refuses(world: World) -> None:
    refuse_commits(world)
    agent = world.agent()
    agent.prompt("Write one")
    agent.write("one.py", "1\n")
    said = world.entire("session", "stop", agent.session_id).splitlines()
    assert said[1:3] == [
        "git commit failed, so the work is not committed. It is saved as a checkpoint.",
        "lint failed",
    ]
    assert said[3] == "1 file in 1 step not committed yet: commits there will still be linked."
    assert status(world) == ["?? one.py"]
