"""A message that is there before the editor opens: `-e -m`, `-e -F`, perhaps with a diff below it."""

from __future__ import annotations

import pytest
from tests.scenario.commits.test_linking import editor, message, seen, work
from tests.scenario.world import World

WAYS = [
    ["--edit", "-m", "Mine"],
    ["--edit", "-F", "../message"],
    ["--verbose", "--edit", "-m", "Mine"],
    ["--verbose", "--edit", "-F", "../message"],
    ["--verbose", "--cleanup=scissors", "--edit", "-F", "../message"],
    ["--cleanup=scissors", "--edit", "-m", "Mine"],
]


@pytest.mark.parametrize("char", ["#", ";", "auto"])
@pytest.mark.parametrize("words", WAYS, ids=" ".join)
def test_the_line_is_where_the_message_ends(world: World, words: list[str], char: str) -> None:
    world.git("config", "core.commentChar", char)
    world.repo.write("../message", "Mine\n")
    work(world)
    editor(world, "true")
    world.git("commit", "--quiet", *words)
    checkpoint = world.checkpoint()
    assert message(world) == f"Mine\n\nEntire-Checkpoint: {checkpoint}"
    assert world.session(checkpoint)["files_touched"] == ["one.py"]
    explained = "links this commit to your Claude Code session." in seen(world)
    assert explained == ("--cleanup=scissors" not in words)


def test_verbose_by_a_setting(world: World) -> None:
    world.git("config", "commit.verbose", "true")
    work(world)
    editor(world, "true")
    world.git("commit", "--quiet", "-e", "-m", "Mine")
    assert message(world) == f"Mine\n\nEntire-Checkpoint: {world.checkpoint()}"


@pytest.mark.parametrize("words", [["-e"], ["-e", "-v"]])
def test_a_message_with_lines_that_look_like_comments(world: World, words: list[str]) -> None:
    work(world)
    editor(world, "true")
    world.git("commit", "--quiet", "--cleanup=whitespace", *words, "-m", "Mine\n\n# Why\n#\nBecause.")
    checkpoint = world.checkpoint()
    assert message(world).startswith(f"Mine\n\n# Why\n#\nBecause.\n\nEntire-Checkpoint: {checkpoint}")


def test_no_editor_and_lines_that_look_like_comments(world: World) -> None:
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-m", "Mine\n\n# Why\n#\nBecause.")
    work(world)
    world.git("commit", "--quiet", "--amend", "--no-edit")
    assert message(world) == f"Mine\n\n# Why\n#\nBecause.\n\nEntire-Checkpoint: {world.checkpoint()}"


def test_the_line_can_be_deleted_there_too(world: World) -> None:
    work(world)
    editor(world, r"""sed -i '/^Entire-Checkpoint/d' "$1" """)
    world.git("commit", "--quiet", "-v", "-e", "-m", "Mine")
    assert message(world) == "Mine"
    assert world.run("git", "notes", "--ref=entire", "list", check=False).stdout == ""
    assert len(world.shadows()) == 1


@pytest.mark.parametrize("waits", [False, True])
def test_a_line_that_git_cuts_off(world: World, waits: bool) -> None:
    """Another hook of the person's moves everything below the scissors line: nobody deleted the link."""
    if waits:
        world.env["ENTIRE_SYNC"] = "0"
    work(world)
    script = r"""{ echo Mine; grep '>8' "$1"; grep -v '>8' "$1"; } > "$1.new"; mv "$1.new" "$1" """
    editor(world, script)
    world.git("commit", "--quiet", "-v")
    assert message(world) == "Mine"
    world.entire("status")
    assert "Entire-Checkpoint: " in world.git("notes", "--ref=entire", "show", "HEAD")


@pytest.mark.parametrize(
    "words", [["-C", "HEAD"], ["-c", "HEAD"], ["-C", "HEAD~1"], ["-v", "-c", "HEAD"]], ids=" ".join
)
def test_new_work_with_a_reused_message(world: World, words: list[str]) -> None:
    agent = world.agent()
    agent.turn("Write one", {"one.py": "the content of one\n"})
    world.git("add", "-A")
    first = world.commit(message="Mine\n\nTicket: 12")
    if "HEAD~1" in words:
        world.repo.write("mine.txt", "mine\n")
        world.git("add", "-A")
        world.git("commit", "--quiet", "-m", "Other")
    agent.turn("Write two", {"two.py": "the content of two\n"})
    world.git("add", "-A")
    editor(world, "true")
    world.git("commit", "--quiet", *words)
    second = world.checkpoint()
    assert second not in ("", first)
    assert message(world) == f"Mine\n\nTicket: 12\nEntire-Checkpoint: {second}"
    assert world.session(second)["files_touched"] == ["two.py"]
    assert world.session(first)["files_touched"] == ["one.py"]
    assert world.stored(second, "prompt.txt") == "Write two"
    assert world.touched(agent) == []


def test_a_reused_message_without_new_work(world: World) -> None:
    work(world)
    first = world.commit()
    world.repo.write("mine.txt", "mine\n")
    world.git("add", "-A")
    world.git("commit", "--quiet", "-C", "HEAD")
    assert world.checkpoint() == first
    assert world.session(first)["files_touched"] == ["one.py"]


@pytest.mark.parametrize("again", [False, True])
def test_a_commit_without_a_message(world: World, again: bool) -> None:
    """Git refuses to make it without the option, and so it should: a link is no message."""
    work(world)
    head = world.git("rev-parse", "HEAD")
    if again:
        assert world.run("git", "commit", "-m", "", check=False).returncode == 1
        assert world.git("rev-parse", "HEAD") == head
    world.git("commit", "--quiet", "--allow-empty-message", "-m", "")
    assert message(world) == ""
    note = world.git("notes", "--ref=entire", "show", "HEAD")
    assert world.session(note.split()[-1])["files_touched"] == ["one.py"]


def test_a_commit_without_a_message_in_an_editor(world: World) -> None:
    work(world)
    editor(world, "true")
    world.git("commit", "--quiet", "--allow-empty-message")
    assert message(world) == ""
    note = world.git("notes", "--ref=entire", "show", "HEAD")
    assert world.session(note.split()[-1])["files_touched"] == ["one.py"]


def test_neither_message_nor_link(world: World) -> None:
    work(world)
    assert world.run("git", "commit", "-m", "", check=False).returncode == 1
    editor(world, r"""sed -i '/^Entire-Checkpoint/d' "$1" """)
    world.git("commit", "--quiet", "--allow-empty-message")
    assert message(world) == ""
    assert world.run("git", "notes", "--ref=entire", "list", check=False).stdout == ""
