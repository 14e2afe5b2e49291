"""What the reference noted at a prompt, and what its rewind needs from us."""

from __future__ import annotations

import time

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


def at_start(world: World, session_id: str) -> set[str]:
    """The files that the reference's rewind keeps, once the process in the background has listed them."""
    deadline = time.monotonic() + 60
    state = world.state(session_id)
    while state is not None and state.get("ignored_folders") and time.monotonic() < deadline:
        time.sleep(0.02)
        state = world.state(session_id)
    return set((state or {}).get("untracked_files_at_start", []))


def test_its_rewind_keeps_what_was_ignored_when_our_session_began(world: World) -> None:
    world.repo.write(".gitignore", ".env\nnode_modules/\n*.log\n")
    world.repo.write(".env", "KEY=1\n")
    world.repo.write("node_modules/left-pad/index.js", "pad\n")
    world.repo.write("node_modules/größe/a b.js", "x\n")
    world.repo.write("logs/today.log", "x\n")
    world.repo.write("notes.txt", "mine\n")
    world.git("add", ".gitignore")
    world.git("commit", "--quiet", "-m", "ignore")
    agent = world.agent()
    agent.prompt("Write one")
    every = {
        ".env",
        "node_modules/left-pad/index.js",
        "node_modules/größe/a b.js",
        "logs/today.log",
        "notes.txt",
    }
    assert at_start(world, agent.session_id) == every
    agent.write("one.py", "one = 1\n")
    world.repo.write("node_modules/later.js", "made in the turn\n")
    agent.stop()
    agent.turn("Write two", {"two.py": "two = 2\n"})
    assert at_start(world, agent.session_id) == every  # once per session
    world.check_sound()


def test_without_ignored_folders_no_process_is_started(world: World) -> None:
    agent = world.agent()
    agent.prompt("Write one")
    assert not any("continues in the background" in row["msg"] for row in world.log())
