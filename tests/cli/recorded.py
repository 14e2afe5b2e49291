"""Checkpoints that tell who wrote which lines, put into a repository without hooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.cli.conftest import ALICE, Stage, user

from entire.attribution import lines_file
from entire.attribution.owner import AGENT, Lines, Owner
from entire.attribution.replay import Step, attribute
from entire.checkpoint.ids import checkpoint_path
from entire.checkpoint.names import CHECKPOINTS_REF
from entire.core.paths import LINES_FILE
from entire.git import refs
from entire.git.objects.edit_tree import Change
from entire.git.objects.tree import FILE_MODE
from entire.git.objects.write import Writer

CLAUDE = "8f76b0e8-1111-4222-8333-444455556666"
CODEX = "2c01ab9d-1111-4222-8333-444455556666"
ASKED = ["Write the greeting", "Make it polite"]


def claude(turn: int) -> Owner:
    """Turn 1 was asked for in the first line of the transcript, turn 2 in the third."""
    return Owner(AGENT, CLAUDE, turn, "Claude Code", "claude-opus-4-8", 2 * turn - 1)


CODEX_TURN = Owner(AGENT, CODEX, 1, "Codex", "gpt-5")


def sessions() -> list[dict[str, Any]]:
    """What both sessions leave in a checkpoint."""
    answer = {"type": "assistant", "message": {"content": [{"type": "text", "text": "Done."}]}}
    lines = [user(ASKED[0]), answer, user(ASKED[1]), answer]
    return [
        {"session_id": CLAUDE, "agent": "Claude Code", "lines": lines, "prompts": ASKED},
        {"session_id": CODEX, "agent": "Codex", "prompts": ["Say good bye"]},
    ]


def snapshot(stage: Stage) -> str:
    """The work tree as a tree."""
    stage.work.git("add", "--all")
    return stage.work.git("write-tree")


def put_lines(stage: Stage, checkpoint_id: str, lines: Lines | bytes, slots: Sequence[int] = (0, 1)) -> None:
    """Add the file to these sessions of a checkpoint, as condensing does."""
    data = lines if isinstance(lines, bytes) else lines_file.encode(lines)
    tip = refs.resolve(stage.repo, CHECKPOINTS_REF)
    assert tip is not None
    folder = checkpoint_path(checkpoint_id)
    with Writer(stage.repo) as writer:
        oid = writer.blob(data)
        changes = [Change(f"{folder}/{slot}/{LINES_FILE}", FILE_MODE, oid) for slot in slots]
        commit, _ = writer.commit(changes, "lines", ALICE.identity(), parents=(tip,))
    refs.update(stage.repo, refs.Update(CHECKPOINTS_REF, tip, commit))


def record(stage: Stage, checkpoint_id: str, steps: list[Step], subject: str = "work") -> str:
    """Commit the work tree, with a checkpoint that knows its lines; returns the commit."""
    start = stage.work.git("rev-parse", "HEAD^{tree}")
    end = snapshot(stage)
    paths = stage.work.git("diff-tree", "-r", "-z", "--name-only", start, end).split("\0")
    stage.checkpoint(checkpoint_id, *sessions())
    put_lines(stage, checkpoint_id, attribute(stage.repo, start, steps, start, end, set(paths) - {""}).lines)
    return stage.commit(subject, checkpoint_id)
