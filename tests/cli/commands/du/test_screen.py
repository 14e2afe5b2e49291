"""What `entire du` shows, on terminals of several widths and for programs."""

from __future__ import annotations

import re

import pytest
from tests.cli.conftest import Stage, on_terminal
from wcwidth import wcswidth as cell_len

from entire.cli.commands.du import plain
from entire.cli.commands.du import screen as du_screen
from entire.cli.commands.du.facts import Counted, DiskUsage, FileRow, Freed, RefRow, SessionRow
from entire.cli.commands.du.screen import Sort
from entire.cli.ui.bars import bars
from entire.cli.ui.screen import Screen, short_bytes

KB, MB = 1024, 1024 * 1024
NOW = 1_800_000_000.0
FOUND = DiskUsage(
    23 * MB,
    40 * MB,
    Counted(1234, 20 * MB, 300 * KB, 2 * KB, 900 * KB, 5 * KB, 0),
    [
        RefRow("entire/checkpoints/v1", "checkpoints", 19 * MB, 300 * KB, 0, True),
        RefRow("entire/1234567-e3b0c4", "shadow", 500 * KB, 300 * KB, 3, True),
        RefRow("refs/entire/orphaned/7654321-e3b0c4/0123456789ab", "put-aside", 90 * KB, 0, 1, False),
    ],
    [
        SessionRow(
            "8f76b0e8-1111", "8f76b0e8", "Claude Code", "2027-01-15T06:00:00Z",
            "Add rate \x1b[2Jlimiting to the login endpoint, five per minute per address", 4, 2,
            12 * MB, 2 * KB, 2 * MB,
        ),
        SessionRow("2c01ab9d-2222", "2c01ab9d", "Codex", "2027-01-14T08:00:00Z", "", 1, 0, 7 * MB, 2 * KB, 0),
        SessionRow("77ab0123-3333", "77ab0123", "Codex", "", "Fix it", 1, 0, 100 * KB, 0, MB),
    ],
    [FileRow("copies", 12, 3 * MB), FileRow("logs", 1, 40 * KB)],
    [
        Freed("entire clean --force", 90 * KB, "1 ref that nobody needs"),
        Freed("entire gc --run", 2 * MB, "5 transcripts whose sessions are over: checkpoints have them"),
    ],
)  # fmt: skip


def screen(width: int, *, found: DiskUsage = FOUND, limit: int = 2, colour: bool = False) -> str:
    lines = du_screen.render(found, Screen(width, NOW, colour), limit, Sort.SIZE)
    return "\n".join(lines) + "\n"


def test_wide() -> None:
    assert (
        screen(100)
        == """\
Branches                 unique  shared
  entire/checkpoints/v1   19 MB  300 KB  ████████
  entire/1234567-e3b0c4  500 KB  300 KB  ▍         3 steps
  … 1 more                90 KB

Sessions                                                            unique  shared   files
  8f76b0e8  2h  Add rate [2Jlimiting to the login endpoint, five…    12 MB  2.0 KB  2.0 MB  ████████
  2c01ab9d  1d  Codex                                               7.0 MB  2.0 KB       -  ████
  … 1 more                                                          100 KB

Files
  transcript copies  3.0 MB  12 files
  logs                40 KB    1 file

23 MB total: 20 MB in git, 3.0 MB in files

Can be freed
   90 KB  entire clean --force  1 ref that nobody needs
  2.0 MB  entire gc --run       5 transcripts whose sessions are over: checkpoints have them
"""
    )


def test_narrow() -> None:
    assert (
        screen(36, limit=0)
        == """\
Branches                      unique
  entire/checkpoints/v1        19 MB
  entire/1234567-e3b0c4       500 KB
  refs/entire/orphaned/7654…   90 KB

Sessions                      unique
  8f76b0e8  Add rate [2Jlim…   12 MB
  2c01ab9d  Codex             7.0 MB
  77ab0123  Fix it            100 KB

Files
  transcript copies  3.0 MB
  logs                40 KB

23 MB total: 20 MB in git, 3.0 MB i…

Can be freed
   90 KB  entire clean --force  1 r…
  2.0 MB  entire gc --run       5 t…
"""
    )


