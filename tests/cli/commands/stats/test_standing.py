"""What became of the lines of agents, in a history with known truth."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.cli.conftest import Stage, on_terminal, run
from tests.cli.recorded import CODEX_TURN, claude, record, snapshot

from entire.attribution.owner import PERSON
from entire.attribution.replay import Step
from entire.checkpoint.index.index import Index
from entire.cli.main import run as command
from entire.numbers import standing as standing_numbers
from entire.numbers.standing import FileFates

A, B, C = "a00000000000", "b00000000000", "c00000000000"


def text(*words: str) -> str:
    return "".join(f"{word} stands on its own line\n" for word in words)


def written(stage: Stage, checkpoint: str, owner: Any, subject: str, **files: str) -> str:
    """Write files and commit them; everything is the owner's."""
    for name, content in files.items():
        stage.work.write(f"{name}.txt", content)
    return record(stage, checkpoint, [Step(snapshot(stage), owner)], subject)


def standing(stage: Stage, *words: str) -> dict[str, Any]:
    done = run(stage.work.path, "stats", "--standing", "--json", *words)
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def numbers(row: dict[str, Any]) -> list[int]:
    return list((row["standing"] or {}).values())


def test_every_fate(stage: Stage) -> None:
    """Lines that stay, move to another name, are rewritten by a person, by agents, or deleted."""
    written(
        stage, A, claude(1), "Write", one=text("a", "b", "c", "d", "e"), two=text("k", "l"), three=text("x")
    )
    assert numbers(standing(stage)["total"]) == [8, 8, 0, 0, 0, 0]

    stage.work.write("one.txt", text("a", "by hand", "c", "d", "e"))  # b: by a person, without a checkpoint
    stage.commit("By hand")
    stage.work.git("mv", "one.txt", "renamed.txt")
    stage.commit("Rename")
    written(stage, B, CODEX_TURN, "Codex", renamed=text("a", "by hand", "by codex", "d", "e"))  # c: by Codex
    written(
        stage, C, PERSON, "Person", renamed=text("a", "by hand", "by codex", "recorded", "e")
    )  # d: recorded
    stage.work.write("renamed.txt", text("a", "by hand", "by codex", "recorded"))  # e: deleted
    stage.work.git("rm", "-q", "three.txt")  # x: deleted with its file
    stage.commit("Delete")

    found = standing(stage, "--by", "agent")
    assert numbers(found["total"]) == [9, 4, 2, 1, 0, 2]
    rows = {row["name"]: numbers(row) for row in found["rows"]}
    assert rows["Claude Code"] == [8, 3, 2, 1, 0, 2]
    assert rows["Codex"] == [1, 1, 0, 0, 0, 0]
    assert rows["(people)"] == []
    assert standing(stage, "--by", "agent") == found, "from the index"
    places = {row["name"]: numbers(row) for row in standing(stage, "--by", "file")["rows"]}
    assert places["one.txt"] == [5, 1, 2, 1, 0, 1]

    stage.work.write("two.txt", text("k", "changed"))  # what is stored for the first commit no longer holds
    stage.commit("Change")
    assert numbers(standing(stage)["total"]) == [9, 3, 3, 1, 0, 2]
    assert numbers(standing(stage, "--", "two.txt")["total"]) == [2, 1, 1, 0, 0, 0]
    shown = on_terminal(stage.work.path, "stats", "--standing", "--by", "agent", width=140, PAGER="cat")
    assert "3 of 9 lines of agents (33 %) · 3 rewritten by people · 1 by agents · 2 deleted" in shown
    assert "100 %  ████████████████████" in shown
    plain = run(stage.work.path, "stats", "--standing", "--by", "agent").out
    assert "  Codex: 3 commits, 0 prompts, 1 line (1 agent, 0 human), 100 % still there\n" in plain


def test_a_line_that_a_merge_replaced(stage: Stage) -> None:
    """The one who wrote it on the merged branch rewrote it."""
    written(stage, A, claude(1), "Write", one=text("a", "b", "c"))
    stage.work.git("checkout", "--quiet", "-b", "side")
    written(stage, B, CODEX_TURN, "Codex", one=text("a", "by codex", "c"))
    stage.work.git("checkout", "--quiet", "main")
    stage.work.write("other.txt", "elsewhere\n")
    stage.commit("Meanwhile")
    stage.work.git("-c", "core.hooksPath=/dev/null", "merge", "--quiet", "--no-ff", "-m", "Merge", "side")
    assert numbers(standing(stage)["total"]) == [4, 3, 0, 1, 0, 0]


def test_commits_that_head_does_not_contain_are_not_followed(stage: Stage) -> None:
    stage.work.git("checkout", "--quiet", "-b", "side")
    written(stage, A, claude(1), "Write", one=text("a"))
    stage.work.git("checkout", "--quiet", "main")
    assert numbers(standing(stage, "side")["total"]) == [0, 0, 0, 0, 0, 0]


def test_a_line_that_nobody_knows_who_rewrote(stage: Stage) -> None:
    """Its new commit has a checkpoint that does not say who wrote what, as the reference makes them."""
    written(stage, A, claude(1), "Write", one=text("a", "b", "c"))
    stage.work.write("one.txt", text("a", "changed", "c"))
    stage.checkpoint(B, {"session_id": "other-1", "agent": "Codex", "files_touched": ["one.txt"]})
    stage.commit("By somebody", B)
    assert numbers(standing(stage)["total"]) == [3, 2, 0, 0, 1, 0]
    assert "1 unknown" in run(stage.work.path, "stats", "--standing").out


def test_a_commit_is_followed_again_only_if_its_lines_were_touched(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed: list[str] = []
    follow_one = standing_numbers._follow_one

    def counting(index: Index, commit: str, ids: list[str], head: str) -> list[FileFates]:
        followed.append(commit)
        return follow_one(index, commit, ids, head)

    def asked() -> list[str]:
        followed.clear()
        assert command(["stats", "--standing", "--json"]) == 0
        return list(followed)

    monkeypatch.setattr(standing_numbers, "_follow_one", counting)
    monkeypatch.chdir(stage.work.path)
    one = written(stage, A, claude(1), "One", one=text("a", "b"))
    two = written(stage, B, claude(1), "Two", two=text("k", "l"))
    assert asked() == [one, two]
    assert asked() == []
    stage.work.write("other.txt", "elsewhere\n")
    stage.commit("Of another file")
    assert asked() == []
    stage.work.write("two.txt", text("k", "changed"))
    stage.commit("Of the second")
    assert asked() == [two]
    third = written(stage, C, CODEX_TURN, "Three", three=text("x"))
    assert asked() == [two, third], "a new link can say who rewrote a line"
    assert asked() == []
