"""What `entire import` looks like: narrow and wide, and as plain lines."""

from __future__ import annotations

import pytest
from wcwidth import wcswidth as cell_len

from entire.cli.commands.imports import screen
from entire.cli.commands.imports.facts import Imported, LinkRow, SessionRow, Undone
from entire.cli.file_row import file_rows
from entire.cli.ui.screen import Screen

ONE = SessionRow(
    "s1",
    "Claude Code",
    0.97,
    ["Write the parser that splits at semicolons, and trim its parts"],
    file_rows(["a.py"]),
)
TWO = SessionRow("s2", "Codex\x1b[2J", 0.7, [], file_rows(["b.py"]))
FOUND = Imported(
    False,
    4,
    2,
    31,
    [
        LinkRow("5e0a1c2" * 5, "Add the parser, its tests and its page", "A <a@b.c>", "", "c1", [ONE, TWO]),
        LinkRow("91bd0f7" * 5, "漢字 in the printer", "A <a@b.c>", "", "c2", [TWO]),
    ],
)


@pytest.mark.parametrize("width", [40, 80, 140])
def test_nothing_is_wider_than_the_terminal(width: int) -> None:
    lines = screen.render(FOUND, Screen(width, 0.0))
    assert max(map(cell_len, lines)) <= width
    assert not any("\x1b" in line for line in lines)


def test_wide() -> None:
    assert screen.render(FOUND, Screen(120, 0.0)) == [
        "Compared 4 conversations on this machine with 31 commits without a link.",
        "",
        "Would import 2 commits:",
        "  5e0a1c2  Add the parser, its tests and its page  Claude Code  97 %"
        '  "Write the parser that splits at semico…',
        "                                                   Codex[2J     70 %",
        "  91bd0f7  漢字 in the printer                     Codex[2J     70 %",
        "",
        "2 conversations matched no commit.",
    ]


def test_plain_lines_name_the_commit_each_time() -> None:
    assert screen.plain(FOUND._replace(done=True, unmatched_count=1)) == [
        "Compared 4 conversations on this machine with 31 commits without a link.",
        "Imported 2 commits:",
        "  5e0a1c2  Add the parser, its tests and its page  Claude Code  97 %"
        '  "Write the parser that splits at semicolons, and trim its parts"',
        "  5e0a1c2  Codex[2J  70 %",
        "  91bd0f7  漢字 in the printer  Codex[2J  70 %",
        "1 conversation matched no commit.",
    ]


def test_undone() -> None:
    assert screen.undone(Undone(True, [], [], [])) == ["Nothing was imported here."]
    assert screen.undone(Undone(True, ["c"], ["a", "b"], ["d"])) == [
        "Removed 2 imported checkpoints and the links of 1 commit.",
        "Kept, with other sessions: d.",
    ]
    assert screen.undone(Undone(False, ["c"], ["a"], [])) == [
        "Would remove 1 imported checkpoint and the links of 1 commit."
    ]