def test_nothing_yet() -> None:
    empty = DiskUsage(0, 0, Counted(0, 0, 0, 0, 0, 0, 0), [], [], [], [])
    assert screen(80, found=empty) == "0 B total: 0 B in git, 0 B in files\n"


def test_colour_only_adds() -> None:
    coloured = screen(80, colour=True)
    assert "\x1b[36m  8f76b0e8\x1b[0m" in coloured
    assert "\x1b[36mentire clean --force\x1b[0m" in coloured
    assert re.sub(r"\x1b\[\d*m", "", coloured) == screen(80)


@pytest.mark.parametrize("width", [36, 44, 60, 80, 200])
@pytest.mark.parametrize("limit", [0, 1])
def test_no_line_is_wider_than_the_terminal(width: int, limit: int) -> None:
    assert [line for line in screen(width, limit=limit).split("\n") if cell_len(line) > width] == []


def test_plain() -> None:
    partial = FOUND._replace(git=FOUND.git._replace(missing_count=3))
    assert (
        "\n".join(plain.render(partial, 2, Sort.RECENT))
        == """\
Total: 23 MB
Git: 20 MB in 1,234 objects
Files: 3.0 MB
Missing: 3 objects

Branches: 3
  entire/checkpoints/v1: 19 MB unique, 300 KB shared
  entire/1234567-e3b0c4: 500 KB unique, 300 KB shared
  (1 more, --limit 0 lists them)

Sessions: 3
  8f76b0e8-1111: 12 MB unique, 2.0 KB shared, 2.0 MB in files
  2c01ab9d-2222: 7.0 MB unique, 2.0 KB shared
  (1 more, --limit 0 lists them)

Files:
  transcript copies: 3.0 MB in 12 files
  logs: 40 KB in 1 file

Can be freed:
  90 KB by `entire clean --force`: 1 ref that nobody needs
  2.0 MB by `entire gc --run`: 5 transcripts whose sessions are over: checkpoints have them"""
    )
    assert "  refs/entire/orphaned/7654321-e3b0c4/0123456789ab: 90 KB unique, 0 B shared (unused)" in (
        plain.render(FOUND, 0, Sort.SIZE)
    )


def test_orders() -> None:
    def ids(sort: str) -> list[str]:
        rows = [row._replace(unique_bytes=1) if row.short_id == "8f76b0e8" else row for row in FOUND.sessions]
        return [row.short_id for row in du_screen.in_order(rows, sort)]

    assert ids(Sort.SIZE) == ["8f76b0e8", "2c01ab9d", "77ab0123"]
    assert ids(Sort.UNIQUE) == ["2c01ab9d", "77ab0123", "8f76b0e8"]
    assert ids(Sort.RECENT) == ["8f76b0e8", "2c01ab9d", "77ab0123"]


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1.0 KB"),
        (1536, "1.5 KB"),
        (10 * KB, "10 KB"),
        (999 * KB, "999 KB"),
        (1000 * KB, "1.0 MB"),
        (12 * MB + 700 * KB, "13 MB"),
        (2 * 1024 * MB, "2.0 GB"),
        (5000 * 1024 * MB, "5,000 GB"),
    ],
)
def test_sizes(number: int, expected: str) -> None:
    assert short_bytes(number) == expected


def test_bars() -> None:
    assert bars([64, 32, 9, 1, 0]) == ["████████", "████", "█▏", "▏", ""]
    assert bars([0, 0]) == ["", ""]
    assert bars([]) == []


def test_in_a_terminal(one: Stage) -> None:
    shown = on_terminal(one.work.path, "du", width=70)
    assert re.search(r"^\d.* total: ", shown, re.MULTILINE)
    assert "  entire/checkpoints/v1" in shown
    assert "\r" not in shown.replace("\r\n", "\n")  # it took no second: nothing is told of progress
    assert on_terminal(one.work.path, "du", ACCESSIBLE="1").startswith("Total: ")
