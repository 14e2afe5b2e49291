"""A step's tree is the work tree as it is: without the files that were deleted, moved or reverted since."""

from __future__ import annotations

import pytest
from tests.scenario.commits.subagent import Sub
from tests.scenario.damage.test_not_stored import without_privileges
from tests.scenario.rewind.rewinding import as_stored, points, step, stored_tree
from tests.scenario.ways import STEPS
from tests.scenario.world import World

pytestmark = STEPS


def latest(world: World) -> str:
    """The last step."""
    (shadow,) = world.shadows()
    return world.git("rev-parse", shadow)


def check_latest(world: World) -> set[str]:
    """The last step has what the work tree has. Returns the names of its files."""
    stored = stored_tree(world.repo, latest(world))
    untracked = world.git("ls-files", "--others", "--exclude-standard").splitlines()
    names = {*world.git("ls-files").splitlines(), *untracked, *stored}
    for path in names:
        if not path.startswith((".entire/", ".claude/")):
            assert stored.get(path) == as_stored(world.repo, path), path
    return set(stored)


@pytest.mark.parametrize("more", [{"main.py": "main = 1\n"}, {}], ids=["with other work", "alone"])
def test_a_deleted_file_does_not_come_back(world: World, more: dict[str, str]) -> None:
    agent = world.agent()
    agent.turn("Make a helper", {"tmp_helper.py": "helper = 1\n"})
    agent.prompt("Clean up")
    agent.shell("rm tmp_helper.py")
    for path, text in more.items():
        agent.write(path, text)
    agent.stop()
    assert "tmp_helper.py" not in check_latest(world)
    world.entire("rewind", "--to", step(world, "Clean up"))
    assert not world.file("tmp_helper.py").exists()
    world.entire("rewind", "--to", step(world, "Make a helper"))
    assert world.file("tmp_helper.py").read_text() == "helper = 1\n"
    world.check_sound()


@pytest.mark.parametrize("command", ["mv a.py b.py", "mkdir lib && mv a.py lib/b.py"])
def test_a_moved_file_is_in_one_place(world: World, command: str) -> None:
    agent = world.agent()
    agent.turn("Make a", {"a.py": "a = 1\n"})
    agent.prompt("Rename it")
    agent.shell(command)
    agent.stop()
    assert "a.py" not in check_latest(world)
    world.entire("rewind", "--to", step(world, "Rename it"))
    world.git("add", "--all")
    checkpoint = world.commit()
    assert "a.py" not in world.git("show", "--name-only", "--format=", "HEAD").splitlines()
    assert world.session(checkpoint)["files_touched"] == [command.split()[-1]]
    assert world.shadows() == []
    world.check_sound()


def test_a_folder_is_moved_and_another_removed(world: World) -> None:
    agent = world.agent()
    agent.turn("Make folders", {"one/a.py": "a\n", "one/b.py": "b\n", "two/c.py": "c\n"})
    agent.prompt("Tidy up")
    agent.shell("mv one three && rm -r two")
    agent.stop()
    assert {"three/a.py", "three/b.py"} < check_latest(world)
    agent.prompt("Replace a folder by a file and back")
    agent.shell("rm -r three && echo file > three")
    agent.stop()
    assert "three" in check_latest(world)
    agent.prompt("Undo that")
    agent.shell("rm three && mkdir three && echo a > three/a.py")
    agent.stop()
    assert "three/a.py" in check_latest(world)
    world.check_sound()


def test_what_a_person_deletes_or_reverts_between_turns(world: World) -> None:
    agent = world.agent()
    world.repo.write("notes.txt", "mine\n")
    world.repo.write("README.md", "edited\n")
    agent.turn("Make a and b", {"a.py": "a\n", "b.py": "b\n"})
    assert {"notes.txt", "a.py", "b.py"} < check_latest(world)
    world.file("notes.txt").unlink()
    world.file("a.py").unlink()
    world.git("checkout", "--quiet", "README.md")
    agent.turn("Make c", {"c.py": "c\n"})
    assert {"b.py", "c.py"} < check_latest(world)
    world.entire("rewind", "--to", step(world, "Make c"))
    assert not world.file("a.py").exists()
    assert world.file("README.md").read_text() == "# A project\n"
    world.check_sound()


def test_what_an_agent_reverts(world: World) -> None:
    agent = world.agent()
    agent.turn("Change it", {"README.md": "changed\n"})
    agent.prompt("Revert it")
    agent.shell("git checkout --quiet README.md")
    agent.stop()
    check_latest(world)
    assert [point["message"] for point in points(world)][:2] == ["Revert it", "Change it"]


