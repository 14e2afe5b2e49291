"""`entire status` as it is called."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import B, Stage, on_terminal, run
from tests.setup import managers
from tests.support import Repo

from entire.core import clock, json_text
from entire.setup.hooks_dir import NAMES
from entire.transcript.usage import TokenUsage

ID = "8f76b0e8-1111-4222-8333-444455556666"


def facts(path: Path) -> Any:
    return json.loads(run(path, "status", "--json").out)


def test_outside_a_repository(tmp_path: Path) -> None:
    assert run(tmp_path, "status") == ("✕ not a git repository\n", "", 0)
    assert facts(tmp_path)["repository"] is None
    assert on_terminal(tmp_path, "status") == (
        "Not a git repository.   change to one, or create one with `git init`\n"
    )


def test_in_a_bare_repository_and_in_git_s_own_directory(repo: Repo, tmp_path: Path) -> None:
    bare = Repo.init(tmp_path / "bare.git", "--bare")
    said = "✕ this is a bare repository, without a work tree (run this command in a clone)\n"
    assert run(bare.path, "status") == (said, "", 0)
    assert facts(bare.path)["reason"] == "no_work_tree"
    assert run(repo.path / ".git", "status").out == (
        "✕ this is a git directory, not a work tree (run this command in the work tree)\n"
    )


def test_in_a_repository_of_another_owner(repo: Repo) -> None:
    repo.git("config", "extensions.worktreeConfig", "true")  # git is asked then
    trust = f"git config --global --add safe.directory {repo.path}"
    other = {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}
    done = run(repo.path, "status", **other)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"✕ this repository belongs to another user, so git does not open it ({trust})\n"
    failed = run(repo.path, "enable", **other)
    assert failed.code == 1
    assert failed.err.splitlines()[1] == f"hint: {trust}"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_git_directory_that_cannot_be_written_to(stage: Stage) -> None:
    folder = stage.work.path / ".git"
    folder.chmod(0o555)
    try:
        assert "cannot record anything: .git is read-only" in run(stage.work.path, "status").out
    finally:
        folder.chmod(0o755)


def test_not_set_up(repo: Repo) -> None:
    done = run(repo.path, "status")
    assert done.code == 0
    assert done.out.startswith("○ not set up")
    assert facts(repo.path)["set_up"] is False


def test_enabled_and_disabled(stage: Stage) -> None:
    assert run(stage.work.path, "status") == ("Enabled (manual-commit)\n", "", 0)
    stage.work.write(".entire/settings.local.json", '{"enabled": false}')
    off = "Disabled (manual-commit)\nDisabled in: .entire/settings.local.json (run `entire enable`)\n"
    assert run(stage.work.path, "status") == (off, "", 0)
    assert run(stage.work.path, "status", "--detailed").out == (
        f"{off}\nProject, enabled (manual-commit)\nLocal, disabled (manual-commit)\n"
    )
    assert facts(stage.work.path)["reason"] == "disabled"
    stage.work.write(".entire/settings.json", '{"enabled": false}')
    stage.work.write(".entire/settings.local.json", '{"log_level": "debug"}')
    assert facts(stage.work.path)["disabled_by"] == ".entire/settings.json"


def test_sessions_by_worktree(stage: Stage, tmp_path: Path) -> None:
    other = tmp_path / "other"
    stage.work.git("worktree", "add", "--quiet", "-b", "side", str(other))
    stage.session(ID, first_prompt="Fix\x1b[2J it", phase="active")
    stage.session("over-1", first_prompt="Done", phase="ended", ended_at=clock.now_local())
    stage.session("side-1", worktree_path=str(other), worktree_id="other", agent_type="")
    stage.session("lost-1", worktree_path="")
    expected = f"""\
Enabled (manual-commit)

Active Sessions:
  (unknown)
    [Claude Code] lost-1    started just now

  {other} (side)
    [Agent] side-1    started just now

  {stage.work.path} (main)
    [Claude Code] 8f76b0e   started just now
      "Fix[2J it"
