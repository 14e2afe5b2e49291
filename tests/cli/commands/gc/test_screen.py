"""What `entire gc` shows, on terminals of several widths and for programs."""

from __future__ import annotations

import re

import pytest
from wcwidth import wcswidth as cell_len

from entire.care.collect import Collected
from entire.care.copies import Copy
from entire.care.leftovers import Leftover
from entire.care.plan import Unreachable
from entire.cli.commands.gc import plain
from entire.cli.commands.gc import screen as gc_screen
from entire.cli.commands.gc.facts import Failed, Report
from entire.cli.ui.screen import Screen
from entire.git.objects.store import ObjectStore

KB, MB = 1024, 1024 * 1024
BEFORE = ObjectStore(3562, 19 * MB, 1, 80 * KB, 0, 0)
AFTER = ObjectStore(0, 0, 2, 5 * MB, 0, 0)
NOTHING = Report(AFTER, Unreachable(0, 0, 0), [], [], False, "", "", [], 0)
FOUND = Report(
    BEFORE,
    Unreachable(1848, 9 * MB, 0),
    [Leftover("unfinished-object", "/repo/.git/objects/pack/tmp_pack_x", 31 * MB)],
    [Copy("8f76b0e8-1111", "/repo/a", 2 * MB), Copy("2c01ab9d-2222", "/repo/b", MB)],
    True,
    "20,000 loose objects and 3 packs: git finds objects slowly",
    "git stopped to pack them by itself: too many \x1b[2Junreachable loose objects",
    ["/repo/.git/index.lock"],
    2,
)
DONE = FOUND._replace(done=True, packed=Collected(BEFORE, AFTER))
FAILED = DONE._replace(
    packed=None,
    failures=[
        Failed("git gc", "a git command is running: /repo/.git/index.lock", "try again when it is done")
    ],
)


def screen(report: Report, width: int, *, colour: bool = False) -> str:
    return "\n".join(gc_screen.render(report, Screen(width, 0.0, colour))) + "\n"


def test_advice_wide() -> None:
    assert (
        screen(FOUND, 90)
        == """\
19 MB of objects: 3,562 loose objects, 1 pack
1,848 loose objects (9.0 MB) are unreachable. Git keeps such objects for a while
(gc.pruneExpire).

! 20,000 loose objects and 3 packs: git finds objects slowly
  git stopped to pack them by itself: too many [2Junreachable loose objects

! a git command is running
  /repo/.git/index.lock

  3.0 MB  2 copied transcripts that checkpoints already contain
   31 MB  1 temporary file of interrupted writes
   19 MB  3,562 loose objects to pack with `git gc`

entire gc --run does this.
2 branches are unused.   entire clean
"""
    )


def test_done_narrow() -> None:
    assert (
        screen(DONE, 50)
        == """\
✓ 3.0 MB  2 copied transcripts that checkpoints a…
✓  31 MB  1 temporary file of interrupted writes
✓  14 MB  3,562 loose objects packed with `git gc`
48 MB freed. 5.0 MB of objects: 0 loose objects,…
2 branches are unused.   entire clean
"""
    )


def test_failed() -> None:
    assert screen(FAILED, 60).splitlines()[2:4] == [
        "✗ a git command is running: /repo/.git/index.lock",
        "  try again when it is done",
    ]


def test_nothing_to_do() -> None:
    assert screen(NOTHING, 80) == "5.0 MB of objects: 0 loose objects, 2 packs\n\nNothing to do.\n"
    assert screen(NOTHING._replace(done=True), 80) == "Nothing to do.\n"
    assert plain.render(NOTHING) == ["Objects: 5.0 MB (0 loose objects, 2 packs)", "", "Nothing to do."]


def test_plain() -> None:
    assert (
        "\n".join(plain.render(FOUND))
        == """\
Objects: 19 MB (3,562 loose objects, 1 pack)
Unreachable: 9.0 MB (1,848 loose objects)
Problem: 20,000 loose objects and 3 packs: git finds objects slowly (git stopped to pack them by itself: \
too many [2Junreachable loose objects)
Running: /repo/.git/index.lock
Unused branches: 2 (`entire clean` lists them)

To do:
  3.0 MB: 2 copied transcripts that checkpoints already contain
  31 MB: 1 temporary file of interrupted writes
  19 MB: 3,562 loose objects to pack with `git gc`

Run with --run to do this."""
    )
    assert plain.render(FAILED)[-1] == (
        "Failed: a git command is running: /repo/.git/index.lock; try again when it is done"
    )


@pytest.mark.parametrize("report", [FOUND, DONE, FAILED])
def test_colour_only_adds(report: Report) -> None:
    coloured = screen(report, 60, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[\d*m", "", coloured) == screen(report, 60)


@pytest.mark.parametrize("report", [NOTHING, FOUND, DONE, FAILED])
@pytest.mark.parametrize("width", [36, 50, 80, 200])
def test_no_line_is_wider_than_the_terminal(report: Report, width: int) -> None:
    assert [line for line in screen(report, width).split("\n") if cell_len(line) > width] == []
