"""`entire enable` and `entire disable` as they are called."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli import conftest
from tests.cli.conftest import Done, Stage, on_terminal, run
from tests.setup import managers
from tests.support import Repo

PROJECT, LOCAL = ".entire/settings.json", ".entire/settings.local.json"

# A second agent, so that there is something to choose from whatever agents there are.
TWO_AGENTS = """
import os, sys, types
from entire.agent import registry
from entire.cli.main import run

claude = registry.by_name("claude-code")
other = types.SimpleNamespace(NAME="other", TYPE="Other Agent", CONFIG_FILE=".other", TRUST_HINT="")
other.installed = lambda root: os.path.exists(os.path.join(root, ".other"))
other.is_present = lambda root: False
other.missing_hooks = lambda root: []
other.resume_command = lambda session_id: "other-agent -r x"

def install(root, force=False):
    open(os.path.join(root, ".other"), "w").close()
    return 1

other.install = install
other.uninstall = lambda root: os.unlink(os.path.join(root, ".other"))
both = {"claude-code": claude, "other": other}
registry.every = lambda: list(both.values())
registry.by_name = both.__getitem__
sys.exit(run(sys.argv[1:]))
"""


def settings(repo: Repo, name: str) -> Any:
    path = repo.path / name
    return json.loads(path.read_text()) if path.exists() else None


def enabled(repo: Repo) -> bool:
    return bool(json.loads(run(repo.path, "status", "--json").out)["enabled"])


def good(done: Done) -> str:
    assert (done.err, done.code) == ("", 0)
    return done.out


@pytest.fixture
def two_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "COMMAND", [sys.executable, "-c", TWO_AGENTS])


def test_without_a_terminal_nothing_is_asked(repo: Repo) -> None:  # SET-01, SET-04, SET-16
    said = good(run(repo.path, "enable", ACCESSIBLE="1", PATH=f"{Path(sys.executable).parent}:/usr/bin:/bin"))
    assert (
        said
        == """\
✓ Claude Code   .claude/settings.json
✓ settings      .entire/settings.json
✓ git hooks     .git/hooks
On. Work as usual; the next commit remembers its conversation.   entire status
"""
    )
    assert settings(repo, PROJECT) == {"strategy": "manual-commit", "enabled": True}
    assert settings(repo, LOCAL) is None


def test_when_everything_is_in_place(repo: Repo) -> None:  # SET-10, SET-15
    good(run(repo.path, "enable"))
    again = """\
