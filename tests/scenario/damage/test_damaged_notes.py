"""Links in notes that point to something missing: commits are linked again, and nothing else stops."""

from __future__ import annotations

import pytest
from tests.scenario.damage.damaging import (
    NOTES,
    Story,
    check_doctor,
    check_reading,
    check_whole_session,
    failures,
    work_on,
)
from tests.scenario.world import World

KINDS = sorted(NOTES)


def linked_by_note(world: World) -> Story:
    """A commit that was amended has its link in a note; a second one has, too."""
    story = Story(world)
    world.git("commit", "--quiet", "--amend", "-m", "the app, again")
    world.git("commit", "--quiet", "--amend", "-m", "the app, at last")
    assert story.first in world.git("notes", "--ref=entire", "show", "HEAD")
    return story


@pytest.mark.parametrize("kind", KINDS)
def test_the_next_link_repairs_them(world: World, kind: str) -> None:
    story = linked_by_note(world)
    NOTES[kind](story)
    work_on(story)
    second = check_whole_session(story)
    world.git("commit", "--quiet", "--amend", "-m", "the rest, again")
    assert second in world.git("notes", "--ref=entire", "show", "HEAD")
    assert failures(world) == []


@pytest.mark.parametrize("kind", ["an empty file", "not an id", "an id of nothing"])
def test_a_link_that_only_a_note_has_is_kept(world: World, kind: str) -> None:
    story = linked_by_note(world)
    NOTES[kind](story)
    world.git("commit", "--quiet", "--amend", "-m", "the app, once more")
    assert story.first in world.git("notes", "--ref=entire", "show", "HEAD")
    assert any(row["msg"] == "damaged ref repaired" for row in world.log())


@pytest.mark.parametrize("kind", KINDS)
def test_commands_answer(world: World, kind: str) -> None:
    story = linked_by_note(world)
    NOTES[kind](story)
    check_reading(story)
    for words in (("blame", "src/app.py"), ("search", "parser"), ("stats",), ("explain", "--commit", "HEAD")):
        done = world.run("entire", *words, check=False)
        assert done.returncode == 0, (words, done.stdout, done.stderr)


@pytest.mark.parametrize("kind", KINDS)
def test_doctor_repairs(world: World, kind: str) -> None:
    story = linked_by_note(world)
    NOTES[kind](story)
    found = world.run("entire", "doctor", check=False).stdout
    assert "refs/notes/entire" in found
    assert "a check failed" not in found
    assert "a check failed" not in world.run("entire", "doctor", "--force", check=False).stdout
    check_doctor(story)
    world.git("rev-list", "--objects", "--quiet", "--all")
    work_on(story)
    check_whole_session(story)
    assert failures(world) == []
