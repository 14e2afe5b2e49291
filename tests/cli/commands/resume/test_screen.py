"""What `entire resume` looks like: pure formatting of facts, narrow and wide, coloured and not."""

from __future__ import annotations

import datetime

import click
import pytest
from wcwidth import wcswidth as cell_len

from entire.cli.commands.resume import plain as resume_plain
from entire.cli.commands.resume import screen as resume_screen
from entire.cli.commands.resume.facts import Choices, Choosable, Continued, Resumed, status_to_text
from entire.cli.file_row import file_rows
from entire.cli.ui.screen import Screen
from entire.strategy.restore.model import LeftOut

NOW = 1_774_000_000.0


def ago(seconds: float) -> str:
    return datetime.datetime.fromtimestamp(NOW - seconds, datetime.UTC).isoformat()


FIRST = Continued(
    "2c01ab9d-2222-4222-8333-444455556666",
    "Codex",
    "new",
    written=True,
    prompt="Fix the flaky test",
    created_at=ago(9000),
    transcript="/h/2c01.jsonl",
    backup="",
    command="codex resume 2c01ab9d-2222-4222-8333-444455556666",
)
SECOND = Continued(
    "8f76b0e8-1111-4222-8333-444455556666",
    "Claude Code",
    "local_newer",
    written=True,
    prompt="Add rate limiting to the login endpoint, five attempts per minute",
    created_at=ago(7300),
    transcript="/h/8f76.jsonl",
    backup="/h/8f76.jsonl.20260319-100000-ab12.bak",
    command="claude -r 8f76b0e8-1111-4222-8333-444455556666",
)
UNKNOWN = LeftOut("99999999-3333", "Nobody's \x1b[2J", "its agent is not known here")
FOUND = Resumed(
    "feature/login",
    switched=True,
    commit="5c1e2d0" + "0" * 33,
    subject="Limit login attempts per address",
    checkpoint_ids=["a3b2c4d5e6f7"],
    created_at=ago(7300),
    newer_commits=2,
    held_on="feature/login",
    sessions=[FIRST, SECOND],
    left_out=[UNKNOWN],
    directory="/repo",
)
NAMED = Resumed(
    "main",
    checkpoint_ids=["a3b2c4d5e6f7"],
    created_at=ago(7300),
    held_on="feature/$(x)\x1b[2Jlogin",
    sessions=[FIRST._replace(status="unchanged", written=False)],
    directory="/repo",
)
NOTHING = Resumed("plain", notes=["No Entire checkpoint on plain."], directory="/repo")
CHOICES = [
    Choosable(
        "8f76b0e8-1111", "Claude Code", "feature/login", ago(130), "Add rate limiting to the login",
        file_rows(["login.py", "test_login.py"]), "a3b2c4d5e6f7", "claude -r 8f76b0e8-1111",
    ),
    Choosable("2c01ab9d-2222", "Codex", "", "", "\x1b[31mFix\nit", [], "", "entire resume 2c01ab9d-2222"),
]  # fmt: skip


def screen(found: Resumed, width: int, *, colour: bool = False, cwd: str = "/repo") -> str:
    return "\n".join(resume_screen.render(found, Screen(width, NOW, colour), cwd)) + "\n"


def plain(found: Resumed, cwd: str = "/repo") -> str:
    return "\n".join(resume_plain.render(found, cwd)) + "\n"


def test_wide() -> None:
    assert (
        screen(FOUND, 104)
        == """\
Checkpoint a3b2c4d5e6f7 · 2 hours ago · 5c1e2d0 Limit login attempts per address
2 newer commits have no checkpoint.

  ✓ 2c01ab9d  Codex         restored     Fix the flaky test
  ✓ 8f76b0e8  Claude Code   overwritten  Add rate limiting to the login endpoint, five attempts per min…
  - 99999999  Nobody's [2J  left out     its agent is not known here
  ! backup: /h/8f76.jsonl.20260319-100000-ab12.bak

Resume with
  codex resume 2c01ab9d-2222-4222-8333-444455556666
  claude -r 8f76b0e8-1111-4222-8333-444455556666   most recent
"""
    )