def test_a_subagent_deletes(world: World) -> None:
    agent = world.agent()
    agent.turn("Make a", {"a.py": "a\n"})
    agent.prompt("Delegate")
    sub = Sub(agent, "Remove it")
    sub.shell("rm a.py")
    sub.end()
    assert "a.py" not in check_latest(world)
    (task,) = [point for point in points(world) if point["is_task_checkpoint"]]
    agent.say("Done.")
    agent.stop()
    world.entire("rewind", "--to", task["id"])
    assert not world.file("a.py").exists()


def test_stashed_files_stay_in_the_step(world: World) -> None:
    agent = world.agent()
    agent.turn("Make a", {"a.py": "a\n"})
    world.git("stash", "--include-untracked", "--quiet")
    agent.turn("Make b", {"b.py": "b\n"})
    assert {"a.py", "b.py"} < set(stored_tree(world.repo, latest(world)))
    world.git("stash", "pop", "--quiet")
    world.git("add", "--all")
    assert world.session(world.commit())["files_touched"] == ["a.py", "b.py"]


def test_a_file_that_became_ignored_stays_in_the_step(world: World) -> None:
    agent = world.agent()
    agent.turn("Make a", {"a.log": "a\n"})
    world.repo.write(".gitignore", "*.log\n")
    agent.turn("Make b", {"b.py": "b\n"})
    assert {"a.log", "b.py"} < set(stored_tree(world.repo, latest(world)))
    world.entire("rewind", "--to", step(world, "Make b"))
    assert world.file("a.log").read_text() == "a\n"


def test_a_folder_that_cannot_be_searched_is_not_deleted(world: World) -> None:
    if not without_privileges(world):
        pytest.skip("needs setpriv")
    agent = world.agent()
    agent.turn("Make a", {"locked/a.py": "a\n"})
    world.file("locked").chmod(0)
    try:
        agent.turn("Make b", {"b.py": "b\n"})
    finally:
        world.file("locked").chmod(0o755)
    assert {"locked/a.py", "b.py"} < set(stored_tree(world.repo, latest(world)))


def test_a_file_that_a_person_moved_is_linked_after_another_turn(world: World) -> None:
    agent = world.agent()
    agent.turn("Make a", {"a.py": "first line of a\nsecond line of a\n"})
    world.file("a.py").rename(world.file("b.py"))
    agent.turn("Make c", {"c.py": "c\n"})
    assert {"b.py", "c.py"} < check_latest(world)
    world.git("add", "b.py")
    checkpoint = world.commit()
    assert checkpoint
    assert world.session(checkpoint)["files_touched"] == ["b.py"]
    assert "Make a" in world.stored(checkpoint, "prompt.txt")


def test_a_deleted_file_waits_for_no_commit(world: World) -> None:
    agent = world.agent()
    agent.turn("Make a", {"a.py": "a\n", "main.py": "main\n"})
    agent.prompt("Clean up")
    agent.shell("rm a.py")
    agent.stop()
    world.git("add", "--all")
    assert world.session(world.commit())["files_touched"] == ["main.py"]
    assert world.touched(agent) == []
    assert world.shadows() == []


@pytest.mark.parametrize("how", ["rm tmp_helper.py", "git clean -fq tmp_helper.py"])
def test_what_an_agent_made_and_removed_waits_for_no_commit(world: World, how: str) -> None:
    agent = world.agent()
    agent.turn("Write it", {"tmp_helper.py": "value = compute(alpha)\n", "kept.py": "1\n"})
    agent.prompt("Remove it")
    agent.shell(how)
    agent.stop()
    assert world.touched(agent) == ["kept.py"]


def test_a_folder_in_place_of_a_file(world: World) -> None:
    """With nothing in it, or only files that git ignores: the step has neither."""
    world.repo.write(".gitignore", "*.log\n")
    world.repo.write("four/old.py", "4\n")
    world.repo.commit("ignore")
    agent = world.agent()
    agent.turn("Write two", {"one": "1\n", "two": "2\n", "three.py": "3\n"})
    agent.prompt("Replace the folder")
    agent.shell("rm -r four && echo 4 > four")
    agent.stop()
    agent.prompt("Make room")
    agent.shell("rm one two four && mkdir -p one/empty two four && touch two/x.log")
    agent.say("Done.")
    agent.stop()
    (shadow,) = world.shadows()
    assert {"one", "two", "four"}.isdisjoint(world.git("ls-tree", "--name-only", shadow).split())
    assert world.touched(agent) == ["four/old.py", "three.py"]
