"""Checkpoints of agents that we do not know: kept, listed, and explained as text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.cli.conftest import on_terminal
from tests.scenario.world import BRANCH, World
from tests.support import git

CHECKPOINT = "a3b2c4d5e6f7"
FOLDER = "a3/b2c4d5e6f7"
SESSION = "2026-03-19-amp"
LINES = (
    b'{"role":"user","content":"Paint the gazebo"}\n'
    b'{"role":"assistant","content":[{"type":"text","text":"Painting it teal."},'
    b'{"type":"tool_use","name":"brush","input":{"path":"gazebo.py"}}]}\n'
    b'{"step":3,"colour":"vermilion","bell":"\\u001b]0;owned\\u0007"}\n'
    b"plain words about a pergola \x1b[2J\n"
)
DOCUMENT = json.dumps(
    {"id": "T-1", "messages": [{"role": "user", "content": "Paint the gazebo"}, {"colour": "vermilion"}]}
).encode()
NOTES = b"# Thread\n\nPaint the gazebo\n\n\tvermilion, then a pergola\n"


def plant(world: World, transcript: bytes, agent: str = "Amp") -> None:
    """A checkpoint that another program has written, with a commit that is linked to it."""
    values: dict[str, Any] = {"checkpoint_id": CHECKPOINT, "session_id": SESSION, "agent": agent}
    values |= {"created_at": "2026-03-19T10:00:00Z", "files_touched": ["gazebo.py"]}
    root = {"checkpoint_id": CHECKPOINT, "sessions": [{"metadata": f"/{FOLDER}/0/metadata.json"}]}
    files = {
        f"{FOLDER}/metadata.json": json.dumps(root).encode(),
        f"{FOLDER}/0/metadata.json": json.dumps(values).encode(),
        f"{FOLDER}/0/full.jsonl": transcript,
        f"{FOLDER}/0/prompt.txt": b"Paint the gazebo",
    }
    stream = f"commit refs/heads/{BRANCH}\ncommitter A <a@example.com> 1774000000 +0000\ndata 0\n".encode()
    for path, data in files.items():
        stream += f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n"
    git(world.repo.path, "fast-import", "--quiet", "--force", data=stream)
    message = f"Paint\n\nEntire-Checkpoint: {CHECKPOINT}"
    world.git("commit", "--quiet", "--no-verify", "--allow-empty", "-m", message)


def test_records_of_usual_shapes_are_a_conversation_and_others_are_shown_as_they_are(world: World) -> None:
    plant(world, LINES)
    said = world.entire("explain", CHECKPOINT, "--full", "--no-pager")
    assert "(none)" not in said.partition("Transcript")[2]
    assert "[User] Paint the gazebo" in said
    assert "[Assistant] Painting it teal." in said
    assert "[Tool] brush: gazebo.py" in said
    assert '[Record] {"step":3,"colour":"vermilion"' in said
    assert "[Record] plain words about a pergola" in said
    shown = on_terminal(world.repo.path, "explain", CHECKPOINT, "--full", "--no-pager")
    assert "vermilion" in shown
    for harm in ("\x1b]0", "\x07", "\x1b[2J"):
        assert harm not in said
        assert harm not in shown
    [part] = json.loads(world.entire("explain", CHECKPOINT, "--full", "--json"))["sessions"]
    kinds = [entry["kind"] for entry in part["entries"]]
    assert kinds == ["user", "assistant", "tool", "record", "record"]


@pytest.mark.parametrize("transcript", [LINES, DOCUMENT, NOTES], ids=["lines", "document", "notes"])
def test_every_word_is_shown_found_and_exported(world: World, transcript: bytes) -> None:
    plant(world, transcript)
    assert "Amp" in world.entire("explain", CHECKPOINT, "--json")
    for format in ("html", "md", "json"):
        assert "vermilion" in world.entire("export", CHECKPOINT, "--format", format)
    assert "vermilion" in world.entire("explain", CHECKPOINT, "--full", "--no-pager")
    hits = json.loads(world.entire("search", "vermilion", "--json"))
    assert CHECKPOINT in json.dumps(hits)


def test_nothing_is_understood_that_nobody_can_understand(world: World) -> None:
    """Neither summaries nor resuming take raw records for a conversation."""
    plant(world, b'{"colour":"vermilion"}\n')
    done = world.run("entire", "resume", CHECKPOINT, check=False)
    assert "unknown agent" in done.stdout + done.stderr