def test_narrow() -> None:
    """Columns give way; what is to be copied does not."""
    assert (
        screen(FOUND, 48, cwd="/repo/deep er")
        == """\
Checkpoint a3b2c4d5e6f7 · 2 hours ago · 5c1e2d0…
2 newer commits have no checkpoint.

  ✓ 2c01ab9d  restored     Fix the flaky test
  ✓ 8f76b0e8  overwritten  Add rate limiting to…
  - 99999999  left out     its agent is not kno…
  ! backup: /h/8f76.jsonl.20260319-100000-ab12.bak

Resume with
  cd .. && codex resume 2c01ab9d-2222-4222-8333-444455556666
  cd .. && claude -r 8f76b0e8-1111-4222-8333-444455556666   most recent
"""
    )


def test_coloured() -> None:
    shown = screen(FOUND, 104, colour=True)
    assert click.unstyle(shown) == screen(FOUND, 104)
    assert click.style("!", fg="red") in shown
    assert click.style(SECOND.command, fg="cyan") in shown
    assert "[2J" not in shown.replace("Nobody's [2J", "")


def test_one_that_was_named() -> None:
    assert (
        screen(NAMED, 80, cwd="/repo/a b")
        == """\
Checkpoint a3b2c4d5e6f7 · 2 hours ago
From branch feature/$(x)[2Jlogin.   entire resume 'feature/$(x)[2Jlogin'

  ✓ 2c01ab9d  Codex  unchanged  Fix the flaky test

Resume with
  cd .. && codex resume 2c01ab9d-2222-4222-8333-444455556666
"""
    )
    assert screen(NAMED, 80, cwd="/elsewhere/x").endswith("cd ../../repo && " + FIRST.command + "\n")


def test_nothing() -> None:
    assert screen(NOTHING, 80) == plain(NOTHING) == "No Entire checkpoint on plain.\n"


def test_plain() -> None:
    assert (
        plain(FOUND._replace(sessions=[FIRST, SECOND._replace(prompt=SECOND.prompt[:30])]))
        == """\
Checkpoint: a3b2c4d5e6f7
Commit: 5c1e2d0 Limit login attempts per address
Note: 2 newer commits without checkpoint
Session: 2c01ab9d-2222-4222-8333-444455556666 [Codex] restored "Fix the flaky test"
Session: 8f76b0e8-1111-4222-8333-444455556666 [Claude Code] overwritten "Add rate limiting to the login"
Backup: /h/8f76.jsonl.20260319-100000-ab12.bak
Left out: 99999999-3333 [Nobody's [2J] its agent is not known here

To continue, run:
  codex resume 2c01ab9d-2222-4222-8333-444455556666
  claude -r 8f76b0e8-1111-4222-8333-444455556666  # most recent
"""
    )


@pytest.mark.parametrize(
    ("status", "written", "text"),
    [
        ("new", True, "restored"),
        ("unchanged", False, "unchanged"),
        ("checkpoint_newer", True, "updated"),
        ("local_newer", True, "overwritten"),
        ("local_newer", False, "newer here, kept"),
    ],
)
def test_words(status: str, written: bool, text: str) -> None:
    assert status_to_text(FIRST._replace(status=status, written=written)) == text


def test_to_choose_from() -> None:
    assert resume_screen.labels(CHOICES, Screen(90, NOW)) == [
        "8f76b0e8  2m  Claude Code  Add rate limiting to the login  feature/login  2 files",
        "2c01ab9d      Codex        [31mFix it",
    ]
    assert resume_screen.labels(CHOICES, Screen(40, NOW)) == [
        "8f76b0e8  2m  Add rate limiting to the…",
        "2c01ab9d      [31mFix it",
    ]
    assert resume_screen.preview(CHOICES[0], Screen(40, NOW)) == [
        "  prompt  Add rate limiting to the login",
        "  files   login.py, test_login.py",
        "  branch  feature/login",
        "  run     claude -r 8f76b0e8-1111",
    ]
    assert "\n".join(resume_plain.choices(Choices("main", CHOICES, "/repo"), NOW, "/repo/x")) == (
        """\
Branch: main
Sessions: 2

[8f76b0e8-1111] Claude Code, 2m ago, feature/login, 2 files
  "Add rate limiting to the login"
  cd .. && claude -r 8f76b0e8-1111

[2c01ab9d-2222] Codex
  "[31mFix it"
  cd .. && entire resume 2c01ab9d-2222"""
    )


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_nothing_wraps_but_what_is_to_be_copied(width: int) -> None:
    shown = screen(FOUND, width).split("Resume with")[0].splitlines()
    rows = [line for line in shown if not line.startswith("  !")]
    if width >= 40:
        assert max(map(cell_len, rows)) <= width
    assert all(cell_len(row) <= width for row in resume_screen.preview(CHOICES[0], Screen(width, NOW)))
