"""`entire explain` on a terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import SESSION, A, B, C, Stage, on_terminal, run

from entire.checkpoint.names import CHECKPOINTS_REF
from entire.git import process


def facts(path: Path, *words: str) -> Any:
    return json.loads(run(path, "explain", "--json", *words).out)


def test_a_list_on_a_terminal(one: Stage) -> None:
    sha = one.work.head[:7]
    shown = on_terminal(one.work.path, "explain", width=120)
    for age in ("1s", "2s", "3s"):
        shown = shown.replace(f"  {age}  ", "  0s  ")
    assert (
        shown
        == f"""\
main · 1 checkpoint

  a3b2c4  0s  {sha}  Limit login attempts  Claude Code  1 file  90 % agent  30
"""
    )


def test_one_checkpoint_on_a_terminal(one: Stage) -> None:
    sha = one.work.head[:7]
    assert (
        on_terminal(one.work.path, "explain", A, width=72)
        == f"""\
Checkpoint  a3b2c4d5e6f7 · just now · Claude Code, claude-opus-4-8
Commit      {sha} Limit login attempts   (main)
Lines       10 added: 9 agent · 1 human
Tokens      30: 10 in · 0 cache · 20 out · 2 calls · $0.0006
Files       login.py +1

  ❯ Add rate limiting
  ● On it.
      Edit  /x/src/login.py
  ● Done [2Jnow.

  resume  claude -r {SESSION}
  rewind  entire rewind --to {sha}
"""
    )


def test_nothing_drives_the_terminal(one: Stage) -> None:
    hostile = b'{"type":"user","message":{"content":"\x1b]0;title\x07"}}\n\x1b[2J\x9b\n'
    folder = "b0/0000000000/0"
    oid = one.work.git("hash-object", "-w", "--stdin", data=hostile)
    tree = one.work.git("mktree", data=f"100644 blob {oid}\tfull.jsonl\n".encode())
    one.work.git("read-tree", f"--prefix={folder}/", tree)
    stored = one.work.git("write-tree")
    commit = one.work.git("commit-tree", stored, "-p", CHECKPOINTS_REF, "-m", f"Checkpoint: {B}")
    one.work.git("update-ref", CHECKPOINTS_REF, commit)
    one.work.git("read-tree", "HEAD")
    for words in ([B], [B, "--raw-transcript"], [B, "--json"], ["--session", "\x1b[2J"]):
        assert "\x1b" not in on_terminal(one.work.path, "explain", *words)
    raw = run(one.work.path, "explain", B, "--raw-transcript")
    assert "\x1b[2J" in raw.out  # the bytes as they are, for programs


def test_the_pager_is_used_for_what_does_not_fit(one: Stage, tmp_path: Path) -> None:
    pager = tmp_path / "my pager"
    pager.write_text("#!/bin/sh\necho paged $1\ncat\n")
    pager.chmod(0o755)
    words = f"'{pager}' -x"

    def shown(height: int, *more: str, pager: str = words) -> str:
        return on_terminal(one.work.path, "explain", A, *more, height=height, PAGER=pager)

    assert shown(8).startswith("paged -x\nCheckpoint  ")
    assert shown(50).startswith("Checkpoint  ")
    assert shown(8, "--no-pager").startswith("Checkpoint  ")
    assert shown(8, pager=str(tmp_path / "none")).startswith("Checkpoint  ")
    assert shown(8, pager="'not closed").startswith("Checkpoint  ")
    assert run(one.work.path, "explain", A, PAGER=words).out.startswith("Checkpoint: ")


def test_the_number_of_checkpoints_costs_no_git_calls(one: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    from entire.cli.main import run as command

    monkeypatch.chdir(one.work.path)
    start = process.start
    calls: list[str] = []

    def counted(arguments: list[str], *rest: Any, **named: Any) -> process.Running:
        calls.append(" ".join(arguments))
        return start(arguments, *rest, **named)

    monkeypatch.setattr(process, "start", counted)
    numbers = []
    for id in (B, C, "d" * 12, "e" * 12):
        one.checkpoint(id)
        one.commit(id, id)
        calls.clear()
        assert command(["explain"]) == 0
        numbers.append(len(calls))
    assert len(set(numbers[1:])) == 1  # the first one looks for links
    assert numbers[1] <= 7
