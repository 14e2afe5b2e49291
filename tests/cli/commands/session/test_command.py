"""`entire session list` and `show` as they are called."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import ALICE, LINES, SESSION, A, B, C, Stage, on_terminal, run
from tests.support import Repo

from entire.checkpoint.names import CHECKPOINTS_REF, ORIGIN_CHECKPOINTS_REF, shadow_branch_name_for_commit
from entire.checkpoint.temporary.steps import go_back
from entire.git.objects.read import Objects
from entire.transcript.usage import TokenUsage

OTHER = "8f01ab9d-2222"


def facts(path: Path, *words: str) -> Any:
    done = run(path, "session", *words, "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def ids(path: Path, *words: str) -> list[str]:
    return [row["session_id"] for row in facts(path, "list", *words)["sessions"]]


@pytest.fixture
def some(one: Stage, tmp_path: Path) -> Stage:
    """One session at work here, one idle in another worktree, one that is over, one made elsewhere."""
    one.work.write("login.py", "limit = 6\n")
    one.step(SESSION, "Make it six", "login.py", lines=LINES)
    one.session(
        SESSION,
        phase="active",
        last_interaction_time="2030-01-03T00:00:00Z",
        first_prompt="Add rate limiting",
        last_prompt="Now seven",
        model_name="claude-opus-4-8",
        files_touched=["login.py"],
        checkpoint_count=1,
        token_usage=TokenUsage(input_tokens=5),
        transcript_path=str(tmp_path / "gone.jsonl"),
    )
    one.work.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    side = Stage(Repo(tmp_path / "side"))
    side.session(OTHER, last_interaction_time="2030-01-02T00:00:00Z", last_prompt="Beside \x1b[2J")
    one.session("over-1", phase="ended", ended_at="2030-01-01T00:00:00Z", last_prompt="Done")
    one.store.archive("over-1")
    one.checkpoint(B, {"session_id": "elsewhere-1", "agent": "Codex", "prompts": ["Of a colleague"]})
    return one


def test_the_list(some: Stage, tmp_path: Path) -> None:
    found = facts(some.work.path, "list")
    assert [row["session_id"] for row in found["sessions"]] == [SESSION, OTHER]
    assert found["over"] == 1
    row = found["sessions"][0]
    assert {
        name: row[name] for name in ("short_id", "phase", "branch", "here", "files", "step_count", "tokens")
    } == {
        "short_id": "8f76b0e8",
        "phase": "active",
        "branch": "main",
        "here": True,
        "files": [{"path": "login.py", "added": None, "removed": None}],
        "step_count": 1,
        "tokens": 5,
    }
    assert [row["branch"] for row in found["sessions"]] == ["main", "side"]
    side = facts(tmp_path / "side", "list")
    assert [row["here"] for row in side["sessions"]] == [False, True]
    inside = some.work.path / "sub"
    inside.mkdir()
    assert facts(inside, "list") == found
    assert (
        json.loads(run(inside, "session").out.replace("Sessions:", "")[:3]) == 2
    )  # without a command: the list


def test_all_sessions(some: Stage) -> None:
    assert set(ids(some.work.path, "--all")) == {SESSION, OTHER, "over-1", "elsewhere-1"}
    assert ids(some.work.path, "-a")[:2] == [SESSION, OTHER]
    elsewhere = next(
        row for row in facts(some.work.path, "list", "--all")["sessions"] if "elsew" in row["session_id"]
    )
    assert (elsewhere["agent"], elsewhere["phase"], elsewhere["worktree"]) == ("Codex", "ended", "")
    assert (elsewhere["first_prompt"], elsewhere["files"], elsewhere["tokens"]) == ("Of a colleague", [], 0)
    assert elsewhere["author"] == facts(some.work.path, "show", "elsew")["author"] != ""


def test_none(stage: Stage, tmp_path: Path) -> None:
    assert run(stage.work.path, "session", "list") == ("Sessions: 0\n", "", 0)
    assert on_terminal(stage.work.path, "session") == "No open sessions. Start your agent.\n"
    done = run(stage.work.path, "session", "show")
    assert (done.code, done.err.split("\n")[0]) == (1, "entire: no sessions yet")
    empty = Repo.init(tmp_path / "empty")
    assert run(empty.path, "session", "list").out == "Sessions: 0\n"
    assert run(tmp_path, "session", "list").code == 1


def test_one(some: Stage) -> None:
    sha = some.work.head[:7]
    found = facts(some.work.path, "show", "8f76")
    assert facts(some.work.path, "show") == found  # the latest of this work tree
    assert found["prompts"] == ["Add rate limiting", "Make it six", "Now seven"]
    assert [step["subject"] for step in found["steps"]] == ["Make it six"]
    assert found["resume_command"] == f"claude -r {SESSION}"
    assert (found["tokens_total"], found["transcript_present"]) == (35, False)
    [checkpoint] = found["checkpoints"]
    assert (checkpoint["checkpoint_id"], checkpoint["tokens"]) == (A, 30)
    assert [file["path"] for file in checkpoint["files"]] == ["login.py"]
    assert [commit["commit"][:7] for commit in checkpoint["commits"]] == [sha]
    shown = on_terminal(some.work.path, "session", "show", "8f76", width=70)
    assert f"\n  a3b2c4  0s  {sha}  Limit login attempts  1 file  30  $0.0006\n" in re.sub(
        r"  \ds  ", "  0s  ", shown
    )
    assert "\n  ❯ Now seven\n\n1 step since the last commit\n" in shown
    assert "\nAgent: Claude Code\n" in run(some.work.path, "session", "show", "8f76").out


def test_one_that_was_made_elsewhere(some: Stage) -> None:
    found = facts(some.work.path, "show", "else")
    assert (found["prompts"], found["steps"], found["transcript_path"]) == (["Of a colleague"], [], "")
    assert [row["commits"] for row in found["checkpoints"]] == [[]]
    some.work.git("update-ref", ORIGIN_CHECKPOINTS_REF, CHECKPOINTS_REF)
    some.work.git("update-ref", CHECKPOINTS_REF, f"{CHECKPOINTS_REF}~1")
    assert facts(some.work.path, "show", "else")["prompts"] == ["Of a colleague"]  # fetched, not ours


@pytest.mark.parametrize(
    ("prefix", "error"),
    [
        ("8f", 'entire: 2 sessions start with "8f"\nhint: one of\n  8f76b0e8  Claude Code  Now seven\n'),
        ("8g76", 'entire: no session starts with "8g76"\nhint: did you mean\n  8f76b0e8  Claude Code  Now'),
        ("zzz", 'entire: no session starts with "zzz"\nhint: `entire session list --all` shows them\n'),
        ("\x1b[2J", 'entire: no session starts with "[2J"\n'),
        ("../..", 'entire: no session starts with "../.."\n'),
    ],
)
def test_a_name_that_is_not_one_session(some: Stage, prefix: str, error: str) -> None:
    for verb in ("show", "stop"):
        done = run(some.work.path, "session", verb, prefix)
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith(error)
        assert "\x1b" not in done.err


def test_hostile_states_and_checkpoints(one: Stage) -> None:
    bad = "\x1b]0;owned\x07\x9b2J\u202e"
    names = ("agent_type", "model_name", "last_prompt", "worktree_path", "transcript_path", "started_at")
    values = dict.fromkeys(names, bad)
    one.session(SESSION, files_touched=[bad, "x" * 9000], base_commit=f"../../{bad}", **values)
    one.checkpoint(C, {"session_id": SESSION, "agent": bad, "model": bad, "branch": bad, "prompts": [bad]})
    for words in (["list"], ["list", "--all"], ["show", "8f76"], ["show", "8f76", "--json"]):
        for shown in (run(one.work.path, "session", *words), on_terminal(one.work.path, "session", *words)):
            text = shown if isinstance(shown, str) else shown.out + shown.err
            assert SESSION[:8] in text
            assert not set(text) & set("\x1b\x07\x9b\u202e")


def test_steps_that_a_session_was_taken_back_from(one: Stage) -> None:
    def step(session: str, subject: str) -> str:
        one.work.write("login.py", f"{subject}\n")
        return one.step(session, subject, "login.py", lines=LINES)

    one.session(SESSION)
    first, taken_back, beside = step(SESSION, "one"), step(SESSION, "two"), step(OTHER, "beside")
    branch = shadow_branch_name_for_commit(one.work.head, one.repo.worktree_id)
    with Objects(one.repo) as objects:
        target = objects.commit(first)
        assert target is not None
        go_back(one.repo, objects, branch, SESSION, target, ["login.py"], ALICE)
    assert [row["commit"] for row in facts(one.work.path, "show", "8f76")["steps"]] == [first]
    for words in ([], ["--search-all"]):
        listed = json.loads(run(one.work.path, "explain", "--json", *words).out)["steps"]
        assert {row["commit"] for row in listed} == {first, beside}
        assert taken_back not in {row["commit"] for row in listed}