"""
    assert run(stage.work.path, "status").out == expected
    inside = stage.work.path / "sub" / "folder"
    inside.mkdir(parents=True)
    assert run(inside, "status").out == expected


def test_a_session_that_nobody_used_for_a_week(stage: Stage) -> None:
    old = {"started_at": "2020-01-01T00:00:00Z", "last_interaction_time": "2020-01-01T00:00:00Z"}
    stage.session("forgotten", **old)
    stage.session("unfinished", files_touched=["README.md"], **old)
    out = run(stage.work.path, "status").out
    assert "[Claude Code] unfinis" in out
    assert "forgott" not in out


def test_all_facts_for_programs(stage: Stage) -> None:
    stage.session(
        ID,
        phase="active",
        started_at="2026-03-19T10:00:00+01:00",
        last_prompt="Go \u009b2J on",
        files_touched=["README.md", "new.txt"],
        checkpoint_count=2,
        token_usage=TokenUsage(input_tokens=5, output_tokens=7),
    )
    stage.work.write("new.txt", "x")
    done = run(stage.work.path, "status", "--json")
    assert done.out.isascii()
    found = json.loads(done.out)
    session = found["worktrees"][0]["sessions"][0]
    del session["last_interaction_time"]
    assert session == {
        "session_id": ID,
        "agent": "Claude Code",
        "working": True,
        "started_at": "2026-03-19T09:00:00Z",
        "first_prompt": "",
        "last_prompt": "Go \u009b2J on",
        "files": [{"path": path, "added": None, "removed": None} for path in ("README.md", "new.txt")],
        "step_count": 2,
        "tokens": 12,
        "ended_at": "",
        "interrupted": False,
        "waiting": False,
        "refused": "",
    }
    found["worktrees"][0]["sessions"] = []
    assert found == {
        "repository": str(stage.work.path),
        "reason": "on",
        "set_up": True,
        "enabled": True,
        "disabled_by": "",
        "strategy": "manual-commit",
        "makes_commits": False,
        "agents": ["Claude Code"],
        "settings": [
            {
                "name": ".entire/settings.json",
                "enabled": True,
                "strategy": "manual-commit",
                "keys": ["strategy", "enabled"],
                "error": "",
            }
        ],
        "git_hooks": {
            "directory": str(stage.work.path / ".git" / "hooks"),
            "shared": False,
            "hooks": [{"name": name, "place": "ours", "manager": ""} for name in NAMES],
        },
        "worktrees": [{"path": str(stage.work.path), "branch": "main", "current": True, "sessions": []}],
        "next_commit": {"paths": ["new.txt"], "session_ids": [ID], "staged": False},
        "push": True,
        "unpushed_checkpoints": None,
        "waiting_commits": 0,
        "unlinked": [],
        "problems": [],
        "last_error": None,
    }


def test_what_is_staged_counts(stage: Stage) -> None:
    stage.session(ID, files_touched=["a.txt", "b.txt"], checkpoint_count=1)
    for name in ("a.txt", "b.txt"):
        stage.work.write(name, "x")
    stage.work.git("add", "a.txt")
    assert facts(stage.work.path)["next_commit"] == {"paths": ["a.txt"], "session_ids": [ID], "staged": True}


def test_problems_with_their_repair(stage: Stage) -> None:
    shutil.rmtree(stage.work.path / ".git" / "hooks")
    stage.work.write(".claude/settings.json", "{}")
    stage.work.write(".entire/settings.local.json", "{no json")
    found = facts(stage.work.path)["problems"]
    assert [problem["fix"] for problem in found] == [
        "fix or remove the file",
        "entire enable",
        "entire enable",
    ]
    out = run(stage.work.path, "status")
    assert out.code == 0
    assert "Problem: git hooks are missing: prepare-commit-msg, commit-msg, post-commit" in out.out
    assert "Problem: cannot read settings: .entire/settings.local.json:" in out.out


@pytest.mark.parametrize(
    ("manager", "text"),
    [
        (managers.lefthook, "git hooks were replaced: prepare-commit-msg (lefthook), commit-msg (lefthook)"),
        (managers.overcommit, "git hooks do not call entire: prepare-commit-msg (overcommit)"),
    ],
)
def test_a_manager_that_replaced_our_hooks(stage: Stage, manager: Callable[[Repo], None], text: str) -> None:
    manager(stage.work)
    (problem,) = facts(stage.work.path)["problems"]
    assert problem["text"].startswith(text)
    assert "entire enable" in problem["fix"]


def test_checkpoints_that_are_not_pushed(one: Stage, tmp_path: Path) -> None:
    path = one.work.path

    def unpushed() -> Any:
        return facts(path)["unpushed_checkpoints"]

    assert unpushed() is None  # there is no origin
    Repo.init(tmp_path / "origin.git", "--bare")
    one.work.git("remote", "add", "origin", str(tmp_path / "origin.git"))
    assert unpushed() == 1
    one.work.git("push", "--quiet", "--no-verify", "origin", "entire/checkpoints/v1")
    assert unpushed() == 0
    one.checkpoint(B)
    one.checkpoint("a30000000000")  # in the same shard as one that is pushed
    assert "\nUnpushed checkpoints: 2\n" in run(path, "status").out
    assert "\n2 checkpoints not pushed yet.\n" in on_terminal(path, "status")
    one.work.write(".entire/settings.local.json", '{"strategy_options": {"push_sessions": false}}')
    assert unpushed() == 2
    assert "pushed" not in on_terminal(path, "status")


def test_the_last_error_is_shown_for_a_week(stage: Stage) -> None:
    def fail(when: str) -> None:
        row = {"time": when, "level": "ERROR", "msg": "hook failed", "error": "disk \x1b[1mfull"}
        stage.work.write(".entire/logs/entire.log", json_text.encode_line(row) + "\n")

    fail(clock.now_local())
    assert "\nLast error (just now): disk [1mfull\n" in run(stage.work.path, "status").out
    assert "! A hook failed 0s ago: disk [1mfull" in on_terminal(stage.work.path, "status").replace(
        "1s", "0s"
    )
    assert facts(stage.work.path)["last_error"]["text"] == "disk [1mfull"
    fail("2020-01-01T00:00:00Z")
    assert "error" not in run(stage.work.path, "status").out
    assert facts(stage.work.path)["last_error"] is None


def test_a_broken_state_file_does_not_hide_the_others(stage: Stage) -> None:
    stage.session(ID)
    Path(stage.store.path("broken")).write_text("{")
    done = run(stage.work.path, "status")
    assert (done.code, done.err) == (0, "")
    assert "8f76b0e" in done.out


def test_on_a_terminal(stage: Stage) -> None:
    stage.session(
        ID,
        phase="active",
        last_prompt="Add rate limiting to the login endpoint",
        files_touched=["README.md"],
        checkpoint_count=1,
    )
    stage.work.write("README.md", "changed\n")
    shown = on_terminal(stage.work.path, "status", width=60)
    for age in ("1s", "2s", "3s"):
        shown = shown.replace(age, "0s")
    assert (
        shown
        == """\
On · manual-commit · Claude Code

main
  ● 8f76b0e8  working 0s  Add rate limiting to the login en…
              1 file in 1 step since the last commit

Your next commit will link 1 file from 1 session.
"""
    )


def test_colours_where_they_are_wanted(stage: Stage) -> None:
    stage.session(ID, phase="active", last_prompt="Go on")
    assert "\x1b[36m● 8f76b0e8\x1b[0m" in on_terminal(stage.work.path, "status", NO_COLOR="")
    assert "\x1b" not in on_terminal(stage.work.path, "status")
    assert "\x1b" not in on_terminal(stage.work.path, "status", NO_COLOR="", TERM="dumb")
    accessible = on_terminal(stage.work.path, "status", NO_COLOR="", ACCESSIBLE="1")
    assert accessible.startswith("Enabled (manual-commit)\n")


def test_with_no_commits(tmp_path: Path) -> None:
    stage = Stage(Repo.init(tmp_path / "new"))
    stage.set_up()
    stage.session(ID, base_commit="", files_touched=["x"])
    done = run(stage.work.path, "status")
    assert (done.code, done.err) == (0, "")
    assert "8f76b0e" in done.out
