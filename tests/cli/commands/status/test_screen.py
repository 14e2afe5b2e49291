"""What `entire status` looks like: pure formatting of facts, narrow and wide, coloured and not."""

from __future__ import annotations

import datetime
import re

import pytest
from wcwidth import wcswidth as cell_len

from entire.cli.commands.status import plain as status_plain
from entire.cli.commands.status import screen as status_screen
from entire.cli.commands.status.facts import (
    GitHook,
    GitHooks,
    LastError,
    Reason,
    Session,
    SettingsFile,
    Status,
    Worktree,
)
from entire.cli.commands.status.gather import outside
from entire.cli.commands.status.problems import Problem, of_hooks
from entire.cli.file_row import file_rows
from entire.cli.ui.screen import Screen
from entire.git.errors import NotARepository, NoWorkTree, UntrustedRepository
from entire.setup.facts import Hook, Place
from entire.strategy.next_commit import NextCommit, choose

NOW = 1_774_000_000.0


def ago(seconds: float) -> str:
    return datetime.datetime.fromtimestamp(NOW - seconds, datetime.UTC).isoformat()


WORKING = Session(
    "8f76b0e8-1111",
    "Claude Code",
    True,
    ago(7300),
    ago(130),
    "Look at the login",
    "Add rate limiting to the login endpoint, five attempts per minute",
    file_rows(["a", "b", "c", "d"]),
    3,
    12_100,
)
IDLE = Session(
    "2c01ab9d-2222", "Codex", False, ago(7300), ago(3700), "Fix the flaky test", "", file_rows(["e"]), 1, 0
)
HOSTILE = Session(
    "99999999-3333", "Claude Code", False, ago(30), "", "漢字" * 40, "\x1b[31mred\x07\u202e\nnext", [], 0, 0
)
STATUS = Status(
    "/repo",
    Reason.ON,
    set_up=True,
    enabled=True,
    strategy="manual-commit",
    agents=["Claude Code", "Codex"],
    settings=[
        SettingsFile(".entire/settings.json", True, "manual-commit", ["strategy", "enabled", "telemetry"]),
        SettingsFile(".entire/settings.local.json", False, "", error="line 1: no JSON"),
    ],
    git_hooks=GitHooks(
        "/repo/.git/hooks",
        False,
        [
            GitHook("prepare-commit-msg", Place.OURS, ""),
            GitHook("commit-msg", Place.OURS, ""),
            GitHook("post-commit", Place.FOREIGN, "lefthook"),
            GitHook("pre-push", Place.FREE, ""),
        ],
    ),
    worktrees=[
        Worktree("/repo", "feature/login", True, [WORKING, IDLE]),
        Worktree("/work trees/other", "", False, [HOSTILE]),
    ],
    next_commit=NextCommit(["a", "b", "c", "d", "e"], ["8f76b0e8-1111", "2c01ab9d-2222"], False),
    unpushed_checkpoints=2,
    problems=[Problem("git hooks are missing: pre-push", "entire enable")],
    last_error=LastError(ago(7200), "GitError: git fast-import failed (exit 128): fatal: disk full"),
)
QUIET = Status("/repo", Reason.ON, True, True, strategy="manual-commit", agents=["Claude Code"])
OFF = QUIET._replace(reason=Reason.DISABLED, enabled=False, disabled_by=".entire/settings.local.json")
OUTSIDE = outside(NotARepository("not a git repository", "make one"))


def screen(status: Status, width: int, *, colour: bool = False, detailed: bool = False) -> str:
    lines = status_screen.render(status, Screen(width, NOW, colour), detailed=detailed)
    return "\n".join(lines) + "\n"


def plain(status: Status, *, detailed: bool = False) -> str:
    return "\n".join(status_plain.render(status, NOW, detailed=detailed)) + "\n"


def test_wide() -> None:
    assert (
        screen(STATUS, 120)
        == """\
On · manual-commit · Claude Code, Codex

feature/login
  ● 8f76b0e8  Claude Code  working 2m  Add rate limiting to the login endpoint, five attempts per minute
              4 files in 3 steps since the last commit · 12k tokens
  ○ 2c01ab9d  Codex        idle 1h     Fix the flaky test
              1 file in 1 step since the last commit

/work trees/other
  ○ 99999999  Claude Code  idle 30s  [31mred next

Your next commit will link 5 files from 2 sessions.
2 checkpoints not pushed yet.

! git hooks are missing: pre-push   entire enable
! A hook failed 2h ago: GitError: git fast-import failed (exit 128): fatal: disk full
  .entire/logs/entire.log
"""
    )


