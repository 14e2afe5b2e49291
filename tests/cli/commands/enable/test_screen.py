"""What `entire enable` and `entire disable --uninstall` look like, narrow and wide, coloured and not."""

from __future__ import annotations

import re
from typing import Any

import pytest
from wcwidth import wcswidth as cell_len

from entire.agent import registry
from entire.cli.commands.disable import screen
from entire.cli.commands.enable import screen as enable_screen
from entire.cli.commands.enable.screen import Advice, Report, Row
from entire.cli.ui.screen import Screen
from entire.git.refs import Ref
from entire.session.state import State
from entire.setup.uninstall import AgentHooks, Plan
from entire.strategy.clean.branches import Branch

REPORT = Report(
    ["Claude Code", "Codex"],
    [
        Row("Claude Code", ".claude/settings.json"),
        Row("Codex", ".codex/hooks.json", "already installed"),
        Row("settings", ".entire/settings.json"),
        Row("git hooks", "/home/someone/hooks", "post-commit also calls yours\x1b[2J", good=False),
    ],
    [
        Advice(
            "husky rewrites its hooks at every install. To make them last, add:",
            "# .husky/x\nentire hooks git x\n",
        )
    ],
    [enable_screen.ON],
)
PLAN = Plan(
    [
        AgentHooks("/repo", registry.by_name("claude-code")),
        AgentHooks("/other tree", registry.by_name("claude-code")),
    ],
    ["/repo/.git/hooks"],
    ["/home/someone/hooks"],
    [Branch("entire/1234567-e3b0c4", "a" * 40, 0, []), Branch("entire/7654321-e3b0c4", "b" * 40, 1, ["x"])],
    1,
    [Ref("refs/entire/orphaned/1234567", "c" * 40), Ref("refs/entire/seen/origin/notes", "d" * 40)],
    [
        State(session_id="a", checkpoint_count=2, files_touched=["a.py", "b.py"]),
        State(session_id="b", checkpoint_count=1, files_touched=["b.py"]),
        State(session_id="c"),
    ],
    "/repo/.git/entire-sessions",
    ["/repo", "/other tree"],
    [],
    ["/repo/.git/hooks/post-commit.pre-entire.1"],
)


def enabled(width: int, **more: Any) -> str:
    return "\n".join(enable_screen.render(REPORT, Screen(width, 0.0, **more))) + "\n"


def uninstalled(width: int, **more: Any) -> str:
    return "\n".join(screen.render(PLAN, "/repo", Screen(width, 0.0, **more))) + "\n"


def test_enable_wide() -> None:
    assert (
        enabled(100)
        == """\
Agents found here: Claude Code, Codex
✓ Claude Code   .claude/settings.json
✓ Codex         .codex/hooks.json    already installed
✓ settings      .entire/settings.json
! git hooks     /home/someone/hooks  post-commit also calls yours[2J

husky rewrites its hooks at every install. To make them last, add:

    # .husky/x
    entire hooks git x

On. Work as usual; the next commit remembers its conversation.   entire status
"""
    )


def test_enable_narrow() -> None:
    assert (
        enabled(44)
        == """\
Agents found here: Claude Code, Codex
✓ Claude Code   .claude/settings.json
✓ Codex         .codex/hooks.json
                already installed
✓ settings      .entire/settings.json
! git hooks     /home/someone/hooks
                post-commit also calls
                yours[2J

husky rewrites its hooks at every install.
To make them last, add:

    # .husky/x
    entire hooks git x

On. Work as usual; the next commit remembers
its conversation.  entire status
"""
    )


def test_uninstall_wide() -> None:
    assert (
        uninstalled(110)
        == """\
This removes:
  Claude Code hooks  .claude/settings.json
  Claude Code hooks  /other tree/.claude/settings.json
  git hooks          .git/hooks
  settings, logs     .entire
  settings, logs     /other tree/.entire
  3 sessions         .git/entire-sessions
  2 shadow branches  entire/1234567-e3b0c4, entire/7654321-e3b0c4
  2 other refs       refs/entire/orphaned/1234567, refs/entire/seen/origin/notes
Lost: 3 steps of 2 sessions (2 files) not committed yet. The files stay as they are; their earlier versions
and the conversation are deleted. Commit first to keep them.
Lost: 2 snapshots of work that belongs to no session.
Checkpoints (entire/checkpoints/v1) and your own files are kept. The git hooks in /home/someone/hooks are kept
too: other repositories share them, and they do nothing where entire is off (--shared-hooks removes them).
Hooks of yours that other tools have replaced since are kept: .git/hooks/post-commit.pre-entire.1
"""
    )


def test_uninstall_narrow() -> None:
    assert uninstalled(50).startswith("""\
This removes:
  Claude Code hooks  .claude/settings.json
  Claude Code hooks  /other tree/.claude/settings…
  git hooks          .git/hooks
  settings, logs     .entire
  settings, logs     /other tree/.entire
  3 sessions         .git/entire-sessions
  2 shadow branches  entire/1234567-e3b0c4, entir…
  2 other refs       refs/entire/orphaned/1234567…
Lost: 3 steps of 2 sessions (2 files) not
committed yet. The files stay as they are; their
""")


@pytest.mark.parametrize("shown", [enabled, uninstalled])
@pytest.mark.parametrize("width", [44, 100])
def test_colour_only_adds(shown: Any, width: int) -> None:
    assert re.sub(r"\x1b\[\d*m", "", shown(width, colour=True)) == shown(width)


def test_good_is_green_and_loss_is_red() -> None:
    assert "\x1b[32m✓\x1b[0m Claude Code" in enabled(100, colour=True)
    assert "\x1b[31m!\x1b[0m git hooks" in enabled(100, colour=True)
    assert "\x1b[2malready installed\x1b[0m" in enabled(44, colour=True)
    assert "\x1b[31mLost: 2 snapshots of work that belongs to no session.\x1b[0m" in uninstalled(
        110, colour=True
    )


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    wide = [line for line in (enabled(width) + uninstalled(width)).split("\n") if cell_len(line) > width]
    assert wide == []
