"""A commit that waits has work of a session that its promise does not name.

Prepare-commit-msg may not have the lock, and an agent may write its transcript later than its files. Whatever
comes first then, the session is in the commit's checkpoint: it still says that the files are its own.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from tests.scenario.commits.waiting import branch_locked, promised, sessions_dir, without_hook
from tests.scenario.promises.test_killed_links import files_of as files_by_note
from tests.scenario.promises.test_killed_links import killed
from tests.scenario.world import World

from entire.cli.commands.demo.stand_in import StandIn


def commit_without(world: World, agent: StandIn, *, keep: bool = True, add: bool = True) -> str:
    """Commit everything; the promise does not name that session, and post-commit is killed.

    ``keep``: it names the others. ``add``: or else only what is staged.
    """
    if add:
        world.git("add", "-A")
    with without_hook(world, "post-commit"):
        checkpoint = world.commit_at_terminal()
    file = sessions_dir(world) / "promised" / checkpoint
    promise = json.loads(file.read_text())
    del promise["sessions"][agent.session_id]
    assert promise["sessions"]
    if not keep:
        del promise["sessions"]
    file.write_text(json.dumps(promise))
    return checkpoint


def files_of(world: World, checkpoint: str) -> dict[str, list[str]]:
    """The files of each session in a checkpoint."""
    count = len(world.root(checkpoint)["sessions"])
    parts = [world.session(checkpoint, index) for index in range(count)]
    return {part["session_id"]: part["files_touched"] for part in parts}


@pytest.mark.parametrize("event", ["prompt", "stop", "other prompt", "commit", "session", "turn elsewhere"])
def test_work_that_was_saved(world: World, event: str) -> None:
    one, two = world.agent(), world.agent()
    one.turn("Write one", {"one.py": "1\n"})
    two.turn("Write two", {"two.py": "2\n"})
    checkpoint = commit_without(world, one)
    if event == "prompt":
        one.prompt("Go on")
    elif event == "stop":
        one.stop()
    elif event == "other prompt":
        two.prompt("Go on")
    elif event == "session":
        world.agent().start()
    else:
        three = world.agent()
        three.turn("Write three", {"three.py": "3\n"})
        if event == "commit":
            world.git("add", "three.py")
            assert world.commit()
    assert files_of(world, checkpoint) == {one.session_id: ["one.py"], two.session_id: ["two.py"]}
    assert promised(world) == []
    assert world.touched(one) == []


def make_older(world: World, checkpoint: str) -> None:
    """The commit has waited for so long that nothing is held back for it."""
    file = sessions_dir(world) / "promised" / checkpoint
    promise = json.loads(file.read_text())
    then = datetime.now(UTC) - timedelta(minutes=11)
    file.write_text(json.dumps(promise | {"created_at": then.isoformat()}))


@pytest.mark.parametrize("event", ["prompt", "stop", "own commit"])
def test_work_that_was_saved_long_ago(world: World, event: str) -> None:
    one, two = world.agent(), world.agent()
    one.turn("Write two files", {"one.py": "1\n", "three.py": "3\n"})
    two.turn("Write two", {"two.py": "2\n"})
    world.git("add", "one.py", "two.py")
    checkpoint = commit_without(world, one, add=False)
    if event == "own commit":
        world.git("add", "three.py")
        assert world.session(world.commit())["files_touched"] == ["three.py"]
    else:
        make_older(world, checkpoint)
        one.prompt("Go on") if event == "prompt" else one.stop()
    world.agent().start()
    assert files_of(world, checkpoint) == {one.session_id: ["one.py"], two.session_id: ["two.py"]}
    assert promised(world) == []
    assert world.touched(one) == ([] if event == "own commit" else ["three.py"])


@pytest.mark.parametrize("event", ["prompt", "stop", "turn", "commit"])
def test_a_commit_that_could_not_be_written_for_long(world: World, event: str) -> None:
    """Prepare-commit-msg was killed: the promise names no session."""
    agent = world.agent()
    agent.turn("Write one", {"one.py": "1\n"})
    with branch_locked(world):
        commit = killed(world, "one.py", post_commit=True)
        [checkpoint] = promised(world)
        make_older(world, checkpoint)
        if event == "prompt":
            agent.prompt("Go on")
        elif event == "stop":
            agent.stop()
        elif event == "turn":
            agent.turn("Go on", {"two.py": "2\n"})
        else:
            world.repo.write("mine.py", "mine\n")
            world.git("add", "mine.py")
            world.commit()
    world.agent().start()
    assert files_by_note(world, commit) == ["one.py"]
    assert "Go on" not in world.stored(checkpoint, "prompt.txt")
    assert promised(world) == []
    assert world.touched(agent) == (["two.py"] if event == "turn" else [])


@pytest.mark.parametrize("event", ["stop", "prompt", "commit"])
@pytest.mark.parametrize("locked", [False, True])
def test_work_of_an_open_turn(world: World, event: str, locked: bool) -> None:
    """``locked``: the checkpoint cannot be written at once, either."""
    one, two = world.agent(), world.agent()
    one.turn("Write zero", {"zero.py": "0\n"})
    world.git("add", "-A")
    assert world.commit()
    two.turn("Write two", {"two.py": "2\n"})
    one.prompt("Write one")
    one.write("one.py", "1\n")
    checkpoint = commit_without(world, one)
    one.say("Written.")

    def happens() -> None:
        if event == "commit":
            three = world.agent()
            three.turn("Write three", {"three.py": "3\n"})
            world.git("add", "three.py")
            assert world.commit()
        if event == "prompt":
            one.prompt("Go on")  # the turn was interrupted
        else:
            one.stop()

    if locked:
        with branch_locked(world):
            happens()
        world.agent().start()
    else:
        happens()
    assert files_of(world, checkpoint) == {one.session_id: ["one.py"], two.session_id: ["two.py"]}
    index = list(files_of(world, checkpoint)).index(one.session_id)
    assert "Write one" in world.stored(checkpoint, "prompt.txt", index)
    assert promised(world) == []
    assert world.touched(one) == []


def test_a_turn_that_begins_later_is_not_in_the_commit(world: World) -> None:
    """Neither if it changes the same file again, nor if it leaves the file as the commit has it."""
    one, two = world.agent(), world.agent()
    two.turn("Write two", {"two.py": "2\n"})
    world.git("add", "-A")
    with branch_locked(world):
        waits = world.commit_at_terminal()
        one.turn("Change it", {"two.py": "2\n3\n"})
        world.git("add", "-A")
        later = world.commit_at_terminal()
        one.prompt("Change it again, and back")
        one.write("two.py", "2\n4\n")
        one.write("two.py", "2\n3\n")
        one.stop()
    world.agent().start()
    assert files_of(world, waits) == {two.session_id: ["two.py"]}
    assert files_of(world, later) == {one.session_id: ["two.py"]}
    assert "Change it" in world.stored(later, "prompt.txt")
    assert promised(world) == []


def test_a_later_turn_of_the_same_session_is_not_in_the_commit(world: World) -> None:
    one = world.agent()
    one.turn("Write two files", {"one.py": "1\n", "two.py": "2\n"})
    world.git("add", "one.py")
    with branch_locked(world):
        waits = world.commit_at_terminal()
        one.turn("Change one", {"one.py": "3\n"})
        world.git("add", "one.py")
        later = world.commit_at_terminal()
        one.turn("Go on", {})
    world.agent().start()
    assert files_of(world, waits) == {one.session_id: ["one.py"]}
    assert "Change one" not in world.stored(waits, "prompt.txt")
    assert "Change one" in world.stored(later, "prompt.txt")


def test_a_claim_leaves_others_what_is_theirs(world: World) -> None:
    """Nobody knows whose work the commit has: one session claims a part, and the other one goes on."""
    one, two = world.agent(), world.agent()
    one.turn("Write zero", {"zero.py": "0\n"})
    world.git("add", "-A")
    assert world.commit()
    two.turn("Write two", {"two.py": "2\n"})
    one.prompt("Write one")
    one.write("one.py", "1\n")
    checkpoint = commit_without(world, one, keep=False)
    one.say("Written.")
    with branch_locked(world):
        one.stop()
        two.turn("Write three", {"three.py": "3\n"})
        world.git("add", "three.py")
        later = world.commit_at_terminal()
    world.agent().start()
    assert files_of(world, checkpoint) == {one.session_id: ["one.py"], two.session_id: ["two.py"]}
    assert files_of(world, later) == {two.session_id: ["three.py"]}
    index = list(files_of(world, checkpoint)).index(two.session_id)
    assert "Write three" not in world.stored(checkpoint, "prompt.txt", index)
    assert promised(world) == []
