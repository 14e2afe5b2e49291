"""`entire resume` on a terminal: what it asks, and what the answers do."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import LINES, SESSION, A, Stage, jsonl, on_terminal, user

from entire.agent.claude_code import agent as claude_code
from entire.git.repository import open_repository


@pytest.fixture
def log(one: Stage) -> Path:
    """Where the conversation of the fixture's checkpoint belongs."""
    return Path(claude_code.transcript_path(one.repo.worktree, SESSION))


def test_a_conversation_of_somebody_else(one: Stage, log: Path) -> None:
    question = "Restore it? [y/N]:"
    shown = on_terminal(one.work.path, "resume", "main", answers=[(question, "n\n")])
    assert (
        shown
        == f"""\
This conversation was recorded by Alice <alice@example.com>, not by you.
Your agent will treat it as its own conversation. {question} n
Checkpoint {A} · just now · {one.work.head[:7]} Limit login attempts
Nothing restored.
"""
    )
    assert not log.exists()
    shown = on_terminal(one.work.path, "resume", "main", answers=[(question, "y\n")])
    assert (
        shown.partition(" y\n")[2]
        == f"""\
Checkpoint {A} · just now · {one.work.head[:7]} Limit login attempts

  ✓ 8f76b0e8  Claude Code  restored  Add rate limiting

Resume with
  claude -r {SESSION}
"""
    )
    assert log.read_bytes() == jsonl(LINES)
    assert "unchanged" in on_terminal(one.work.path, "resume", "main"), "nothing to ask any more"


@pytest.mark.parametrize("words", [["main", "--force"], ["main", "-y"], ["main", "--json"]])
def test_without_questions(one: Stage, log: Path, words: list[str]) -> None:
    assert "[y/N]" not in on_terminal(one.work.path, "resume", *words)
    assert log.read_bytes() == jsonl(LINES)


def test_ones_own_are_not_asked_about(one: Stage, log: Path) -> None:
    one.work.git("config", "user.email", "ALICE@example.com")
    assert "✓ 8f76b0e8  Claude Code  restored" in on_terminal(one.work.path, "resume", "main")
    assert log.exists()


def test_a_newer_conversation(one: Stage, log: Path) -> None:
    one.work.git("config", "user.email", "alice@example.com")
    log.parent.mkdir(parents=True)
    newer = jsonl([*LINES, user("and then")])
    log.write_bytes(newer)
    question = "A backup is kept. [y/N]:"
    shown = on_terminal(one.work.path, "resume", "main", answers=[(question, "n\n")])
    assert "Newer here than in the checkpoint:\n  8f76b0e8  Add rate limiting\n" in shown
    assert "✓ 8f76b0e8  Claude Code  newer here, kept  Add rate limiting" in shown
    assert shown.count(question) == 1
    assert shown.endswith(f"  claude -r {SESSION}\n"), "it can go on as it is"
    assert log.read_bytes() == newer
    shown = on_terminal(one.work.path, "resume", A, answers=[(question, "y\n")])
    assert "overwritten" in shown
    assert "! backup: ~/.claude/projects/" in shown
    assert log.read_bytes() == jsonl(LINES)
    [backup] = log.parent.glob("*.bak")
    assert backup.read_bytes() == newer


def test_choosing(one: Stage, log: Path) -> None:
    one.work.git("config", "user.email", "alice@example.com")
    one.session("2c01ab9d-2222", last_prompt="Fix the test", transcript_path=__file__)
    first, second = "run     claude -r 2c01ab9d-2222", f"run     entire resume {SESSION}"
    shown = on_terminal(one.work.path, "resume", answers=[(first, "q")], width=60)
    assert "Resume which session?                ↑↓ enter · / search · q\n" in shown
    assert "❯ 2c01ab9d  0s  Claude Code  Fix the test       main\n" in shown.replace("  1s  ", "  0s  ")
    assert "\n  8f76b0e8  " in shown
    assert shown.endswith("\x1b[J")
    assert not log.exists()
    shown = on_terminal(one.work.path, "resume", answers=[(first, "\x1b[B"), (second, "\r")])
    assert shown.endswith(f"Resume with\n  claude -r {SESSION}\n")
    assert log.exists()
    shown = on_terminal(one.work.path, "resume", answers=[(first, "\r")])
    assert shown.endswith("Resume with\n  claude -r 2c01ab9d-2222\n")


def test_choosing_by_number(one: Stage, log: Path) -> None:
    one.work.git("config", "user.email", "alice@example.com")
    shown = on_terminal(one.work.path, "resume", answers=[("cancel): ", "1\n")], ACCESSIBLE="1")
    assert "1. 8f76b0e8 " in shown
    assert f"Session: {SESSION} [Claude Code] restored " in shown
    assert "\x1b" not in shown
    assert log.exists()


def test_nothing_to_choose_from(stage: Stage) -> None:
    assert on_terminal(stage.work.path, "resume") == ("No conversation to resume yet. Start your agent.\n")


def test_a_branch_of_origin(one: Stage, tmp_path: Path) -> None:
    """Fetched and checked out once somebody agreed, and not before."""
    bare, clone = tmp_path / "bare.git", tmp_path / "clone"
    one.work.git("branch", "feature")
    one.work.git("clone", "--quiet", "--bare", ".", str(bare))
    one.work.git("clone", "--quiet", str(bare), str(clone))
    question = "feature exists only on origin. Fetch it and check it out? [Y/n]:"
    assert on_terminal(clone, "resume", "feature", answers=[(question, "n\n")]) == f"{question} n\n"
    repo = open_repository(str(clone))
    assert repo.run("branch", "--format=%(refname:short)").out == b"main\n"
    shown = on_terminal(clone, "resume", "feature", answers=[(question, "\n"), ("[y/N]", "n\n")])
    assert "\nThis conversation was recorded by Alice" in shown
    assert "Switched" not in shown
    assert repo.run("branch", "--format=%(refname:short)").out == b"main\n"
    shown = on_terminal(clone, "resume", "feature", answers=[(question, "\n"), ("[y/N]", "y\n")])
    assert shown.index("\nThis conversation was recorded by Alice") < shown.index("\nSwitched to feature.\n")
    assert "✓ 8f76b0e8" in shown
    assert repo.run("branch", "--show-current").out == b"feature\n"


def test_a_strangers_conversation_on_another_branch(one: Stage, log: Path) -> None:
    """Asked about before the branch is checked out: if you decline, everything stays as it is."""
    one.work.git("switch", "--quiet", "--create", "other")
    one.work.write("other.txt", "other\n")
    one.work.commit("other")
    head, question = one.work.head, "Restore it? [y/N]:"
    for answer in ("n\n", "\n"):
        shown = on_terminal(one.work.path, "resume", "main", answers=[(question, answer)])
        assert "Switched" not in shown
        assert shown.endswith("Nothing restored.\n")
        assert one.repo.run("branch", "--show-current").out == b"other\n"
        assert (one.work.head, one.repo.run("status", "--porcelain").out) == (head, b"")
        assert not log.exists()
    shown = on_terminal(one.work.path, "resume", "main", answers=[(question, "y\n")])
    assert shown.index("This conversation was recorded by Alice") < shown.index("\nSwitched to main.\n")
    assert one.repo.run("branch", "--show-current").out == b"main\n"
    assert log.read_bytes() == jsonl(LINES)