✓ Claude Code   .claude/settings.json
✓ settings      .entire/settings.json
Already enabled.   entire status
"""
    assert good(run(repo.path, "enable")) == again
    (repo.path / "sub").mkdir()
    assert good(run(repo.path / "sub", "enable", "--yes")) == again
    named = good(run(repo.path, "enable", "--agent", "claude-code"))
    assert "already installed" in named
    assert settings(repo, LOCAL) is None
    (repo.path / ".git" / "hooks" / "post-commit").unlink()
    assert "git hooks" in good(run(repo.path, "enable"))
    assert (repo.path / ".git" / "hooks" / "post-commit").exists()


@pytest.mark.parametrize("off", [["disable"], ["disable", "--project"]])
@pytest.mark.parametrize(
    "on", [["enable"], ["enable", "--agent=claude-code"], ["enable", "--project"], ["enable", "--local"]]
)
def test_enabling_again_really_enables(repo: Repo, off: list[str], on: list[str]) -> None:  # SET-22, B19
    good(run(repo.path, "enable"))
    good(run(repo.path, *off))
    assert not enabled(repo)
    good(run(repo.path, *on))
    assert enabled(repo)


def test_off_and_on_again_leaves_no_trace(repo: Repo) -> None:  # SET-17
    good(run(repo.path, "enable"))
    before = (repo.path / PROJECT).read_bytes()
    for _ in range(2):
        said = good(run(repo.path, "disable"))
        assert said == f"Off ({LOCAL}). The hooks stay installed but do nothing.   entire enable\n"
        assert settings(repo, LOCAL) == {"enabled": False}
    good(run(repo.path, "enable"))
    assert settings(repo, LOCAL) is None
    assert (repo.path / PROJECT).read_bytes() == before


def test_off_for_the_team_but_not_for_me(repo: Repo) -> None:  # SET-18
    good(run(repo.path, "enable"))
    good(run(repo.path, "enable", "--local"))
    said = good(run(repo.path, "disable", "--project"))
    assert said == f"Off for the team ({PROJECT}), but still on for you in {LOCAL}.   entire disable\n"
    assert enabled(repo)


def test_nothing_to_turn_off(repo: Repo) -> None:
    said = good(run(repo.path, "disable"))
    assert said == "Entire is not set up here.\n"
    assert not (repo.path / ".entire").exists()


def test_what_is_mine_stays_mine(repo: Repo) -> None:  # SET-12, SET-13, B19
    good(run(repo.path, "enable"))
    before = (repo.path / PROJECT).read_bytes()
    said = good(run(repo.path, "enable", "--strategy", "manual-commit", "--skip-push-sessions"))
    assert f"✓ settings      {LOCAL}  only for you; use --project for the team\n" in said
    assert settings(repo, LOCAL) == {
        "strategy": "manual-commit",
        "strategy_options": {"push_sessions": False},
    }
    assert (repo.path / PROJECT).read_bytes() == before
    good(run(repo.path, "enable", "--project", "--telemetry=false"))
    assert settings(repo, PROJECT) == {"strategy": "manual-commit", "enabled": True, "telemetry": False}


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["--agent", "nobody"], "unknown agent: 'nobody'", "known agents: claude-code"),  # SET-07
        (["--agent", ""], "missing agent name", "known agents: claude-code (default)"),  # SET-08
        (
            ["--strategy", "x"],
            'strategy "x" is not available',
            "available strategies: manual-commit",
        ),  # SET-05
    ],
)
def test_wrong_words(repo: Repo, words: list[str], message: str, hint: str) -> None:
    done = run(repo.path, "enable", *words)
    assert done.code == 1
    assert done.err.startswith(f"entire: {message}\nhint: {hint}")
    assert not (repo.path / ".entire").exists()


def test_outside_a_repository(tmp_path: Path) -> None:  # SET-06, SET-19
    for words in (["enable"], ["disable"], ["disable", "--uninstall", "--force"]):
        done = run(tmp_path, *words)
        assert done == (
            "",
            "entire: not a git repository\nhint: change to one, or create one with `git init`\n",
            1,
        )
    assert list(tmp_path.iterdir()) == []


def test_a_repository_without_commits(tmp_path: Path) -> None:  # SET-09
    repo = Repo.init(tmp_path / "new")
    assert "checkpoints start after the first one" in good(run(repo.path, "enable"))


@pytest.mark.usefixtures("two_agents")
def test_agents_are_picked_on_a_terminal(repo: Repo, tmp_path: Path) -> None:
    managers.put(tmp_path / "bin" / "other-agent", "#!/bin/sh\n")
    path = f"{tmp_path}/bin:{Path(sys.executable).parent}:/usr/bin:/bin"
    row = "Other Agent      `other-agent` is on PATH"
    answers = [(f"◉ {row}", "\x1b[B"), ("Claude Code", " "), ("◉ Claude Code      not found", "\r")]
    answers.append(("How is the work of agents committed?", "\r"))
    shown = on_terminal(repo.path, "enable", answers=answers, PATH=path)
    assert shown.endswith("""\
Agents found here: Other Agent
✓ Claude Code   .claude/settings.json
✓ Other Agent   .other
✓ settings      .entire/settings.json
✓ git hooks     .git/hooks
On. Work as usual; the next commit remembers its conversation.   entire status
""")
    # Both are remembered now: there is nothing to ask.
    assert on_terminal(repo.path, "enable", PATH=path).endswith("Already enabled.   entire status\n")
    (repo.path / ".other").unlink()
    assert on_terminal(repo.path, "enable", answers=[(row, "q")], PATH=path).endswith(
        "Cancelled. Nothing changed.\n"
    )
    assert "Which agents" not in on_terminal(repo.path, "enable", "--yes", "--force", PATH=path)
    answers = [("◉ Claude Code", " "), ("○ Claude Code", "\x1b[B"), ("❯ ○ Other", " "), ("◉ Other", "\r")]
    shown = on_terminal(repo.path, "enable", "--force", answers=answers, PATH=path)
    assert "✓ Claude Code   .claude/settings.json  removed\n" in shown
    assert not (repo.path / ".claude").exists()


@pytest.mark.usefixtures("two_agents")
def test_several_agents_by_name(repo: Repo) -> None:
    said = good(run(repo.path, "enable", "--agent", "other", "--agent", "claude-code", "--agent", "other"))
    assert said.startswith("✓ Other Agent   .other\n✓ Claude Code   .claude/settings.json\n")


def test_hook_managers_get_their_lines(repo: Repo) -> None:
    managers.lefthook(repo)
    said = good(run(repo.path, "enable"))
    assert "✓ git hooks     .git/hooks  prepare-commit-msg, commit-msg, post-commit" in said
    assert " and pre-push chain to yours\n" in said
    assert "lefthook rewrites its hooks when its configuration changes; entire reinstalls its own" in said
    assert """ENTIRE_HOOK_ADDRESS="$2" entire hooks git pre-push "$1"' sh {0}\n""" in said
    assert said.endswith("On. Work as usual; the next commit remembers its conversation.   entire status\n")


