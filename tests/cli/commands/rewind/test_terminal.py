"""`entire rewind` on a terminal: choosing, looking, agreeing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.cli.conftest import on_terminal
from tests.scenario.rewind.rewinding import agent_of
from tests.scenario.world import World

SESSION = "8f76b0e8-1111-4222-8333-444455556666"
QUESTION = "Rewind to step 1? Undo with entire rewind --undo. [y/N]: "
DOWN = "\x1b[B"


@pytest.fixture
def played(tmp_path: Path) -> World:
    world = World.new(tmp_path / "repo")
    agent = agent_of(world, SESSION)
    agent.turn("Limit the login", {"login.py": "limit = 5\n"})
    world.git("add", ".")
    world.commit(message="Limit it")
    agent.turn("Make it configurable", {"login.py": "limit = conf()\n"})
    agent.turn("Add a window", {"login.py": "limit = window()\n", "window.py": "w\n"})
    world.repo.write("notes.txt", "mine\n")
    return world


def ages(shown: str) -> str:
    return re.sub(r"(?<=[ ❯.0-9a-f] )[0-9]+s(?=  | step | start )", "0s", shown)


def test_choosing_a_step(played: World) -> None:
    shown = on_terminal(
        played.repo.path, "rewind", answers=[("notes.txt", DOWN), ("created later", "\r"), (QUESTION, "y\n")]
    )
    first, _, rest = ages(shown).partition("\x1b[")
    assert (
        first
        == """\
Rewind to which point?                                   ↑↓ enter · / search · q
❯ 0s  step 2   8f76b0e8  after   Add a window          2 files
  0s  step 1   8f76b0e8  after   Make it configurable  1 file
  0s  start    8f76b0e8  before  Make it configurable
  0s  HEAD                       Limit it              (conversation only)

  no file changes
  keep     notes.txt   (yours)
""".replace("HEAD   ", played.git("rev-parse", "HEAD")[:7])
    )
    last = rest.rpartition("\x1b[J")[2]
    assert (
        last.partition("\n  backup: ")[0]
        == f"""\
  restore  login.py
  delete   window.py   (created later by the agent)
  remove   1 prompt of the conversation
  keep     notes.txt   (yours)

{QUESTION}y
Rewound to step 1 · Make it configurable
  1 file restored · 1 file deleted · 1 file kept
  Conversation 8f76b0e8 truncated (1 prompt removed)"""
    )
    assert last.endswith(f"\n\n  resume  claude -r {SESSION}\n  undo    entire rewind --undo\n")
    assert played.file("login.py").read_text() == "limit = conf()\n"
    assert not played.file("window.py").exists()
    question = "Undo this rewind? [y/N]: "
    shown = on_terminal(played.repo.path, "rewind", "--undo", answers=[(question, "y\n")])
    assert shown.startswith(f"  restore  login.py  window.py\n\n{question}y\nUndone: rewind to ")
    assert played.file("window.py").exists()


def test_saying_no(played: World) -> None:
    before = played.git("for-each-ref")
    to = next(
        line for line in played.git("log", "--all", "--format=%H %s").splitlines() if "configurable" in line
    )
    shown = on_terminal(played.repo.path, "rewind", "--to", to[:8], answers=[(QUESTION, "\n")])
    assert shown.endswith("Cancelled. Nothing changed.\n")
    shown = on_terminal(played.repo.path, "rewind", answers=[("Rewind to which point?", "q")])
    assert shown.endswith("\x1b[J")
    assert played.git("for-each-ref") == before
    assert "Rewound to step 1" in on_terminal(played.repo.path, "rewind", "--to", to[:8], "--force")


def test_choosing_a_commit(played: World) -> None:
    question = "Undo with entire rewind --undo. [y/N]: "
    shown = on_terminal(
        played.repo.path,
        "rewind",
        answers=[
            ("notes.txt", DOWN),
            ("remove   1 prompt", DOWN),
            ("remove   2 prompts", DOWN),
            ("restores the conversation", "\r"),
            (question, "y\n"),
        ],
    )
    assert "! 1 conversation continued since then; a backup is kept." in shown
    assert "Restored the conversation of " in shown
    assert "files unchanged" in shown
    shown = on_terminal(
        played.repo.path, "rewind", "--reset", answers=[("Rewind to which point?", "\r"), (question, "n\n")]
    )
    assert "step" not in shown
    assert "restores the conversation; moves the branch and the files" in shown
    assert "lose     login.py" in shown


def test_choosing_the_start_and_only_the_files(played: World) -> None:
    shown = on_terminal(
        played.repo.path,
        "rewind",
        "--files-only",
        answers=[
            ("notes.txt", DOWN),
            ("created later", DOWN),
            ("created later", "\r"),
            ("Rewind the files to the start? Undo with entire rewind --undo. [y/N]: ", "y\n"),
        ],
    )
    assert "(conversation only)" not in shown
    assert "prompt of the conversation" not in shown
    assert "Rewound to the start · Before: Make it configurable" in shown
    assert played.file("login.py").read_text() == "limit = 5\n"


def test_for_screen_readers(played: World) -> None:
    shown = on_terminal(
        played.repo.path, "rewind", ACCESSIBLE="1", answers=[("Number", "2\n"), (QUESTION, "y\n")]
    )
    assert "  2. 0s step 1 8f76b0e8 after Make it configurable" in ages(shown)
    assert "\x1b" not in shown
    assert "Rewound to: " in shown
    assert not played.file("window.py").exists()


def test_nothing_to_choose(tmp_path: Path) -> None:
    world = World.new(tmp_path / "repo")
    shown = on_terminal(world.repo.path, "rewind")
    assert shown == "Nothing to rewind to yet. The next turn of an agent will be saved as a step.\n"


def test_the_list(played: World) -> None:
    """A table for people, JSON for programs."""
    points = json.loads(played.entire("rewind", "--list"))
    ids = [point["id"][:7] for point in points]
    assert (
        ages(on_terminal(played.repo.path, "rewind", "--list", width=100))
        == f"""\
{ids[0]}  0s  step 2  8f76b0e8  after   Add a window          2 files
{ids[1]}  0s  step 1  8f76b0e8  after   Make it configurable  1 file
{ids[2]}  0s  start   8f76b0e8  before  Make it configurable
{ids[3]}  0s  commit                    Limit it              (conversation only)
"""
    )
    assert json.loads(on_terminal(played.repo.path, "rewind", "--list", "--json")) == points


def test_an_empty_list(tmp_path: Path) -> None:
    world = World.new(tmp_path / "repo")
    shown = on_terminal(world.repo.path, "rewind", "--list")
    assert shown == "Nothing to rewind to yet. The next turn of an agent will be saved as a step.\n"
