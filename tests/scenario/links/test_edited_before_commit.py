"""A new file of an agent is its work in a commit, whatever a person or a formatter did to it before."""

from __future__ import annotations

import shutil

import pytest
from tests.scenario.world import World

CODE = """def total(items, rate):
    result = 0
    for item in items:
        result += item.price * rate
    return result
"""
FORMATTED = """def total(
\titems,
\trate
):
\tresult=0
\tfor item in items: result += (
\t\titem.price*rate)
\treturn (result)
"""
SETTINGS = "host = one\nport = 1\nname = first\n"
EDITED = "host = two\nport = 2\nname = second\n"


@pytest.mark.parametrize(
    ("written", "committed"),
    [
        (CODE, FORMATTED),
        (SETTINGS, EDITED),
        (CODE, "\n".join(reversed(CODE.splitlines())) + "\n"),
        (CODE, CODE.replace("    ", "\t").replace("\n", "\r\n")),
    ],
    ids=["formatted", "all values edited", "reordered", "blanks"],
)
def test_every_line_of_a_new_file_changed(world: World, written: str, committed: str) -> None:
    world.agent().turn("Write it", {"new.py": written})
    world.repo.write("new.py", committed)
    world.git("add", "-A")
    checkpoint = world.commit_at_terminal()
    assert checkpoint
    assert world.session(checkpoint)["files_touched"] == ["new.py"]
    assert "Write it" in world.stored(checkpoint, "prompt.txt")
    world.check_sound()


def test_replaced_by_something_else(world: World) -> None:
    agent = world.agent()
    agent.turn("Write it", {"new.py": CODE})
    world.repo.write("new.py", "# Shopping list\n- milk\n- bread\n")
    world.git("add", "-A")
    assert world.commit_at_terminal() == ""


def test_renamed_and_edited(world: World) -> None:
    agent = world.agent()
    agent.turn("Write it", {"old.py": CODE})
    world.file("old.py").unlink()
    world.repo.write("new.py", CODE.replace("rate", "tax"))
    world.git("add", "-A")
    checkpoint = world.commit_at_terminal()
    assert checkpoint
    assert world.session(checkpoint)["files_touched"] == ["new.py"]
    assert world.touched(agent) == []


def test_a_folder_renamed_with_an_edit_in_each_file(world: World) -> None:
    agent = world.agent()
    agent.turn("Write it", {"a/code.py": CODE, "a/b/settings.ini": SETTINGS})
    shutil.move(world.file("a"), world.file("c"))
    world.repo.write("c/code.py", FORMATTED)
    world.repo.write("c/b/settings.ini", EDITED)
    world.repo.write("c/list.md", "# Shopping list\n- milk\n")
    world.git("add", "-A")
    checkpoint = world.commit_at_terminal()
    assert checkpoint
    assert world.session(checkpoint)["files_touched"] == ["c/b/settings.ini", "c/code.py"]
    assert world.touched(agent) == []


def test_a_new_file_that_is_not_the_renamed_one(world: World) -> None:
    agent = world.agent()
    agent.turn("Write it", {"old.py": CODE})
    world.file("old.py").unlink()
    world.repo.write("list.md", "# Shopping list\n- milk\n")
    world.git("add", "-A")
    assert world.commit_at_terminal() == ""


def test_a_stashed_file_waits_though_a_similar_one_is_committed(world: World) -> None:
    agent = world.agent()
    agent.turn("Write it", {"old.py": CODE})
    world.git("stash", "--include-untracked", "--quiet")
    world.repo.write("new.py", FORMATTED)
    world.git("add", "-A")
    assert world.commit_at_terminal() == "", "it is not renamed: the stash has it"
    world.git("stash", "pop", "--quiet")
    world.git("add", "-A")
    assert world.commit_at_terminal()
    assert world.touched(agent) == []
