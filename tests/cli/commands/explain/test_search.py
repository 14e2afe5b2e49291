"""`entire explain` over all branches, by sessions, by names that are not quite right; and what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import SESSION, A, B, C, Stage, on_terminal, run, user
from tests.support import Repo
from wcwidth import wcswidth as cell_len

from entire.checkpoint.model import Summary
from entire.git import refs
from entire.git.objects.read import Objects

D = "d" * 12
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")


def facts(path: Path, *words: str) -> Any:
    done = run(path, "explain", "--json", *words)
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


def listed(path: Path, *words: str) -> list[str]:
    return [row["checkpoint_id"] for row in facts(path, *words)["checkpoints"]]


@pytest.fixture
def spread(one: Stage) -> Stage:
    """A on main, B on a branch, C on no commit at all."""
    one.work.git("switch", "--quiet", "--create", "feature")
    one.checkpoint(B, {"session_id": "other-1", "prompts": ["Of the branch"]})
    one.commit("On the branch", B, date="2026-03-20T10:00:00+0100")
    one.work.git("switch", "--quiet", "main")
    one.checkpoint(C, {"session_id": "8f01ab9d-2", "prompts": ["Nobody committed it"]})
    return one


def test_every_branch(spread: Stage, tmp_path: Path) -> None:
    assert listed(spread.work.path) == [A]
    assert set(listed(spread.work.path, "--search-all")) == {A, B, C}
    assert listed(spread.work.path, "--search-all")[-1] == C
    found = facts(spread.work.path, "--search-all", "--limit", "2")
    assert (len(found["checkpoints"]), found["more"]) == (2, True)
    plain = run(spread.work.path, "explain", "--search-all").out
    assert plain.startswith("Branch: all branches\nCheckpoints: 3\n")
    assert '[c00000000000] "Nobody committed it"\n' in plain
    shown = on_terminal(spread.work.path, "explain", "--search-all", width=100)
    assert shown.startswith("all branches · 3 checkpoints\n\n")
    spread.work.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    side = Stage(Repo(tmp_path / "side"))
    side.work.write("x", "x")
    step = side.step("side-1", "Beside", "x")
    assert facts(spread.work.path)["steps"] == []
    assert [row["commit"] for row in facts(spread.work.path, "--search-all")["steps"]] == [step]
    spread.work.git("switch", "--quiet", "--orphan", "new")
    assert set(listed(spread.work.path, "--search-all")) == {A, B, C}  # from a branch without commits too
    assert listed(spread.work.path) == []


def test_one_is_found_wherever_it_is(spread: Stage) -> None:
    for id in (A, B, C):
        assert facts(spread.work.path, id)["checkpoint_id"] == id
    assert [row["subject"] for row in facts(spread.work.path, B)["commits"]] == ["On the branch"]
    assert facts(spread.work.path, A)["rewind"] == f"entire rewind --to {spread.work.head[:7]}"
    assert facts(spread.work.path, B)["rewind"] == ""  # HEAD does not build on it
    assert facts(spread.work.path, "--commit", "feature")["checkpoint_id"] == B


@pytest.mark.parametrize(
    ("session", "checkpoints", "note"),
    [
        ("8f76", [A], ""),
        ("8F76", [A], ""),
        ("8f", [A], f'2 sessions start with "8f": 8f01ab9d-2, {SESSION}'),
        ("other", [], "Not on this branch: 1 other checkpoint (--search-all lists them)"),
        ("quiet", [], "It has no checkpoints yet"),
    ],
)
def test_only_those_of_a_session(spread: Stage, session: str, checkpoints: list[str], note: str) -> None:
    spread.session("quiet-1")
    assert listed(spread.work.path, "--session", session) == checkpoints
    plain = run(spread.work.path, "explain", "--session", session)
    assert (plain.code, plain.err) == (0, "")
    assert f"Checkpoints: {len(checkpoints)}\n" in plain.out
    assert note in plain.out
    shown = on_terminal(spread.work.path, "explain", "--session", session, width=120)
    assert note.strip() in shown


@pytest.mark.parametrize(
    ("session", "error"),
    [
        ("othre", 'no session starts with "othre"\nhint: did you mean other-1?\n'),
        ("nobody", 'no session starts with "nobody"\nhint: `entire session list --all` lists them\n'),
        ("\x1b[2J", 'no session starts with "[2J"\nhint: `entire session list --all` lists them\n'),
    ],
)
def test_a_session_that_nobody_knows(spread: Stage, session: str, error: str) -> None:
    for words in ([], ["--json"]):
        assert run(spread.work.path, "explain", "--session", session, *words) == ("", f"entire: {error}", 1)


def test_a_session_on_every_branch(spread: Stage) -> None:
    assert listed(spread.work.path, "--session", "other", "--search-all") == [B]
    assert listed(spread.work.path, "other", "--search-all") == [B]
    assert set(listed(spread.work.path, "8f", "--search-all")) == {A, C}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["a3b3c4"],
            f'entire: no checkpoint, commit or session starts with "a3b3c4"\nhint: did you mean {A}',  # first
        ),
        (["-c", "a3b3c4"], f'entire: no checkpoint starts with "a3b3c4"\nhint: did you mean {A}'),
        (["othre-1"], 'session starts with "othre-1"\n'),
        (["zzz"], "hint: `entire explain` lists this branch; add --search-all for every branch\n"),
        (["--commit", "zzz"], "hint: see `git log`\n"),
        (["--commit", "-zzz"], 'entire: no commit named "-zzz"\n'),
    ],
)
def test_names_that_are_not_quite_right(spread: Stage, words: list[str], message: str) -> None:
    done = run(spread.work.path, "explain", *words)
    assert (done.code, done.out) == (1, "")
    assert message in done.err


def test_a_commit_that_is_not_quite_right(spread: Stage) -> None:
    head = spread.work.head
    wrong = head[:5] + ("0" if head[5] != "0" else "1") + head[6:9]
    for words in ([wrong], ["--commit", wrong]):
        assert f"did you mean {head[:12]}" in run(spread.work.path, "explain", *words).err


def test_a_commit_that_is_several(one: Stage) -> None:
    """Commits enough that two begin with the same four digits."""
    entry = "commit refs/heads/many\ncommitter A <a@b.c> {} +0000\ndata 1\nx\n"
    stream = "".join(entry.format(1_700_000_000 + number) for number in range(1500))
    one.work.git("fast-import", "--quiet", data=stream.encode())
    commits = one.work.git("rev-list", "many").split()
    beginnings = [oid[:4] for oid in commits]
    twice = next(beginning for beginning in beginnings if beginnings.count(beginning) == 2)
    done = run(one.work.path, "explain", "--commit", twice)
    assert done.code == 1
    assert done.err.startswith(f'entire: 2 commits start with "{twice}"\nhint: one of {twice}')
    with Objects(one.repo) as objects:
        assert all(objects.commit(oid) for oid in refs.commits_starting(one.repo, twice))
    assert refs.commits_starting(one.repo, "zzzz") == refs.commits_starting(one.repo, "ab") == []


def test_further_checkpoints_of_a_commit(one: Stage) -> None:
    one.checkpoint(B)
    one.commit("both", B, A, D)
    found = facts(one.work.path, "--commit", "HEAD")
    assert (found["checkpoint_id"], found["also"]) == (B, [A])
    shown = run(one.work.path, "explain", "HEAD").out
    assert "\nCheckpoints: 2\n" in shown
    assert shown.index(f"\nCheckpoint: {A}\n") < shown.index(f"\nCheckpoint: {B}\n")
    screen = on_terminal(one.work.path, "explain", "HEAD")
    assert "\nCheckpoints 2\n" in screen
    assert screen.index(f"\nCheckpoint  {A} · ") < screen.index(f"\nCheckpoint  {B} · ")
    assert facts(one.work.path, B)["also"] == []  # nobody asked for the commit


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--generate"], "--generate requires a checkpoint"),
        (["a3", "--force"], "--force requires --generate"),
        (["a3", "--generate", "--raw-transcript"], "cannot be used together"),
    ],
)
def test_what_makes_no_sense(one: Stage, words: list[str], message: str) -> None:
    done = run(one.work.path, "explain", *words)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_a_hostile_checkpoint_branch(one: Stage) -> None:
    """Whatever somebody pushed: nothing of it drives the terminal, and every line fits."""
    bad = "\x1b]0;owned\x07\x9b2J\x1b[2J\u202e\r" + "漢x" * 3000
    summary = Summary(intent=bad, outcome=bad, friction=[bad], open_items=[bad])
    said = [user(bad), {"type": "assistant", "message": {"content": [{"type": "text", "text": bad}]}}]
    call = {"type": "tool_use", "id": "x", "name": bad, "input": {"command": bad, "file_path": bad}}
    said.append({"type": "assistant", "message": {"content": [call]}})
    part = {"agent": bad, "model": bad, "branch": bad, "prompts": [bad], "files_touched": [bad, "a\nb"]}
    one.checkpoint(
        B, {**part, "lines": said, "summary": summary}, {**part, "session_id": "two", "lines": said}
    )
    one.commit("evil " + bad.replace("\r", ""), B)
    ways: list[list[str]] = [
        [], ["--search-all"], [B], [B, "--full"], [B, "--short"], ["HEAD"], ["--session", "two"],
        [B, "--json"], [B, "--raw-transcript"],
    ]  # fmt: skip
    for words in ways:
        shown = on_terminal(one.work.path, "explain", *words, "--no-pager", width=60)
        assert shown
        assert not CONTROL.search(shown), words
        if not {"--json", "--raw-transcript"} & set(words):
            assert max(map(cell_len, shown.splitlines())) <= 60
        if "--raw-transcript" not in words:
            assert not CONTROL.search(run(one.work.path, "explain", *words).out)
