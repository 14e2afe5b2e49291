"""Sessions that work side by side are rewound apart."""

from __future__ import annotations

from pathlib import Path

from tests.scenario.rewind.rewinding import agent_of, points, state_of, step, tree_of
from tests.scenario.ways import STEPS
from tests.scenario.world import World

pytestmark = STEPS


def messages(world: World) -> list[tuple[str, str]]:
    return sorted((point["session_id"], point["message"]) for point in points(world))


def test_one_goes_back_and_the_other_keeps_its_steps(world: World) -> None:
    one, two = agent_of(world, "one"), agent_of(world, "two")
    one.turn("One 1", {"one.py": "1\n", "shared.py": "one 1\n"})
    two.turn("Two 1", {"two.py": "1\n"})
    one.turn("One 2", {"one.py": "2\n", "one-more.py": "x\n"})
    two.turn("Two 2", {"two.py": "2\n", "shared.py": "two 2\n"})
    two.turn("Two 3", {"two.py": "3\n"})
    before, state = tree_of(world.repo.path), state_of(world, "two")
    spoken, (shadow,) = Path(two.transcript).read_bytes(), world.shadows()
    tip = world.git("rev-parse", shadow)
    planned = world.entire("rewind", "--to", step(world, "One 1"), "--dry-run")
    assert "Keep: two.py (session two)" in planned

    world.entire("rewind", "--to", step(world, "One 1"))

    assert world.file("one.py").read_text() == "1\n"
    assert not world.file("one-more.py").exists()
    assert world.file("two.py").read_text() == "3\n"
    assert world.file("shared.py").read_text() == "one 1\n"  # both wrote it: the one that goes back decides
    assert state_of(world, "two") == state
    assert Path(two.transcript).read_bytes() == spoken
    assert messages(world) == [("one", "One 1"), ("two", "Two 1"), ("two", "Two 2"), ("two", "Two 3")]
    world.git("merge-base", "--is-ancestor", tip, shadow)  # nothing of the branch is lost
    assert world.show("two.py", shadow) == "3\n"
    assert world.show("one.py", shadow) == "1\n"

    one.turn("One again", {"one.py": "other\n"})
    assert state_of(world, "one")["checkpoint_count"] == 2
    world.entire("rewind", "--to", step(world, "Two 2"))
    assert world.file("two.py").read_text() == "2\n"
    assert world.file("one.py").read_text() == "other\n"
    assert messages(world) == [("one", "One 1"), ("one", "One again"), ("two", "Two 1"), ("two", "Two 2")]

    world.entire("rewind", "--undo")
    assert world.file("two.py").read_text() == "3\n"
    assert messages(world)[-1] == ("two", "Two 3")
    world.git("add", "--all")
    checkpoint = world.commit()
    by_id = {session["session_id"]: session for session in (world.session(checkpoint, n) for n in (0, 1))}
    assert by_id["one"]["files_touched"] == ["one.py", "shared.py"]
    assert by_id["one"]["checkpoints_count"] == 2
    assert by_id["two"]["files_touched"] == ["shared.py", "two.py"]
    assert by_id["two"]["checkpoints_count"] == 3
    assert before != tree_of(world.repo.path)
    world.check_sound()


def test_undo_beside_another_session(world: World) -> None:
    one, two = agent_of(world, "one"), agent_of(world, "two")
    one.turn("One 1", {"one.py": "1\n"})
    one.turn("One 2", {"one.py": "2\n"})
    world.entire("rewind", "--to", step(world, "One 1"))  # alone on the branch: it is moved back
    two.turn("Two 1", {"two.py": "1\n"})
    assert messages(world) == [("one", "One 1"), ("two", "Two 1")]
    world.entire("rewind", "--undo")
    assert world.file("one.py").read_text() == "2\n"
    assert world.file("two.py").read_text() == "1\n"
    assert messages(world) == [("one", "One 1"), ("one", "One 2"), ("two", "Two 1")]
    (shadow,) = world.shadows()
    assert world.show("one.py", shadow) == "2\n"
    assert world.show("two.py", shadow) == "1\n"


def test_a_session_at_work_keeps_what_it_is_writing(world: World) -> None:
    one, two = agent_of(world, "one"), agent_of(world, "two")
    one.turn("One 1", {"one.py": "1\n"})
    one.turn("One 2", {"one.py": "2\n"})
    two.prompt("Two 1")
    two.write("README.md", "written right now\n")
    two.write("two.py", "new\n")
    world.entire("rewind", "--to", step(world, "One 1"))
    assert world.file("README.md").read_text() == "written right now\n"
    assert world.file("two.py").read_text() == "new\n"
    assert world.file("one.py").read_text() == "1\n"
    two.say("Done.")
    two.stop()
    assert state_of(world, "two")["files_touched"] == ["README.md", "two.py"]


def test_undo_once_the_session_was_committed_brings_back_files_only(world: World) -> None:
    one = agent_of(world, "one")
    one.turn("One 1", {"one.py": "1\n"})
    one.turn("One 2", {"one.py": "2\n"})
    world.entire("rewind", "--to", step(world, "One 1"))
    world.git("add", "--all")
    world.commit()
    spoken, state = Path(one.transcript).read_bytes(), state_of(world, "one")
    world.entire("rewind", "--undo")
    assert world.file("one.py").read_text() == "2\n"
    assert Path(one.transcript).read_bytes() == spoken
    assert state_of(world, "one") == state
    world.check_sound()


def test_worktrees_have_their_own_points_and_snapshots(world: World, tmp_path: Path) -> None:
    other = tmp_path / "other"
    world.git("worktree", "add", "--quiet", str(other), "-b", "side")
    agent = agent_of(world, "one")
    agent.turn("Here", {"a.py": "1\n"})
    there = agent_of(world, "two")
    there.root = str(other)
    there.turn("There 1", {"b.py": "1\n"})
    there.turn("There 2", {"b.py": "2\n"})
    assert [point["message"] for point in points(world)] == ["Here"]
    listed = world.run("entire", "rewind", "--list", cwd=other).stdout
    assert "There 2" in listed
    assert "Here" not in listed
    oid = world.git("log", "--all", "--format=%H", "--grep=^There 1")
    refused = world.run("entire", "rewind", "--to", oid, check=False)
    assert "does not belong to an open session here" in refused.stderr
    world.run("entire", "rewind", "--to", oid, cwd=other)
    assert (other / "b.py").read_text() == "1\n"
    assert world.run("entire", "rewind", "--undo", check=False).returncode == 1
    world.run("entire", "rewind", "--undo", cwd=other)
    assert (other / "b.py").read_text() == "2\n"
