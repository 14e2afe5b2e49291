"""`entire explain` as it is called."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import LINES, SESSION, A, B, C, Stage, jsonl, run, user
from tests.support import Repo

from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF


def facts(path: Path, *words: str) -> Any:
    return json.loads(run(path, "explain", "--json", *words).out)


def test_the_list(one: Stage) -> None:
    sha = one.work.head[:7]
    assert run(one.work.path, "explain") == (
        f"""\
Branch: main
Checkpoints: 1

[a3b2c4d5e6f7] "Add rate limiting"
  03-19 09:00 ({sha}) Limit login attempts
""",
        "",
        0,
    )


def test_nothing_yet(stage: Stage) -> None:
    done = run(stage.work.path, "explain")
    assert done.code == 0
    assert done.out.startswith("Branch: main\nCheckpoints: 0\n\nNo checkpoints yet: ")


def test_no_commits(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / "new")
    done = run(repo.path, "explain")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Branch: HEAD (no commits yet)\nCheckpoints: 0\n")


def test_a_detached_head(one: Stage) -> None:
    one.work.git("switch", "--quiet", "--detach")
    out = run(one.work.path, "explain").out
    assert out.startswith(f"Branch: HEAD ({one.work.head[:7]})\nCheckpoints: 1\n")


def test_a_feature_branch_hides_what_is_main_s(one: Stage) -> None:
    one.work.git("switch", "--quiet", "--create", "feature")
    one.checkpoint(B, {"prompts": ["Of the branch"]})
    one.commit("feature", B)
    one.work.git("switch", "--quiet", "main")
    one.checkpoint(C)
    one.commit("main again", C)
    one.work.git("switch", "--quiet", "feature")
    assert [row["checkpoint_id"] for row in facts(one.work.path)["checkpoints"]] == [B]
    one.work.git("-c", f"core.hooksPath={os.devnull}", "merge", "--quiet", "--no-edit", "main")
    assert [row["checkpoint_id"] for row in facts(one.work.path)["checkpoints"]] == [B]
    one.work.git("switch", "--quiet", "main")
    one.work.git("-c", f"core.hooksPath={os.devnull}", "merge", "--quiet", "--no-ff", "--no-edit", "feature")
    assert {row["checkpoint_id"] for row in facts(one.work.path)["checkpoints"]} == {A, B, C}


def test_commits_with_the_same_checkpoint_are_one_group(one: Stage) -> None:
    one.commit("More of it", A)
    out = run(one.work.path, "explain").out
    assert "Checkpoints: 1\n" in out
    assert out.index("More of it") < out.index("Limit login attempts")


def test_only_those_of_a_session(one: Stage) -> None:
    one.checkpoint(B, {"session_id": "other-1"})
    one.commit("other", B)
    out = run(one.work.path, "explain", "--session", "8f76").out
    assert "Checkpoints: 1\nFiltered by session: 8f76\n" in out
    assert "Limit login attempts" in out
    assert [row["checkpoint_id"] for row in facts(one.work.path, "other")["checkpoints"]] == [B]


def test_the_newest_first_and_no_more_than_wanted(one: Stage) -> None:
    for id in (B, C):
        one.checkpoint(id)
        one.commit(id, id)
    found = facts(one.work.path, "--limit", "2")
    assert ([row["checkpoint_id"] for row in found["checkpoints"]], found["more"]) == ([C, B], True)
    found = facts(one.work.path, "--limit", "3")
    assert (len(found["checkpoints"]), found["more"]) == (3, False)
    assert len(facts(one.work.path, "-n", "0")["checkpoints"]) == 3


def test_checkpoints_that_are_not_here(one: Stage) -> None:
    one.commit("of somebody else", B)
    found = facts(one.work.path)
    assert (len(found["checkpoints"]), found["missing"]) == (1, [B])
    done = run(one.work.path, "explain", "--commit", "HEAD")
    assert done.code == 1
    assert f"is linked to checkpoint {B}, which is not in this repository" in done.err


def test_checkpoints_that_were_only_fetched(one: Stage) -> None:
    one.work.git("update-ref", ORIGIN_CHECKPOINTS_REF, CHECKPOINTS_REF)
    one.work.git("update-ref", "-d", CHECKPOINTS_REF)
    one.checkpoint(B)  # the local branch starts from origin's
    one.work.git("update-ref", CHECKPOINTS_REF, f"{ORIGIN_CHECKPOINTS_REF}")
    one.checkpoint(C)
    one.work.git("update-ref", ORIGIN_CHECKPOINTS_REF, CHECKPOINTS_REF)
    one.work.git("update-ref", CHECKPOINTS_REF, f"{CHECKPOINTS_REF}~1")
    one.commit("fetched", C)
    assert [row["checkpoint_id"] for row in facts(one.work.path)["checkpoints"]] == [C, A]
    assert run(one.work.path, "explain", C).out.startswith(f"Checkpoint: {C}\n")


def test_steps_are_temporary_checkpoints(one: Stage) -> None:
    one.session(SESSION)
    one.work.write("login.py", "limit = 6\n")
    first = one.step(SESSION, "Make it six", "login.py", lines=LINES)
    only_talk = one.step(SESSION, "Thank you", lines=[*LINES, user("Thank you")])
    assert first != only_talk
    out = run(one.work.path, "explain").out
    assert "Checkpoints: 2\n" in out
    assert f'[{SESSION[:12]}] [temporary] "Thank you"\n' not in out
    assert f'[{SESSION[:12]}] [temporary] "Make it six"\n' in out
    assert f"({first[:7]}) Make it six\n" in out
    assert only_talk[:7] not in out  # nothing of the code changed

    detail = run(one.work.path, "explain", first[:8]).out
    assert detail.startswith(f"Checkpoint: {first} [temporary]\nSession: {SESSION}\n")
    assert "\nFiles: (1)\n  login.py\n" in detail
    assert "[User] Read the login" in detail
    only_new = run(one.work.path, "explain", only_talk).out
    assert only_new.endswith("Transcript (checkpoint scope):\n[User] Thank you\n")
    assert run(one.work.path, "explain", "--raw-transcript", first).out == jsonl(LINES).decode()
    step = facts(one.work.path)["steps"][0]
    assert (step["commit"], step["session_id"], step["agent"]) == (first, SESSION, "Claude Code")


def test_steps_of_other_worktrees_are_not_shown(one: Stage, tmp_path: Path) -> None:
    one.work.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    side = Stage(Repo(tmp_path / "side"))
    side.work.write("x", "x")
    step = side.step("side-1", "Beside", "x")
    assert facts(one.work.path)["steps"] == []
    assert [row["commit"] for row in facts(tmp_path / "side")["steps"]] == [step]


def test_one_checkpoint(one: Stage) -> None:
    sha = one.work.head[:7]
    done = run(one.work.path, "explain", "-c", "a3b2")
    created = done.out.split("\n")[2]
    assert (
        done.out
        == f"""\
