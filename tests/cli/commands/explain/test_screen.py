"""What `entire explain` looks like: pure formatting of facts, narrow and wide, coloured and not."""

from __future__ import annotations

import datetime
import time
from typing import Any

import pytest

from entire.checkpoint.index.links import BriefCommit
from entire.cli.commands.explain import listing_screen, plain
from entire.cli.commands.explain.listing_facts import BriefRow, CheckpointRow, Listing, StepRow
from entire.cli.commit_row import CommitRow
from entire.cli.ui.screen import Screen
from entire.core.text import first_prompt, one_line

NOW = 1_774_000_000.0


def ago(seconds: float) -> str:
    return datetime.datetime.fromtimestamp(NOW - seconds, datetime.UTC).isoformat()


def commit(sha: str, subject: str) -> CommitRow:
    return CommitRow(sha * 5, subject, "Alice <alice@example.com>", "2026-03-19T10:05:00+01:00")


def row(id: str, short: str, seconds: int, **values: Any) -> CheckpointRow:
    base = CheckpointRow(
        id, short, ago(seconds), ["Claude Code"], ["8f76b0e8-1111"], [], [], 0, None, False, []
    )
    return base._replace(**values)


STEP = StepRow(
    "fedcba9" * 5,
    "8f76b0e8-1111-4222",
    "Claude Code",
    "Make the limit configurable",
    ["Limit it"],
    False,
    ago(130),
)
LISTING = Listing(
    "feature/login",
    "5c1e2d0" * 5,
    "",
    [STEP],
    [
        row(
            "a3b2c4d5e6f7",
            "a3b2c4",
            7300,
            prompts=['Add "rate" limiting to the login endpoint, five per minute and address'],
            files=["a", "b", "c"],
            tokens=41_203,
            agent_percentage=85.9,
            commits=[commit("5c1e2d0", "Limit login attempts per address")],
        ),
        row(
            "9f01de000000",
            "9f01de0",
            18_000,
            agents=["Codex", "pi"],
            files=["a"] * 6,
            tokens=1_288_000,
            commits=[commit("77ab012", "Extract the \x1b[2Jparser"), commit("88ab012", "Extract it")],
        ),
        row(
            "04c2aa000000",
            "04c2aa",
            90_000,
            agents=["Codex"],
            prompts=["Fix it"],
            files=["a"],
            tokens=900,
            agent_percentage=40.0,
            is_task=True,
            commits=[commit("1e90f4c", "Fix flaky auth test " + "漢字" * 6)],
        ),
    ],
    ["0123456789ab"],
    True,
)
EMPTY: Listing[CheckpointRow] = Listing("main", "5c1e2d0" * 5, "", [], [], [], False)


def in_brief(found: Listing[CheckpointRow]) -> Listing[BriefRow]:
    rows = [
        BriefRow(
            row.checkpoint_id,
            first_prompt(row.prompts),
            row.is_task,
            row.imported,
            [BriefCommit(commit.commit, commit.date, one_line(commit.subject)) for commit in row.commits],
        )
        for row in found.checkpoints
    ]
    return Listing(**found._asdict() | {"checkpoints": rows})


def listed(found: Listing[CheckpointRow], width: int, *, colour: bool = False) -> str:
    return "\n".join(listing_screen.render(found, Screen(width, NOW, colour))) + "\n"


def test_a_wide_list() -> None:
    assert (
        listed(LISTING, 120)
        == """\
feature/login · latest 3 checkpoints · 1 step since the last commit

  fedcba   2m  step     Make the limit configurable                   Claude Code
  a3b2c4   2h  5c1e2d0  Limit login attempts per address              Claude Code  3 files  86 % agent   41k
  9f01de0  5h  77ab012  Extract the [2Jparser                         Codex, pi    6 files              1.3M
  04c2aa   1d  1e90f4c  Fix flaky auth test 漢字漢字漢字漢字漢字漢字  Codex        1 file   40 % agent   900

Older checkpoints are not shown.   entire explain --limit 0
1 linked checkpoint is not here.   entire fetch
"""
    )


def test_a_narrow_list() -> None:
    assert (
        listed(LISTING, 60)
        == """\
feature/login · latest 3 checkpoints · 1 step since the las…

  fedcba   2m  step     Make the limit configurable
  a3b2c4   2h  5c1e2d0  Limit login attempts per address
  9f01de0  5h  77ab012  Extract the [2Jparser
  04c2aa   1d  1e90f4c  Fix flaky auth test 漢字漢字漢字漢…

Older checkpoints are not shown.   entire explain --limit 0
1 linked checkpoint is not here.   entire fetch
"""
    )


def test_checkpoints_of_the_same_commit_are_told_apart() -> None:
    squashed = [commit("5c1e2d0", "Squashed")]
    rows = [
        row("a" * 12, "aaaaaa", 10, commits=squashed, prompts=["First"]),
        row("b" * 12, "bbbbbb", 20, commits=squashed, prompts=["Second"]),
        row("c" * 12, "cccccc", 30, commits=squashed),
        row("d" * 12, "dddddd", 40, prompts=["Of no commit"]),
    ]
    assert (
        listed(EMPTY._replace(checkpoints=rows), 80)
        == """\
main · 4 checkpoints

  aaaaaa  10s  5c1e2d0  Squashed      Claude Code  0 files
  bbbbbb  20s  5c1e2d0  Second        Claude Code  0 files
  cccccc  30s  5c1e2d0  Squashed      Claude Code  0 files
  dddddd  40s           Of no commit  Claude Code  0 files
"""
    )


def test_an_empty_list() -> None:
    assert (
        listed(EMPTY, 80)
        == """\
main · 0 checkpoints

No checkpoints yet: one is created when the work of an agent is committed.
"""
    )


@pytest.mark.parametrize(
    ("found", "name"),
    [
        (EMPTY, "main"),
        (EMPTY._replace(branch=""), "HEAD (5c1e2d0)"),
        (EMPTY._replace(head=""), "HEAD (no commits yet)"),
    ],
)
def test_where_head_is(found: Listing[CheckpointRow], name: str) -> None:
    assert listed(found, 80).startswith(f"{name} · ")
    assert plain.listing(in_brief(found))[0] == f"Branch: {name}"


def test_a_plain_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "localtime", time.gmtime)
    assert (
        "\n".join(plain.listing(in_brief(LISTING._replace(session="8f"))))
        == """\
Branch: feature/login
Checkpoints: 4
Filtered by session: 8f

[8f76b0e8-111] [temporary] "Limit it"
  03-20 09:44 (fedcba9) Make the limit configurable

[a3b2c4d5e6f7] "Add \\"rate\\" limiting to the login endpoint, five per minut..."
  03-19 09:05 (5c1e2d0) Limit login attempts per address

[9f01de000000] (no prompt)
  03-19 09:05 (77ab012) Extract the [2Jparser
  03-19 09:05 (88ab012) Extract it

[04c2aa000000] [Task] "Fix it"
  03-19 09:05 (1e90f4c) Fix flaky auth test 漢字漢字漢字漢字漢字漢字

Older checkpoints: --limit 0"""
    )
