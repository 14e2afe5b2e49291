"""What the stress driver calls a loss."""

from __future__ import annotations

import pytest
from tools.stress.facts import CodeCommit, Facts, Part, Tracked
from tools.stress.judge import judge

MARKER, SESSION, PATH = "marker-p0-s0-t000", "session-one", "place0/session0/turn000.txt"


def facts() -> Facts:
    """One turn, committed and condensed."""
    part = Part([PATH], f"Write it ({MARKER})", f"Written: {MARKER}")
    return Facts(
        commits=[CodeCommit("c" * 40, ["a" * 12], {MARKER: PATH})],
        checkpoints={"a" * 12: {SESSION: part}},
        tips={"repository": "1", "remote": "1"},
    )


def waiting(files: list[str], content: str) -> Facts:
    return Facts(tracked={SESSION: Tracked(files, open=False)}, shadows={PATH: content})


def test_a_turn_in_its_checkpoint_is_not_lost() -> None:
    assert judge(facts(), {MARKER: SESSION}) == []


def test_a_turn_that_waits_for_a_commit_is_not_lost() -> None:
    assert judge(waiting([PATH], MARKER), {MARKER: SESSION}) == []


def without(name: str) -> Facts:
    found = facts()
    part = found.checkpoints["a" * 12][SESSION]
    changed = {
        "file": Part([], part.prompts, part.transcript),
        "prompt": Part(part.files, "", part.transcript),
        "transcript": Part(part.files, part.prompts, ""),
    }
    found.checkpoints["a" * 12][SESSION] = changed[name]
    return found


def another(found: Facts, **changes: object) -> Facts:
    for name, value in changes.items():
        setattr(found, name, value)
    return found


@pytest.mark.parametrize(
    ("found", "problem"),
    [
        (another(facts(), commits=[CodeCommit("c" * 40, [], {MARKER: PATH})]), "missing trailer"),
        (another(facts(), checkpoints={}), "dangling trailer"),
        (another(facts(), checkpoints={"a" * 12: {}}), "lacks the session"),
        (without("file"), "lacks its file"),
        (without("prompt"), "lacks its prompt"),
        (without("transcript"), "lacks its transcript"),
        (another(facts(), commits=[]), "on no shadow branch"),
        (waiting([], MARKER), "no state lists its file"),
        (waiting([PATH], "another turn"), "on no shadow branch"),
        (another(facts(), leftovers=["/x/HEAD.lock"]), "left behind"),
        (another(facts(), findings=["git fsck: missing blob"]), "missing blob"),
        (another(facts(), tips={"repository": "1", "remote": "2"}), "the remote differs"),
    ],
)
def test_losses(found: Facts, problem: str) -> None:
    assert any(problem in text for text in judge(found, {MARKER: SESSION})), judge(found, {MARKER: SESSION})


def test_a_turn_in_two_checkpoints() -> None:
    found = facts()
    found.checkpoints["b" * 12] = dict(found.checkpoints["a" * 12])
    assert judge(found, {MARKER: SESSION}) == [f"in two checkpoints: {PATH}: ['{'a' * 12}', '{'b' * 12}']"]


def test_a_turn_that_adds_to_a_file_is_in_one_checkpoint() -> None:
    """The file may be in many, each with lines of its own; the prompt, too, if work was carried forward."""
    found, grown, more = facts(), "place0/session0/notes.txt", "marker-p0-s0-t001"
    part = Part([grown], f"Write it ({MARKER})\nMore ({more})", f"Written: {MARKER}\nWritten: {more}")
    found.checkpoints = {"a" * 12: {SESSION: part}, "b" * 12: {SESSION: part}}
    first = CodeCommit("c" * 40, ["a" * 12], {MARKER: grown})
    found.commits = [first, CodeCommit("d" * 40, ["b" * 12], {more: grown})]
    assert judge(found, {MARKER: SESSION, more: SESSION}) == []
    found.commits = [first, CodeCommit("d" * 40, ["b" * 12], {})]
    problem = f"in a checkpoint without its lines: {grown}, session {SESSION[:8]}, {'b' * 12}"
    assert judge(found, {MARKER: SESSION}) == [problem]