Checkpoint: a3b2c4d5e6f7
Session: {SESSION}
{created}
Author: Test Person <person@example.com>
Tokens: 30
Cost: $0.0006

Commits: (1)
  {sha} 2026-03-19 Limit login attempts

Intent: Add rate limiting
Outcome: (not generated)

Files: (1)
  login.py

Transcript (checkpoint scope):
[User] Add rate limiting

[Assistant] On it.

[Tool] Edit: /x/src/login.py

[Assistant] Done [2Jnow.
"""
    )
    full = run(one.work.path, "explain", A, "--full").out
    assert "Transcript (full session):\n[User] Read the login\n" in full
    short = run(one.work.path, "explain", A, "--short").out
    assert short.endswith("Intent: Add rate limiting\nOutcome: (not generated)\n")


@pytest.mark.parametrize(
    "words", [("{sha}",), ("--commit", "HEAD"), ("HEAD",), ("--commit", "{sha}"), ("a3",), ("A3B2C4",)]
)
def test_all_ways_to_a_checkpoint(one: Stage, words: tuple[str, ...]) -> None:
    given = [word.format(sha=one.work.head[:8]) for word in words]
    assert run(one.work.path, "explain", *given).out.startswith(f"Checkpoint: {A}\n")


def test_its_commits_are_found_from_anywhere(one: Stage) -> None:
    one.work.git("switch", "--quiet", "--create", "elsewhere", "HEAD~1")
    assert "Commits: (1)\n" in run(one.work.path, "explain", A).out
    one.work.git("branch", "--quiet", "--force", "main", "HEAD")
    done = run(one.work.path, "explain", A).out
    assert "Commits: (none found)\n" in done
    assert "Author: Alice <alice@example.com>\n" in done  # of the checkpoint itself


def test_all_its_sessions(one: Stage) -> None:
    one.checkpoint(
        B, {"session_id": "one", "lines": [user("First")]}, {"session_id": "two", "lines": [user("Second")]}
    )
    out = run(one.work.path, "explain", B).out
    assert "Sessions: 2\n" in out
    assert "Session: one (1 of 2)\n" in out
    assert "[User] First\n\nSession: two (2 of 2)\n" in out
    assert out.endswith("[User] Second\n")


def test_a_squashed_commit_shows_all_its_checkpoints(one: Stage) -> None:
    one.checkpoint(B)
    one.commit("both", B, A, C)
    shown = run(one.work.path, "explain", "--commit", "HEAD").out
    assert [line for line in shown.splitlines() if line.startswith("Checkpoint: ")] == [
        f"Checkpoint: {A}",
        f"Checkpoint: {B}",
    ]


def test_a_commit_without_checkpoint(stage: Stage) -> None:
    done = run(stage.work.path, "explain", "--commit", "HEAD")
    assert done.code == 0
    assert "No associated Entire checkpoint" in done.out
    assert facts(stage.work.path, "HEAD") == {"commit": stage.work.head, "checkpoint_id": None}


@pytest.mark.parametrize("words", [("--commit", "HEAD"), ("HEAD",)])
def test_no_bytes_of_a_commit_without_checkpoint(stage: Stage, words: tuple[str, ...]) -> None:
    done = run(stage.work.path, "explain", *words, "--raw-transcript")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"entire: commit {stage.work.head[:7]} has no checkpoint\nhint: ")


def test_the_stored_bytes(one: Stage) -> None:
    assert run(one.work.path, "explain", A, "--raw-transcript").out == jsonl(LINES).decode()
    one.checkpoint(B)
    assert (
        run(one.work.path, "explain", B, "--raw-transcript").err
        == f"entire: checkpoint {B} has no transcript\n"
    )


NO_OUTCOME = {"time": "", "failed": None, "added": None, "removed": None}


def test_facts_for_programs(one: Stage) -> None:
    head = one.work.head
    row = facts(one.work.path)["checkpoints"][0]
    del row["created_at"]
    commit = {
        "commit": head,
        "subject": "Limit login attempts",
        "author": "Test Person <person@example.com>",
        "date": "2026-03-19T09:00:00Z",
    }
    assert row == {
        "checkpoint_id": A,
        "short_id": "a3b2c4",
        "agents": ["Claude Code"],
        "session_ids": [SESSION],
        "prompts": ["Add rate limiting"],
        "files": [{"path": "login.py", "added": None, "removed": None}],
        "tokens": 30,
        "agent_percentage": 90,
        "is_task": False,
        "commits": [commit],
        "agent_share": 90,
        "imported": False,
    }
    found = facts(one.work.path, A)
    [part] = found.pop("sessions")
    assert part["entries"][1] == {"kind": "assistant", "text": "On it.", "detail": ""} | NO_OUTCOME
    assert part["resume_command"] == f"claude -r {SESSION}"
    assert part["attribution"]["agent_lines"] == 9
    assert found.pop("created_at") == part["created_at"]
    usage = {
        "input_tokens": 10,
        "cache_creation_tokens": 0,
        "cache_read_tokens": 0,
        "output_tokens": 20,
        "api_call_count": 2,
    }
    assert found == {
        "checkpoint_id": A,
        "temporary": False,
        "branch": "main",
        "author": "Test Person <person@example.com>",
        "files": [{"path": "login.py", "added": 1, "removed": 0}],
        "token_usage": usage,
        "commits": [commit],
        "full": False,
        "rewind": f"entire rewind --to {head[:7]}",
        "line_counts": {
            "agent_lines": 9,
            "human_lines": 1,
            "unknown_lines": 0,
            "agent_removed": 0,
            "total_removed": 0,
        },
        "also": [],
        "lacks": [],
        "others": [],
        "total": None,
        "cost": {"microdollars": 550, "unknown_tokens": 0},
        "turn_count": 1,
        "seconds_worked": 0.0,
    }
    assert run(one.work.path, "explain", A, "--json").out.isascii()


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (
            ["zzz"],
            1,
            'entire: no checkpoint, commit or session starts with "zzz"\nhint: `entire explain` lists',
        ),
        (["-c", "zzz"], 1, 'entire: no checkpoint starts with "zzz"'),
        (["--commit", "zzz"], 1, 'entire: no commit named "zzz"'),
        (
            ["HEAD~1..HEAD"],
            1,
            'entire: "HEAD~1..HEAD" is a range of commits, not one commit\nhint: `entire export H',
        ),
        (
            ["--commit", "A..B"],
            1,
            'entire: "A..B" is a range of commits, not one commit\nhint: `entire export A..B`',
        ),
        (["--full"], 2, "entire: --full requires a checkpoint\nhint: `entire explain` lists"),
        (["\x1b[2J"], 1, 'entire: no checkpoint, commit or session starts with "[2J"'),
        (["a3", "--commit", "HEAD"], 2, "cannot be used together"),
        (["-c", "a3", "--session", "x"], 2, "cannot be used together"),
        (["a3", "--short", "--full"], 2, "cannot be used together"),
        (["a3", "--json", "--raw-transcript"], 2, "cannot be used together"),
        (["--raw-transcript"], 2, "--raw-transcript requires a checkpoint"),
        (["--limit", "-1"], 2, "-1 is not in the range"),
    ],
)
def test_what_makes_no_sense(one: Stage, words: list[str], code: int, message: str) -> None:
    done = run(one.work.path, "explain", *words)
    assert (done.code, done.out) == (code, "")
    assert message in done.err


def test_switches_take_a_value_but_not_the_next_word(one: Stage) -> None:
    full = run(one.work.path, "explain", A, "--full").out
    assert "Transcript (full session):" in full
    assert run(one.work.path, "explain", "--full", A).out == full
    assert run(one.work.path, "explain", "--full=true", A).out == full
    assert "Transcript (checkpoint scope):" in run(one.work.path, "explain", "--full=false", A).out


def test_an_ambiguous_id(one: Stage) -> None:
    ids = [f"a3b2c4d5e6{number:02d}" for number in range(6)]
    for id in ids:
        one.checkpoint(id)
    done = run(one.work.path, "explain", "a3")
    assert done.code == 1
    assert done.err == f'entire: 7 checkpoints start with "a3"\nhint: one of {", ".join(ids[:5])}, …\n'


def test_disabled(one: Stage) -> None:
    shown = run(one.work.path, "explain")
    one.work.write(".entire/settings.local.json", '{"enabled": false}')
    assert run(one.work.path, "explain") == shown


def test_outside_a_repository(tmp_path: Path) -> None:
    done = run(tmp_path, "explain")
    assert done.code == 1
    assert done.err.startswith("entire: not a git repository\n")


def test_from_a_subdirectory(one: Stage) -> None:
    inside = one.work.path / "sub"
    inside.mkdir()
    assert run(inside, "explain").out == run(one.work.path, "explain").out
