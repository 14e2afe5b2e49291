"""What `entire clean` and `entire reset` look like: narrow and wide, coloured and not."""

from __future__ import annotations

import re

import pytest
from wcwidth import wcswidth as cell_len

from entire.cli.commands.clean import plain
from entire.cli.commands.clean import screen as clean_screen
from entire.cli.commands.clean.facts import Cleaned, Failed
from entire.cli.commands.reset import screen as reset_screen
from entire.cli.ui.screen import Screen
from entire.git.refs import Ref
from entire.session.state import State
from entire.strategy.clean.items import CleanupItem, CleanupType
from entire.strategy.clean.reset import Plan

TIP = "0123456789abcdef0123456789abcdef01234567"
KEPT = "refs/entire/orphaned/1234567-e3b0c4/0123456789ab"
STEPS = "holds 2 steps of session 8f76b0e8, claimed by none"
BRANCH = CleanupItem(CleanupType.SHADOW_BRANCH, "entire/1234567-e3b0c4", STEPS, TIP, set_aside=True)
OTHER = CleanupItem(CleanupType.SHADOW_BRANCH, "entire/7654321-e3b0c4", "no steps", TIP)
STATE = CleanupItem(CleanupType.SESSION_STATE, "2c01ab9d-2222", "no checkpoint, no shadow branch")
FILE = CleanupItem(CleanupType.TEMPORARY_FILE, "/repo/.entire/tmp/\x1b[2Jx.tmp", "a write that was killed")
ASIDE = CleanupItem(CleanupType.SET_ASIDE, KEPT, "set aside earlier", TIP)
FOUND = Cleaned("/repo", [BRANCH, OTHER, STATE, FILE, ASIDE])
DONE = FOUND._replace(
    done=True,
    deleted=[BRANCH, STATE],
    moved_branches={BRANCH.id: KEPT},
    failures=[Failed(OTHER, "/repo/.git/x.lock is in the way", "another git command is at work")],
)

PLAN = Plan(
    [
        State(
            session_id="8f76b0e8-1111",
            agent_type="Claude Code",
            last_prompt="Add rate limiting to the login\x1b[2J endpoint, five per minute",
            checkpoint_count=2,
            files_touched=[f"src/{number}.py" for number in range(12)],
        )
    ],
    [Ref("entire/1234567-e3b0c4", TIP)],
)


def screen(report: Cleaned, width: int, *, colour: bool = False) -> str:
    return "\n".join(clean_screen.render(report, Screen(width, 0.0, colour))) + "\n"


def test_found_wide() -> None:
    assert (
        screen(FOUND, 90)
        == """\
5 orphaned items

2 shadow branches
  entire/1234567-e3b0c4  holds 2 steps of session 8f76b0e8, claimed by none
  entire/7654321-e3b0c4  no steps

1 branch set aside
  refs/entire/orphaned/1234567-e3b0c4/0123456789ab  set aside earlier

1 session state
  2c01ab9d-2222  no checkpoint, no shadow branch

1 temporary file
  .entire/tmp/[2Jx.tmp  a write that was killed

entire clean --force deletes them; steps without a session are set aside in refs/entire/
first.
"""
    )


def test_done_narrow() -> None:
    assert (
        screen(DONE, 50)
        == """\
Deleted 2 items.

1 shadow branch
  entire/1234567-e3b0c4  set aside as refs/entire…

1 session state
  2c01ab9d-2222

✗ entire/7654321-e3b0c4
  /repo/.git/x.lock is in the way
  another git command is at work
"""
    )


def test_plain() -> None:
    assert (
        "\n".join(plain.render(DONE))
        == f"""\
Deleted 2 items:

Shadow branches (1):
  entire/1234567-e3b0c4 (set aside as {KEPT})

Session states (1):
  2c01ab9d-2222

Failed to delete 1 item:
  entire/7654321-e3b0c4: /repo/.git/x.lock is in the way; another git command is at work"""
    )
    assert plain.render(Cleaned("/repo", [])) == ["No orphaned items to clean up."]
    assert clean_screen.render(Cleaned("/repo", []), Screen(80, 0.0)) == ["Nothing to clean up."]


@pytest.mark.parametrize("report", [FOUND, DONE])
def test_colour_only_adds(report: Cleaned) -> None:
    coloured = screen(report, 60, colour=True)
    assert "\x1b[36mentire/1234567-e3b0c4\x1b[0m" in coloured
    assert re.sub(r"\x1b\[\d*m", "", coloured) == screen(report, 60)


@pytest.mark.parametrize("report", [FOUND, DONE])
@pytest.mark.parametrize("width", [36, 50, 80, 200])
def test_no_line_is_wider_than_the_terminal(report: Cleaned, width: int) -> None:
    assert [line for line in screen(report, width).split("\n") if cell_len(line) > width] == []


def test_reset() -> None:
    assert reset_screen.loss(PLAN, Screen(50, 0.0)) == [
        "This deletes 1 session: 2 steps with 12 files.",
        "  8f76b0e8  Claude Code  Add rate limiting to the…",
        *(f"    src/{number}.py" for number in (0, 1, 10, 11, 2, 3, 4, 5, 6, 7)),
        "    … and 2 more",
        "Your files stay as they are, but no commit will be linked to these steps.",
        "The agent keeps its conversation: if it continues, the next checkpoint has these prompts, too.",
    ]
    assert reset_screen.loss(PLAN, Screen(100, 0.0, colour=True))[0] == (
        "\x1b[31mThis deletes 1 session: 2 steps with 12 files.\x1b[0m"
    )
    assert reset_screen.done(PLAN, [KEPT], Screen(80, 0.0)) == [
        "Reset 1 session: 2 steps with 12 files. Your files were not changed.",
        f"Steps set aside as {KEPT}",
        f"  git restore --source={KEPT} -- <file>",
    ]
    assert reset_screen.done(Plan([], PLAN.branches), [], Screen(80, 0.0)) == [
        "Reset a shadow branch without a session. Your files were not changed."
    ]