def test_narrow() -> None:
    assert (
        screen(STATUS, 60)
        == """\
On · manual-commit · Claude Code, Codex

feature/login
  ● 8f76b0e8  working 2m  Add rate limiting to the login en…
              4 files in 3 steps · 12k tokens
  ○ 2c01ab9d  idle 1h     Fix the flaky test
              1 file in 1 step since the last commit

/work trees/other
  ○ 99999999  Claude Code  idle 30s  [31mred next

Your next commit will link 5 files from 2 sessions.
2 checkpoints not pushed yet.

! git hooks are missing: pre-push   entire enable
! A hook failed 2h ago: GitError: git fast-import failed (e…
  .entire/logs/entire.log
"""
    )


def test_colour_only_adds() -> None:
    coloured = screen(STATUS, 60, colour=True)
    assert "\x1b[36m● 8f76b0e8\x1b[0m  \x1b[2mworking 2m\x1b[0m  Add rate limiting" in coloured
    assert "\x1b[31m!\x1b[0m git hooks are missing: pre-push" in coloured
    assert re.sub(r"\x1b\[\d*m", "", coloured) == screen(STATUS, 60)


def test_detailed() -> None:
    assert screen(STATUS, 100, detailed=True).startswith("""\
On · manual-commit · Claude Code, Codex
  .entire/settings.json        on · manual-commit · telemetry
  .entire/settings.local.json  unreadable: line 1: no JSON
  .git/hooks                   2 hooks installed · replaced: post-commit · missing: pre-push

feature/login
""")


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (OUTSIDE, "Not a git repository.   make one\n"),
        (outside(NoWorkTree("a bare repository", "go")), "A bare repository.   go\n"),
        (Status("/repo"), "Not set up here.   entire enable\n"),
        (OFF, "Off · disabled in .entire/settings.local.json   entire enable\n"),
        (
            QUIET,
            "On · manual-commit · Claude Code\n\n"
            "No open sessions. Start your agent; your next commit will be linked to it.\n",
        ),
    ],
)
def test_little_to_say(status: Status, expected: str) -> None:
    assert screen(status, 80) == expected


def test_what_is_staged_is_nobody_s_work() -> None:
    shown = screen(QUIET._replace(next_commit=NextCommit([], [], True)), 80)
    assert "The staged changes are not from a session: your next commit will not be linked." in shown


COMMITTING = QUIET._replace(
    strategy="auto-commit",
    makes_commits=True,
    next_commit=NextCommit(["a"], [WORKING.session_id], False),
    worktrees=[Worktree("/repo", "main", True, [WORKING])],
)


def test_a_strategy_that_commits_by_itself() -> None:
    assert "\n1 file from 1 session will be committed when the agent stops.\n" in screen(COMMITTING, 80)
    assert "\nNext commit: 1 file from 1 session, when the agent stops\n" in plain(COMMITTING)
    empty = COMMITTING._replace(next_commit=None, worktrees=[])
    assert "Start your agent; each of its turns becomes a commit." in screen(empty, 80)
    assert "commit: " not in plain(empty)


def test_work_that_it_could_not_commit() -> None:
    silent = WORKING._replace(working=False)
    waiting = COMMITTING._replace(worktrees=[Worktree("/repo", "main", True, [silent])])
    line = "\n1 file from 1 session waits for a commit: by the session's next turn, or by you.\n"
    assert line in screen(waiting, 80)
    assert plain(waiting).endswith("\nNot committed yet: 1 file from 1 session\n")
    refused = silent._replace(files=file_rows(["a"]), refused="lint failed\n\x07a.py:1")
    refused_status = waiting._replace(worktrees=[Worktree("/repo", "main", True, [refused])])
    assert "\n! git commit failed: lint failed a.py:1\n" in screen(refused_status, 80)
    assert plain(refused_status).endswith("session\nAutomatic commit failed: lint failed a.py:1\n")
    committed = refused_status._replace(
        next_commit=None, worktrees=[Worktree("/repo", "main", True, [refused._replace(files=[])])]
    )
    assert "failed" not in screen(committed, 80) + plain(committed)


def test_one_checkpoint_and_none_to_push() -> None:
    one = QUIET._replace(unpushed_checkpoints=1)
    assert "\n1 checkpoint not pushed yet.\n" in screen(one, 80)
    for quiet in (one._replace(push=False), QUIET._replace(unpushed_checkpoints=0)):
        assert "pushed" not in screen(quiet, 80)


