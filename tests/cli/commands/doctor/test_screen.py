"""What `entire doctor` looks like: pure formatting of findings, narrow and wide, coloured and not."""

from __future__ import annotations

import datetime
import re

import pytest
from wcwidth import wcswidth as cell_len

from entire.cli.commands.doctor import plain as doctor_plain
from entire.cli.commands.doctor import screen as doctor_screen
from entire.cli.commands.doctor.facts import Outcome, Report
from entire.cli.ui.screen import Screen
from entire.doctor.examine import FAILED
from entire.doctor.finding import Finding, Repair, Stuck

NOW = 1_774_000_000.0
AGO = datetime.datetime.fromtimestamp(NOW - 7300, datetime.UTC).isoformat()

SESSION = Finding(
    "ended_session",
    "session 8f76b0e8 ended with 2 files in 1 step that no checkpoint has",
    "it ended before its work was committed",
    "commit its files, or condense it: `entire doctor --force`",
    session_id="8f76b0e8-1111",
    ref="entire/1234567-e3b0c4",
    names=["a.py", "b.py"],
    repairs=(Repair.CONDENSE, Repair.DISCARD),
    stuck_session=Stuck(
        "Claude Code",
        "ended",
        AGO,
        "/repo",
        "entire/1234567-e3b0c4",
        1,
        ["a.py", "b.py"],
        "Add rate limiting to the login endpoint, five attempts per minute and address",
    ),
)
HOOKS = Finding(
    "missing_git_hooks",
    "git hooks are missing, or not executable: post-commit\x1b[2J",
    "they were deleted, or never installed in this repository",
    "`entire enable --force`; hooks of others stay, and are called after ours",
    repairs=(Repair.REPAIR,),
)
NOTE = Finding("x", "something else", "who knows", "`git fsck`")
REPORT = Report([SESSION, HOOKS, NOTE], [])
DONE = Report(
    REPORT.findings,
    [
        Outcome("ended_session", "8f76b0e8-1111", Repair.CONDENSE, did="condensed as a3b2c4d5e6f7"),
        Outcome(
            "missing_git_hooks", "", Repair.REPAIR, error="/x: No space left on device", hint="make room"
        ),
    ],
)


def screen(report: Report, width: int, *, colour: bool = False) -> str:
    return "\n".join(doctor_screen.render(report, Screen(width, NOW, colour))) + "\n"


def plain(report: Report) -> str:
    return "\n".join(doctor_plain.render(report, NOW)) + "\n"


def test_wide() -> None:
    assert (
        screen(REPORT, 110)
        == """\
1 stuck session · 2 other problems

! session 8f76b0e8 ended with 2 files in 1 step that no checkpoint has
  Claude Code · 2h ago · Add rate limiting to the login endpoint, five attempts per minute and address
  cause  it ended before its work was committed
  fix    commit its files, or condense it: `entire doctor --force`

! git hooks are missing, or not executable: post-commit[2J
  cause  they were deleted, or never installed in this repository
  fix    `entire enable --force`; hooks of others stay, and are called after ours

! something else
  cause  who knows
  fix    `git fsck`
"""
    )


def test_narrow() -> None:
    assert (
        screen(DONE, 50)
        == """\
1 stuck session · 2 other problems

! session 8f76b0e8 ended with 2 files in 1 step
  that no checkpoint has
  Claude Code · 2h ago · Add rate limiting to the…
  cause  it ended before its work was committed
  fix    commit its files, or condense it: `entire
         doctor --force`
✓ condensed as a3b2c4d5e6f7

! git hooks are missing, or not executable:
  post-commit[2J
  cause  they were deleted, or never installed in
         this repository
  fix    `entire enable --force`; hooks of others
         stay, and are called after ours
✗ /x: No space left on device · make room

! something else
  cause  who knows
  fix    `git fsck`
"""
    )


def test_colour_only_adds() -> None:
    coloured = screen(DONE, 50, colour=True)
    assert "\x1b[31m!\x1b[0m session" in coloured
    assert "\x1b[2m  cause  \x1b[0mit ended" in coloured
    assert "\x1b[32m✓\x1b[0m condensed" in coloured
    assert "\x1b[31m✗\x1b[0m /x" in coloured
    assert re.sub(r"\x1b\[\d*m", "", coloured) == screen(DONE, 50)


@pytest.mark.parametrize("width", [36, 50, 80, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    assert [line for line in screen(DONE, width).split("\n") if cell_len(line) > width] == []


def test_little_to_say() -> None:
    assert (
        screen(Report([], []), 80)
        == "No problems found: sessions, hooks, settings and checkpoints are fine.\n"
    )
    assert screen(Report([NOTE], []), 80).startswith("No stuck sessions · 1 other problem\n")
    assert plain(Report([], [])) == "No stuck sessions found.\n"
    assert plain(Report([NOTE], [])).startswith("No stuck sessions found.\n\nProblem: something else\n")


def test_a_check_that_failed() -> None:
    failed = Report([NOTE._replace(kind=FAILED)], [])
    assert screen(failed, 80).startswith("Not everything could be checked · 1 other problem\n")
    assert plain(failed).startswith("Not everything could be checked.\n\nProblem: something else\n")


def test_plain() -> None:
    assert (
        plain(DONE)
        == """\
Found 1 stuck session:

Session: 8f76b0e8-1111
  Phase: ended
  Agent: Claude Code
  Last interaction: 2h ago
  Worktree: /repo
  Shadow branch: entire/1234567-e3b0c4
  Checkpoints: 1
  Files touched: 2
  Prompt: Add rate limiting to the login endpoint, five attempts per minute and address
  Reason: session 8f76b0e8 ended with 2 files in 1 step that no checkpoint has
  Cause: it ended before its work was committed
  Fix: commit its files, or condense it: `entire doctor --force`
  Done: condensed as a3b2c4d5e6f7

Problem: git hooks are missing, or not executable: post-commit[2J
  Cause: they were deleted, or never installed in this repository
  Fix: `entire enable --force`; hooks of others stay, and are called after ours
  Failed: /x: No space left on device; make room

Problem: something else
  Cause: who knows
  Fix: `git fsck`
"""
    )


def test_what_a_choice_means() -> None:
    here = Screen(60, NOW, colour=True)
    assert doctor_screen.preview(SESSION, Repair.CONDENSE, here) == [
        "  Its files stay as they are; commits of them will still be linked."
    ]
    assert doctor_screen.preview(SESSION, Repair.DISCARD, here) == [
        "\x1b[31m  Discards 1 step with 2 files (a.py, b.py): no commit will\x1b[0m",
        "\x1b[31m  be linked to them. Your files stay.\x1b[0m",
    ]
    assert doctor_screen.preview(HOOKS, Repair.REPAIR, here) == []