def test_hooks_that_must_stay_are_told_apart(repo: Repo) -> None:
    managers.overcommit(repo)
    said = good(run(repo.path, "enable"))
    assert "! git hooks     .git/hooks  prepare-commit-msg, commit-msg, post-commit" in said
    assert " and pre-push managed by overcommit\n" in said
    assert "To link commits, add to .overcommit.yml, then run `overcommit --sign`:\n" in said
    assert said.endswith("add the lines above to link commits.\n")


def test_hooks_for_all_repositories(repo: Repo, tmp_path: Path) -> None:
    """They are shared: said when enabling, left when uninstalling, unless asked for."""
    shared = tmp_path / "all-hooks"
    repo.git("config", "--global", "core.hooksPath", str(shared))
    other = Repo.init(tmp_path / "other")
    other.commit("first")
    said = good(run(repo.path, "enable"))
    assert f"{shared}  shared with other repositories; they do nothing where entire is off" in said
    good(run(other.path, "enable"))
    other.commit("second")  # ours are called here too, and say nothing
    said = good(run(repo.path, "disable", "--uninstall", "--force"))
    assert f"The git hooks in {shared} are kept too" in said
    assert (shared / "post-commit").exists()
    assert json.loads(run(other.path, "status", "--json").out)["problems"] == []
    assert "--shared-hooks removes them" in good(run(repo.path, "disable", "--uninstall", "--force"))
    good(run(other.path, "disable", "--uninstall", "--force", "--shared-hooks"))
    assert not shared.exists()


def test_uninstalling_asks_first(stage: Stage) -> None:
    stage.session("8f76b0e8-1111", files_touched=["a.py"], checkpoint_count=2)
    question = "Continue? [y/N]: "
    shown = on_terminal(stage.work.path, "disable", "--uninstall", answers=[(question, "n\r")])
    assert shown.endswith("Cancelled. Nothing changed.\n")
    assert (stage.work.path / PROJECT).exists()
    done = run(stage.work.path, "disable", "--uninstall")
    assert done.code == 1
    assert done.err == (
        "entire: not a terminal: cannot ask for confirmation\nhint: pass --force to skip the question\n"
    )
    shown = on_terminal(stage.work.path, "disable", "--uninstall", answers=[(question, "y\r")])
    assert shown.endswith("Uninstalled. Checkpoints are kept on entire/checkpoints/v1.\n")
    assert good(run(stage.work.path, "disable", "--uninstall")) == "Entire is not installed here.\n"  # SET-19


def test_what_cannot_be_removed_is_said_and_stops_nothing_else(stage: Stage) -> None:
    stage.work.write(
        ".claude/settings.json",
        '{"hooks": {"Stop": [{"hooks": [{"command": "entire hooks claude-code stop"}]}]}}',
    )
    path = stage.work.path / ".git" / "hooks" / "post-commit"
    managers.put(path.parent / "post-commit.pre-entire", "#!/usr/bin/env python3\n")
    path.write_text(path.read_text() + "echo added\n")
    done = run(stage.work.path, "disable", "--uninstall", "--force")
    assert done.code == 1
    assert done.err.startswith(f"entire: could not remove everything: {path} has lines that entire did not")
    assert not (stage.work.path / ".entire").exists()
    assert not (stage.work.path / ".git" / "entire-sessions").exists()


def test_what_others_put_into_our_folder_stays(repo: Repo) -> None:
    good(run(repo.path, "enable"))
    repo.write(".entire/notes.md", "mine\n")
    ignored = repo.path / ".entire" / ".gitignore"
    ignored.write_text(ignored.read_text() + "*.bak\n")
    good(run(repo.path, "disable", "--uninstall", "--force"))
    assert sorted(os.listdir(repo.path / ".entire")) == [".gitignore", "notes.md"]
    assert ignored.read_text() == "*.bak\n"
    assert good(run(repo.path, "disable", "--uninstall", "--force")) == "Entire is not installed here.\n"


def test_a_branch_of_the_user_s_own_stays(stage: Stage) -> None:
    """Though it is named like a shadow branch, it holds a commit that is nowhere else."""
    commit = stage.work.git("commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "mine")
    stage.work.git("branch", "entire/abc1234", commit)
    stage.step("8f76b0e8-1111", "a step", "README.md")
    stage.session("8f76b0e8-1111", files_touched=["README.md"], checkpoint_count=1)
    good(run(stage.work.path, "disable", "--uninstall", "--force"))
    left = stage.work.git("for-each-ref", "--format=%(refname)", "refs/heads/entire").split()
    assert left == ["refs/heads/entire/abc1234"]
