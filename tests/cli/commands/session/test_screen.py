"""What `entire session` looks like: pure formatting of facts, narrow and wide, coloured and not."""

from __future__ import annotations

import datetime
import re

import pytest
from wcwidth import wcswidth as cell_len

from entire.cli.commands.session import detail_screen, screen
from entire.cli.commands.session import plain as session_plain
from entire.cli.commands.session.detail_facts import CheckpointOf, SessionDetail, Step
from entire.cli.commands.session.facts import SessionList, SessionRow
from entire.cli.commit_row import CommitRow
from entire.cli.file_row import file_rows
from entire.cli.ui.screen import Screen

NOW = 1_774_000_000.0
DATE = "2026-03-19T10:05:00+01:00"


def ago(seconds: float) -> str:
    return datetime.datetime.fromtimestamp(NOW - seconds, datetime.UTC).isoformat()


WORKING = SessionRow(
    session_id="8f76b0e8-1111-4222-8333-444455556666",
    short_id="8f76b0e8",
    agent="Claude Code",
    model="claude-opus-4-8",
    phase="active",
    started_at=ago(10_900),
    last_interaction_time=ago(130),
    ended_at="",
    worktree="/repo",
    branch="feature/login",
    here=True,
    first_prompt="Add rate limiting to the login endpoint, five attempts per minute",
    last_prompt="Look at the login",
    files=file_rows(["src/login.py", "tests/test_login.py"]),
    step_count=3,
    tokens=2_100,
)
IDLE = WORKING._replace(
    session_id="2c01ab9d-2222",
    short_id="2c01ab9d",
    agent="Codex",
    phase="idle",
    last_interaction_time=ago(3700),
    worktree="/work trees/other",
    branch="",
    here=False,
    first_prompt="Look at the login",
    last_prompt="",
    files=file_rows(["x"]),
    step_count=1,
)
ENDED = WORKING._replace(
    session_id="77ab012f-3333",
    short_id="77ab012f",
    phase="ended",
    ended_at=ago(260_000),
    branch="main",
    here=False,
    first_prompt="漢字" * 40,
    files=file_rows([]),
    step_count=0,
)
HOSTILE = WORKING._replace(
    agent="\x1b[2JAgent\x07",
    model="\x9b31m",
    phase="\x1b]0;t\x07",
    started_at="\x1b[2J",
    last_interaction_time="\x1b",
    ended_at="",
    worktree="/tmp/\x1b[31m\nx" + "y" * 5000,
    branch="\u202eevil",
    here=False,
    first_prompt="",
    last_prompt="\x1b[31mred\x07\u202e\nnext" + "z" * 5000,
    files=file_rows(["a\x1b[2J\nb", "c" * 5000]),
)
OPEN = SessionList([WORKING, IDLE], 14)
EVERY = SessionList([WORKING, IDLE, ENDED], 0)
DETAIL = SessionDetail(
    WORKING,
    ["Look at the login", "Add rate limiting to the login endpoint, five attempts per minute\nand address"],
    [
        Step("fedcba9" * 5, ago(130), "Make the limit configurable", False),
        Step("0123456" * 5, ago(400), "Test it", True),
    ],
    [
        CheckpointOf("a3b2c4d5e6f7", "a3b2c4", ago(7300), "feature/login", file_rows(["a", "b"]), 41_203, [
            CommitRow("5c1e2d0" * 5, "Limit login attempts per address", "Alice <a@example.com>", DATE)
        ]),
        CheckpointOf("9f01de000000", "9f01de0", ago(90_000), "", file_rows(["a"]), 0, []),
    ],
    43_303,
    2_100,
    "/home/alice/.claude/projects/x/8f76b0e8.jsonl",
    True,
    "claude -r 8f76b0e8-1111-4222-8333-444455556666",
)  # fmt: skip


def listed(found: SessionList, width: int, *, colour: bool = False) -> str:
    return "\n".join(screen.listing(found, Screen(width, NOW, colour))) + "\n"


def detailed(found: SessionDetail, width: int, *, colour: bool = False) -> str:
    return "\n".join(detail_screen.render(found, Screen(width, NOW, colour))) + "\n"


def test_a_wide_list() -> None:
    assert (
        listed(OPEN, 105)
        == """\
2 open sessions · 14 closed   entire session list --all

  ● 8f76b0e8  Claude Code  working 2m  Add rate limiting to the l…  2 files in 3 steps
  ○ 2c01ab9d  Codex        idle 1h     Look at the login            1 file in 1 step    /work trees/other
"""
    )


def test_a_narrow_list() -> None:
    assert (
        listed(EVERY, 60)
        == """\
3 sessions

  ● 8f76b0e8  working 2m  Add rate limiting to the login en…
  ○ 2c01ab9d  idle 1h     Look at the login
  · 77ab012f  ended 3d    漢字漢字漢字漢字漢字漢字漢字漢字…
"""
    )


@pytest.mark.parametrize(
    ("found", "head"),
    [
        (SessionList([], 0), "No open sessions. Start your agent."),
        (SessionList([], 1), "No open sessions · 1 closed   entire session list --all"),
        (SessionList([WORKING], 0), "1 open session"),
        (SessionList([WORKING], 2), "1 open session · 2 closed   entire session list --all"),
        (SessionList([ENDED], 0), "1 session"),
    ],
)
def test_the_head_of_the_list(found: SessionList, head: str) -> None:
    assert listed(found, 80).split("\n")[0] == head


