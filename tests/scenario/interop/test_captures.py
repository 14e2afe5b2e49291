"""What the reference noted at a prompt, and what its rewind needs from us."""

from __future__ import annotations

from tests.scenario.interop.reference import Reference
from tests.scenario.world import World


def end_ours(world: World, theirs: Reference, command: str) -> None:
    """Our hooks end the turn that the reference saw begin; a command ran in it."""
    ours = world.agent(theirs.session_id)
    ours.shell(command)
    ours.say("Done.")
    ours.stop()


def test_files_that_its_capture_lists_are_the_users(world: World) -> None:
    world.file("notes.txt").write_text("mine\n")
    world.file("README.md").write_text("# Mine, before the prompt\n")
    world.run("sh", "-c", "touch -d '1 hour ago' notes.txt README.md")
    theirs = Reference(world)
    theirs.prompt("Make a file")
    world.file("notes.txt").write_text("mine, saved during the turn\n")
    end_ours(world, theirs, "echo made >made.txt")
    assert "notes.txt" not in world.touched(theirs)
    assert "made.txt" in world.touched(theirs)


def test_a_listed_file_that_the_agent_wrote_is_its_work(world: World) -> None:
    world.file("notes.txt").write_text("mine\n")
    theirs = Reference(world)
    theirs.prompt("Write the notes")
    ours = world.agent(theirs.session_id)
    ours.write("notes.txt", "mine\nand the agent's\n")
    ours.say("Done.")
    ours.stop()
    assert world.touched(theirs) == ["notes.txt"]


def test_what_was_written_before_its_prompt_is_not_the_turns(world: World) -> None:
    """Tracked files are in no list of it: the time of the prompt decides."""
    world.file("README.md").write_text("# Mine, before the prompt\n")
    theirs = Reference(world)
    theirs.prompt("Make a file")
    text = theirs.capture_path.read_text()
    later = text.replace('"timestamp": "2', '"timestamp": "3')  # as if the prompt had come much later
    theirs.capture_path.write_text(later)
    end_ours(world, theirs, "true")
    assert not world.touched(theirs)


def test_a_commit_during_its_turn_leaves_the_users_files_out(world: World) -> None:
    world.file("notes.txt").write_text("mine\n")
    theirs = Reference(world)
    theirs.prompt("Make a file and commit")
    ours = world.agent(theirs.session_id)
    ours.shell("echo made >made.txt; git add -A; git commit -q -m 'the file'")
    checkpoint = world.checkpoint()
    assert world.session(checkpoint)["files_touched"] == ["made.txt"]
