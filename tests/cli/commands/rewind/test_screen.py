"""What `entire rewind` looks like: pure formatting of facts, narrow and wide, coloured and not."""

from __future__ import annotations

import re

import pytest
from wcwidth import wcswidth as cell_len

from entire.cli.commands.rewind import plain as rewind_plain
from entire.cli.commands.rewind import screen
from entire.cli.commands.rewind.facts import Conversation, Kept, Lost, Rewind
from entire.cli.commands.rewind.screen import Row
from entire.cli.ui.screen import Screen

NOW = 1_774_000_000
SESSION = "8f76b0e8-1111-4222-8333-444455556666"
ROWS = [
    Row(NOW - 120, "step 3", SESSION, "after", "Make the limit configurable", "3 files"),
    Row(
        NOW - 200,
        "task",
        SESSION,
        "after",
        "Completed 'general-purpose' agent: Look at the window (toolu_01AbCd)",
        "1 file",
    ),
    Row(NOW - 840, "start", "2c01ab9d-2222", "before", "漢字" * 30 + "\x1b[2J\u202e\nnext", "1 file"),
    Row(NOW - 7200, "5c1e2d0", "", "", "Limit login attempts per address", "(conversation only)"),
]
PLAN = Rewind(
    "4f2a91c" + "0" * 33,
    "Make the limit configurable",
    3,
    False,
    False,
    False,
    restore=["src/login.py", "tests/test_login.py", "docs/a rather long name of a page.md", "x/\x1b[2Jy\nz"],
    delete=["src/window.py"],
    lost=[Lost("src/login.py", 3, 1), Lost("logo.png", None, None)],
    keep=[
        Kept("notes.txt", "yours"),
        Kept("two.py", "session 2c01ab9d"),
        Kept("todo.txt", "yours"),
        Kept("d/x", "d is in its way"),
    ],
    working=True,
)
BACKUP = f"/home/ada/.claude/projects/-shop/{SESSION}.jsonl.20260319-101500-ab12.bak"
CUT = Conversation(SESSION, "Claude Code", "cut", f"/x/{SESSION}.jsonl", BACKUP, f"claude -r {SESSION}", 2)
DONE = PLAN._replace(done=True, conversations=[CUT], working=False)
LOGS = Rewind(
    "5c1e2d0" + "0" * 33,
    "Limit login attempts",
    0,
    True,
    False,
    False,
    conversations=[Conversation(SESSION, "Claude Code", "local_newer", "/x", "", "")],
    left_out=[Kept("9999", "its agent is not known here")],
    authors=["Mallory \x1b[31m<m@example.com>"],
)
RESET = LOGS._replace(
    is_logs_only=False,
    reset_from="77ab012" + "0" * 33,
    branch="feature/login",
    commit_count=2,
    restore=["a.py"],
    delete=["b.py"],
    lost=[Lost("a.py", None, None)],
    left_out=[],
    authors=[],
    conversations=[],
)
UNDO = Rewind(
    "",
    "Rewind to 4f2a91c Make the limit configurable",
    0,
    False,
    True,
    True,
    restore=["a.py", "b.py"],
    failed_paths=["d/x"],
    conversations=[CUT._replace(backup="", resume_command="")],
    snapshot="3f5de13" + "0" * 33,
)
CODES = re.compile(r"\x1b\[[0-9;]*m")


def at(width: int, *, colour: bool = False) -> Screen:
    return Screen(width, NOW, colour)


