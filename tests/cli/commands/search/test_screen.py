"""`entire search` on a terminal, and as lines."""

from __future__ import annotations

import click
import pytest

from entire.cli.commands.search import pick, screen
from entire.cli.commands.search.facts import Found, HitRow, Match
from entire.cli.commit_row import CommitRow
from entire.cli.file_row import FileRow
from entire.cli.ui.cells import cell_len
from entire.cli.ui.screen import Screen

NOW = 1_772_330_400.0  # 2026-03-01T02:00:00Z
COMMITTED = HitRow(
    "a3b2c4d5e6f7", "a3b2c4", False, "", "8f76b0e8-1111", "Claude Code", "claude-opus-4-8",
    "Ada <ada@example.com>", "main", "2026-03-01T00:00:00Z", 1, False, "prompts",
    "count attempts per address in a sliding window of one minute, not per user", [Match(32, 46)],
    [CommitRow("5c1e2d0" + "0" * 33, "Limit login attempts per address", "Ada <ada@example.com>", "")],
    [FileRow("src/login.py")],
)  # fmt: skip
STEP = HitRow(
    "", "", True, "4f2a91c" + "0" * 33, "2c01ab9d-2222", "Codex", "", "Grace <grace@example.com>", "",
    "2026-02-26T02:00:00Z", 2, False, "answers", "with a 検索 window", [Match(7, 9)], [], [],
)  # fmt: skip
LIVE = STEP._replace(step="", passage="\x1b[2J no match", matches=[])


def shown(found: Found, width: int, *, colour: bool = False) -> str:
    return "\n".join(screen.render(found, Screen(width, NOW, colour))) + "\n"


def test_a_wide_screen() -> None:
    head = "2 hours ago  Ada · Claude Code · 5c1e2d0 Limit login attempts per address"
    other = "3 days ago   Grace · Codex · not committed"
    assert shown(Found([COMMITTED, STEP], False), 140).splitlines() == [
        f"{head:134}a3b2c4",
        "  ❯ count attempts per address in a [sliding window] of one minute, not per user",
        f"{other:132}4f2a91c0",
        "  ● with a [検索] window",
    ]


def test_a_narrow_screen() -> None:
    assert (
        shown(Found([COMMITTED], True), 76)
        == """\
2 hours ago  Ada · Claude Code · 5c1e2d0 Limit login attempts per a…  a3b2c4
  ❯ count attempts per address in a [sliding window] of one minute, not per…

There are more: --limit 0 shows all.
"""
    )


@pytest.mark.parametrize("width", [24, 40, 80, 140])
@pytest.mark.parametrize("colour", [False, True])
def test_nothing_is_wider_than_the_screen(width: int, colour: bool) -> None:
    for line in shown(Found([COMMITTED, STEP, LIVE], True), width, colour=colour).splitlines():
        assert cell_len(click.unstyle(line)) <= width


def test_colours_mark_the_match() -> None:
    text = shown(Found([COMMITTED], False), 100, colour=True)
    assert click.style("sliding window", fg="cyan") in text
    assert "[sliding" not in text


def test_lines() -> None:
    assert (
        "\n".join(screen.plain(Found([COMMITTED, LIVE], True)))
        == """\
Hits: 2 (there are more: --limit 0)

Checkpoint: a3b2c4d5e6f7
Session: 8f76b0e8-1111
Time: 2026-03-01 00:00:00
Author: Ada <ada@example.com>
Agent: Claude Code
Commit: 5c1e2d0 Limit login attempts per address
Found in: prompts
  count attempts per address in a [sliding window] of one minute, not per user

Session: 2c01ab9d-2222
Time: 2026-02-26 02:00:00
Author: Grace <grace@example.com>
Agent: Codex
Found in: answers
  [2J no match"""
    )


def test_what_can_be_done_with_a_hit() -> None:
    assert [action.arguments for action in pick.actions(COMMITTED)] == [
        ["explain", "a3b2c4d5e6f7"],
        ["resume", "a3b2c4d5e6f7"],
        ["rewind", "--to", COMMITTED.commits[0].commit],
        ["blame", "--", "src/login.py"],
    ]
    assert [action.arguments for action in pick.actions(STEP)] == [
        ["explain", STEP.step],
        ["resume", "2c01ab9d-2222"],
        ["rewind", "--to", STEP.step],
    ]
    assert [action.arguments for action in pick.actions(LIVE)] == [
        ["session", "show", "2c01ab9d-2222"],
        ["resume", "2c01ab9d-2222"],
    ]