def test_commits_that_wait() -> None:
    assert "checkpoint yet" not in screen(QUIET, 80) + plain(QUIET)
    one, two = QUIET._replace(waiting_commits=1), QUIET._replace(waiting_commits=2)
    assert "\n1 commit has no checkpoint yet.   entire doctor\n" in screen(one, 80)
    assert "\n2 commits have no checkpoint yet.   entire doctor\n" in screen(two, 80)
    assert "\nCommits that have no checkpoint yet: 2\n" in plain(two)


def test_problems_with_git_s_hooks() -> None:
    def hook(name: str, place: str, manager: str = "") -> Hook:
        return Hook(name, f"/hooks/{name}", place, manager)

    hooks = [
        hook("prepare-commit-msg", Place.FREE),
        hook("commit-msg", Place.FOREIGN, "lefthook"),
        hook("post-commit", Place.KEPT, "overcommit"),
        hook("pre-push", Place.OURS),
    ]
    assert of_hooks(hooks, [hooks[3]]) == [
        Problem("git hooks are missing: prepare-commit-msg", "entire enable"),
        Problem("git hooks were replaced: commit-msg (lefthook)", "entire enable"),
        Problem(
            "git hooks do not call entire: post-commit (overcommit)", "`entire enable` shows the lines to add"
        ),
        Problem("git hooks are out of date: pre-push", "entire enable"),
    ]


@pytest.mark.parametrize("width", [36, 40, 60, 80, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    assert [line for line in screen(STATUS, width).split("\n") if cell_len(line) > width] == []


def test_plain() -> None:
    assert (
        plain(STATUS, detailed=True)
        == """\
Enabled (manual-commit)

Project, enabled (manual-commit)
Local, unreadable (line 1: no JSON)
Git hooks, /repo/.git/hooks (prepare-commit-msg ours, commit-msg ours, post-commit foreign, pre-push free)

Active Sessions:
  /repo (feature/login)
    [Claude Code] 8f76b0e   started 2h ago, active 2m ago
      "Look at the login"
    [Codex] 2c01ab9   started 2h ago, active 1h ago
      "Fix the flaky test"

  /work trees/other
    [Claude Code] 9999999   started just now
      "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢..."

Next commit: links 5 files from 2 sessions
Unpushed checkpoints: 2
Problem: git hooks are missing: pre-push (entire enable)
Last error (2h ago): GitError: git fast-import failed (exit 128): fatal: disk full
"""
    )


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (OUTSIDE, "✕ not a git repository\n"),
        (Status("/repo"), "○ not set up (run `entire enable`)\n"),
        (QUIET, "Enabled (manual-commit)\n"),
        (
            OFF,
            "Disabled (manual-commit)\nDisabled in: .entire/settings.local.json (run `entire enable`)\n",
        ),
        (outside(UntrustedRepository("of another", "trust it")), "✕ of another (trust it)\n"),
    ],
)
def test_plain_with_little_to_say(status: Status, expected: str) -> None:
    assert plain(status) == expected


@pytest.mark.parametrize(
    ("seconds", "active"), [(0, ""), (60, ""), (61, ", active just now"), (3600, ", active just now")]
)
def test_an_interaction_soon_after_the_start_says_nothing(seconds: int, active: str) -> None:
    session = IDLE._replace(started_at=ago(seconds), last_interaction_time=ago(0))
    status = QUIET._replace(worktrees=[Worktree("/repo", "main", True, [session])])
    line = next(line for line in plain(status).split("\n") if "[Codex]" in line)
    assert line.partition(", active")[1] + line.partition(", active")[2] == active


@pytest.mark.parametrize(
    ("touched", "staged", "changed", "expected"),
    [
        ({"s": ["a", "b"]}, set(), {"a", "b", "c"}, NextCommit(["a", "b"], ["s"], False)),
        ({"s": ["a", "b"], "t": ["b"], "u": []}, set(), {"b"}, NextCommit(["b"], ["s", "t"], False)),
        ({"s": ["a", "b"]}, {"a", "x"}, {"a", "b", "x"}, NextCommit(["a"], ["s"], True)),
        ({"s": ["a"]}, {"x"}, {"a", "x"}, NextCommit([], [], True)),
        ({"s": ["a"]}, set(), {"x"}, None),  # put back by hand
    ],
)
def test_what_the_next_commit_links(
    touched: dict[str, list[str]], staged: set[str], changed: set[str], expected: NextCommit | None
) -> None:
    assert choose(touched, staged, changed) == expected