def text(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def test_points_wide() -> None:
    assert (
        text(screen.labels(ROWS, at(100)))
        == """\
2m   step 3   8f76b0e8  after   Make the limit configurable                      3 files
3m   task     8f76b0e8  after   Completed 'general-purpose' agent: Look at the…  1 file
14m  start    2c01ab9d  before  漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢…  1 file
2h   5c1e2d0                    Limit login attempts per address                 (conversation only)
"""
    )


def test_points_narrow() -> None:
    assert (
        text(screen.labels(ROWS, at(44)))
        == """\
2m   step 3   after   Make the limit config…
3m   task     after   Completed 'general-pu…
14m  start    before  漢字漢字漢字漢字漢字…
2h   5c1e2d0          Limit login attempts…
"""
    )


def test_a_plan_wide() -> None:
    assert (
        text([*screen.plan(PLAN, at(100)), *screen.warnings(PLAN, at(100))])
        == """\
  restore  src/login.py  tests/test_login.py  docs/a rather long name of a page.md  x/[2Jy z
  delete   src/window.py   (created later by the agent)
  lose     src/login.py +3 −1  logo.png   (changed since the last step)
  keep     notes.txt  todo.txt   (yours)
  keep     two.py   (session 2c01ab9d)
  keep     d/x   (d is in its way)
! The agent seems to be working: stop it first, or it will continue from where it is.
"""
    )
    assert screen.question(PLAN) == "Rewind to step 3? Undo with entire rewind --undo."


def test_a_plan_narrow() -> None:
    assert (
        text([*screen.plan(PLAN, at(40)), *screen.warnings(PLAN, at(40))])
        == """\
  restore  src/login.py
           tests/test_login.py
           docs/a rather long name of a…
           x/[2Jy z
  delete   src/window.py
           (created later by the agent)
  lose     src/login.py +3 −1  logo.png
           (changed since the last step)
  keep     notes.txt  todo.txt   (yours)
  keep     two.py   (session 2c01ab9d)
  keep     d/x   (d is in its way)
! The agent seems to be working: stop i…
"""
    )


def test_a_preview_is_short() -> None:
    many = PLAN._replace(restore=[f"src/file{number}.py" for number in range(40)], keep=[], lost=[])
    assert (
        text(screen.plan(many, at(60), 2))
        == """\
  restore  src/file0.py  src/file1.py  src/file2.py
           src/file3.py  src/file4.py  src/file5.…  … 34 more
  delete   src/window.py   (created later by the agent)
"""
    )


def test_done() -> None:
    assert (
        text(screen.done(DONE, at(72), "/shop", "/shop/src"))
        == f"""\
Rewound to step 3 · Make the limit configurable
  4 files restored · 1 file deleted · 4 files kept
  Conversation 8f76b0e8 truncated (2 prompts removed)
  backup: {BACKUP}

  resume  cd .. && claude -r {SESSION}
  undo    entire rewind --undo
"""
    )


def test_a_linked_commit() -> None:
    assert (
        text([*screen.plan(LOGS, at(95)), *screen.warnings(LOGS, at(95))])
        == """\
  no file changes
! 1 conversation continued since then; a backup is kept.
! Recorded by Mallory [31m<m@example.com>, not by you; your agent will treat it as its own.
! 9999 cannot be restored: its agent is not known here
"""
    )
    assert screen.question(LOGS) == ("Restore the conversation of 5c1e2d0? Undo with entire rewind --undo.")


def test_a_reset() -> None:
    assert (
        text(screen.plan(RESET, at(80)))
        == """\
  reset    feature/login to 5c1e2d0, 2 commits back
  restore  a.py
  delete   b.py
  lose     a.py   (not committed)
"""
    )
    assert screen.question(RESET) == "Reset feature/login to 5c1e2d0? Undo with entire rewind --undo."
    assert text(screen.done(RESET._replace(done=True), at(80), "/x", "/x")).startswith(
        "feature/login is at 5c1e2d0 · Limit login attempts\n  1 file restored · 1 file deleted\n"
    )


def test_an_undo() -> None:
    assert (
        text(screen.done(UNDO, at(72), "/x", "/x"))
        == """\
Undone: rewind to 4f2a91c Make the limit configurable
  2 files restored
  Conversation 8f76b0e8 restored
! could not restore d/x

  redo    entire rewind --to 3f5de13
"""
    )


@pytest.mark.parametrize(
    ("did", "says"),
    [
        ("nothing", "8f76b0e8 unchanged: it ends at this point"),
        ("none", "8f76b0e8 has no transcript here"),
        ("left", "8f76b0e8 unchanged: this point is not in /x/y"),
        ("elsewhere", "unchanged: /x/y is not where the agent stores conversations"),
        ("restored", "restored from the stored copy, in which secrets are redacted"),
        ("local_newer", "8f76b0e8 restored"),
    ],
)
def test_what_became_of_a_conversation(did: str, says: str) -> None:
    assert says in screen.conversation(CUT._replace(did=did, path="/x/y"))


@pytest.mark.parametrize("width", [24, 40, 72, 120])
@pytest.mark.parametrize("rewind", [PLAN, PLAN._replace(delete=["漢字" * 9] * 4), LOGS, RESET, UNDO])
def test_colour_only_adds_and_nothing_is_too_wide(rewind: Rewind, width: int) -> None:
    for show in (screen.plan, screen.warnings):
        plain, coloured = show(rewind, at(width)), show(rewind, at(width, colour=True))
        assert [CODES.sub("", line) for line in coloured] == plain
        assert all(cell_len(line) <= width for line in plain)
        assert not set("".join(plain)) & set("\x1b\x07\u202e\n")
    if rewind.lost:
        assert "\x1b[31m" in "".join(screen.plan(rewind, at(width, colour=True)))


def test_plain_lines() -> None:
    assert (
        text(rewind_plain.render(DONE, "/x", "/x"))
        == f"""\
Rewound to: 4f2a91c (step 3) Make the limit configurable
Restored: src/login.py
Restored: tests/test_login.py
Restored: docs/a rather long name of a page.md
Restored: x/[2Jy z
Deleted: src/window.py
Lost: src/login.py (+3 -1)
Lost: logo.png
Kept: notes.txt (yours)
Kept: two.py (session 2c01ab9d)
Kept: todo.txt (yours)
Kept: d/x (d is in its way)
Conversation: 8f76b0e8 truncated (2 prompts removed)
Backup: {BACKUP}
Resume: claude -r {SESSION}
Undo: entire rewind --undo
"""
    )
    assert text(rewind_plain.render(RESET, "/x", "/x")) == (
        "Would reset to: 5c1e2d0 Limit login attempts\n"
        "Branch was at: 77ab012 (2 commits back)\nRestore: a.py\nDelete: b.py\nLose: a.py\n"
    )
    assert text(rewind_plain.render(UNDO, "/x", "/x")).endswith(
        "Failed: d/x\nConversation: 8f76b0e8 restored\nRedo: entire rewind --to 3f5de13\n"
    )