def test_a_session_wide() -> None:
    assert (
        detailed(DETAIL, 100)
        == """\
Session     8f76b0e8-1111-4222-8333-444455556666
Agent       Claude Code, claude-opus-4-8
Phase       working 2m · started 3 hours ago
Branch      feature/login
Files       src/login.py   tests/test_login.py
Tokens      43,303 · 2,100 since the last commit
Transcript  /home/alice/.claude/projects/x/8f76b0e8.jsonl

  ❯ Look at the login
  ❯ Add rate limiting to the login endpoint, five attempts per minute and address

2 steps since the last commit
  fedcba  2m  Make the limit configurable
  012345  6m  Test it                      subagent

2 checkpoints
  a3b2c4   2h  5c1e2d0  Limit login attempts per address  2 files  41k
  9f01de0  1d           (no commit)                       1 file

  resume  claude -r 8f76b0e8-1111-4222-8333-444455556666
"""
    )


def test_a_session_narrow() -> None:
    assert (
        detailed(DETAIL._replace(transcript_present=False), 44)
        == """\
Session     8f76b0e8-1111-4222-8333-4444555…
Agent       Claude Code, claude-opus-4-8
Phase       working 2m · started 3 hours ago
Branch      feature/login
Files       src/login.py   tests/test_login…
Tokens      43,303 · 2,100 since the last c…
Transcript  (deleted) /home/alice/.claude/p…

  ❯ Look at the login
  ❯ Add rate limiting to the login endpoint,
    five attempts per minute and address

2 steps since the last commit
  fedcba  2m  Make the limit configurable
  012345  6m  Test it

2 checkpoints
  a3b2c4   2h  5c1e2d0  Limit login attempt…
  9f01de0  1d           (no commit)

  resume  claude -r 8f76b0e8-1111-4222-8333-444455556666
"""
    )


def test_colour_only_adds() -> None:
    for shown, plain in (
        (listed(EVERY, 70, colour=True), listed(EVERY, 70)),
        (detailed(DETAIL, 70, colour=True), detailed(DETAIL, 70)),
    ):
        assert "\x1b[36m" in shown
        assert "\x1b[2m" in shown
        assert re.sub(r"\x1b\[\d*m", "", shown) == plain


@pytest.mark.parametrize("width", [30, 60, 200])
def test_nothing_drives_the_terminal_or_leaves_the_screen(width: int) -> None:
    hostile = DETAIL._replace(
        session=HOSTILE,
        prompts=[HOSTILE.last_prompt],
        steps=[Step("fedcba9", "\x1b", HOSTILE.last_prompt, False)],
        checkpoints=[
            DETAIL.checkpoints[0]._replace(created_at="\x1b", commits=[CommitRow("a", "\x1b[2J", "", "")])
        ],
        transcript_path=HOSTILE.worktree,
        resume_command="claude -r \x1b",
    )
    for shown in (listed(SessionList([HOSTILE, IDLE], 1), width), detailed(hostile, width)):
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", shown)
        assert max(map(cell_len, shown.splitlines())) <= width
    plain = "\n".join(
        [*session_plain.listing(SessionList([HOSTILE], 0), NOW), *session_plain.detail(hostile)]
    )
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", plain)


def test_a_plain_list() -> None:
    assert (
        "\n".join(session_plain.listing(SessionList([WORKING, IDLE, ENDED], 3), NOW))
        == f"""\
Sessions: 3
Closed: 3 (--all lists them)

[Claude Code] 8f76b0e8-1111-4222-8333-444455556666 active, started 3h ago, active 2m ago
  /repo (feature/login)
  "Add rate limiting to the login endpoint, five attempts pe..."
  Files: 2, Steps: 3

[Codex] 2c01ab9d-2222 idle, started 3h ago, active 1h ago
  /work trees/other
  "Look at the login"
  Files: 1, Steps: 1

[Claude Code] 77ab012f-3333 ended, started 3h ago, active 2m ago, ended 3d ago
  /repo (main)
  "{"漢字" * 28}漢..."\
"""
    )


def test_a_plain_row_of_a_session_from_elsewhere() -> None:
    elsewhere = ENDED._replace(
        worktree="", author="Ada <ada@example.com>", files=file_rows(["x"]), first_prompt="Dig"
    )
    assert session_plain.listing(SessionList([elsewhere], 0), NOW)[3:] == [
        "  (main)",
        '  "Dig"',
        "  Author: Ada <ada@example.com>",
        "  Files: 1, Tokens: 2100",
    ]


def test_a_plain_session() -> None:
    assert "\n".join(session_plain.detail(DETAIL)).startswith("""\
Session: 8f76b0e8-1111-4222-8333-444455556666
Agent: Claude Code
Model: claude-opus-4-8
Phase: active
""")
    assert "\n".join(session_plain.detail(DETAIL)).endswith("""
Prompts: (2)
  Look at the login
  Add rate limiting to the login endpoint, five attempts per minute and address

Files: (2)
  src/login.py
  tests/test_login.py

Steps: (2)
  fedcba9 2026-03-20 09:44:30 Make the limit configurable
  0123456 2026-03-20 09:40:00 Test it

Checkpoints: (2)
  a3b2c4d5e6f7 2026-03-20 07:45:00
    5c1e2d0 Limit login attempts per address
  9f01de000000 2026-03-19 08:46:40""")
