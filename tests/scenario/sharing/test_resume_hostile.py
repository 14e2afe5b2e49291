"""A branch of checkpoints made to do harm: nothing leaves the agent's place, nothing drives the terminal."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import on_terminal
from tests.scenario.sharing.clones import SESSION, transcript
from tests.scenario.world import BRANCH, World
from tests.support import git

CHECKPOINT = "a3b2c4d5e6f7"
FOLDER = "a3/b2c4d5e6f7"
ESCAPES = "\x1b]0;owned\x07\x1b[2J\u202eevil\r\n\x9b31m"
LOG = b'{"type":"user","uuid":"1","message":{"role":"user","content":"hello"}}\n'
AUTHOR = "Mal\x1b[31m <mal@example.com>"


def metadata(session_id: str, **more: Any) -> dict[str, Any]:
    values = {"checkpoint_id": CHECKPOINT, "session_id": session_id, "agent": "Claude Code"}
    return values | {"created_at": "2026-03-19T10:00:00Z", "branch": ESCAPES} | more


HOSTILE = [
    metadata(f"../../../{SESSION}"),
    metadata(f"/tmp/{SESSION}"),
    metadata(".."),
    metadata("."),
    metadata(""),
    metadata("-r"),
    metadata("x" * 5000),
    metadata("a\nb"),
    metadata("nul\x00"),
    metadata(ESCAPES),
    metadata("unknown-agent", agent=ESCAPES),
    metadata("path-as-agent", agent="../../claude_code"),
    metadata("no-agent", agent=""),
    metadata("bytes", agent=["Claude Code"]),
    metadata(SESSION, transcript_path="../../.bashrc", created_at="2026-03-19T11:00:00Z"),
]


def plant(world: World, files: dict[str, bytes], ref: str = f"refs/remotes/origin/{BRANCH}") -> None:
    """Write a branch as git itself would never: any path, any author."""
    stream = f"commit {ref}\ncommitter {AUTHOR} 1774000000 +0000\ndata 0\n".encode()
    for path, data in files.items():
        stream += f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n"
    git(world.repo.path, "fast-import", "--quiet", "--force", data=stream)


def checkpoint(slots: list[dict[str, Any]]) -> dict[str, bytes]:
    root = {"checkpoint_id": CHECKPOINT, "sessions": [{"transcript": "/../../../etc/passwd"} for _ in slots]}
    files = {f"{FOLDER}/metadata.json": json.dumps(root).encode()}
    for index, slot in enumerate(slots):
        files |= {
            f"{FOLDER}/{index}/metadata.json": json.dumps(slot).encode(),
            f"{FOLDER}/{index}/full.jsonl": LOG,
            f"{FOLDER}/{index}/prompt.txt": ESCAPES.encode(),
        }
    return files


@pytest.fixture
def victim(world: World) -> World:
    """Somebody who has fetched such a branch, and a commit that points to it."""
    message = f"Nice work {ESCAPES}\n\nEntire-Checkpoint: {CHECKPOINT}"
    world.git("commit", "--quiet", "--no-verify", "--allow-empty", "-m", message)
    return world


def everything(folder: Path) -> set[str]:
    return {os.path.join(where, name) for where, _, names in os.walk(folder) for name in names}


def test_only_the_agents_place_is_written_to(victim: World) -> None:
    home = Path(victim.env["HOME"])
    task = {"session_id": SESSION, "tool_use_id": "toolu_1"}
    plant(
        victim,
        checkpoint(HOSTILE)
        | {
            f"{FOLDER}/tasks/toolu_1/checkpoint.json": json.dumps(task | {"agent_id": "a1"}).encode(),
            f"{FOLDER}/tasks/toolu_1/agent-a1.jsonl": LOG,
            f"{FOLDER}/tasks/toolu_2/checkpoint.json": json.dumps(task | {"agent_id": "../../../x"}).encode(),
            f"{FOLDER}/tasks/toolu_2/agent-../../../x.jsonl": LOG,
            f"{FOLDER}/tasks/toolu_3/checkpoint.json": b'{"session_id": "other", "agent_id": "a3"}',
            f"{FOLDER}/tasks/toolu_3/agent-a3.jsonl": LOG,
            f"{FOLDER}/tasks/toolu_4/checkpoint.json": json.dumps(task | {"agent_id": "a;b"}).encode(),
            f"{FOLDER}/tasks/toolu_4/agent-a;b.jsonl": LOG,
            f"{FOLDER}/tasks/../checkpoint.json": b"{}",
        },
    )
    before = everything(home.parent) | everything(victim.repo.path.parent)
    found = json.loads(victim.entire("resume", "main", "--json"))
    unnamed = ["bytes", "no-agent"]  # their transcripts show the agent
    assert sorted(session["session_id"] for session in found["sessions"]) == sorted([SESSION, *unnamed])
    assert len(found["left_out"]) == len(HOSTILE) - 3
    after = everything(home.parent) | everything(victim.repo.path.parent)
    log = transcript(victim)
    beside = log.parent / SESSION / "subagents" / "agent-a1.jsonl"
    ours = ("/.git/entire-sessions/", "/.git/entire-index/", "/.git/ENTIRE_SEEN")
    new = {path for path in after - before if not any(folder in path for folder in ours)}
    assert new == {str(log), str(beside), *(str(log.parent / f"{name}.jsonl") for name in unnamed)}
    assert log.read_bytes() == beside.read_bytes() == LOG
    assert not (home / ".bashrc").exists()


@pytest.mark.parametrize("kind", ["link", "dangling link", "linked folder", "folder", "pipe"])
def test_what_is_not_a_file_of_the_agents_is_left_alone(victim: World, tmp_path: Path, kind: str) -> None:
    plant(victim, checkpoint([metadata(SESSION)]))
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious").write_text("mine\n")
    log = transcript(victim)
    log.parent.parent.mkdir(parents=True)
    if kind == "linked folder":
        log.parent.symlink_to(outside)
    else:
        log.parent.mkdir()
    if kind == "link":
        log.symlink_to(outside / "precious")
    elif kind == "dangling link":
        log.symlink_to(outside / "new")
    elif kind == "folder":
        log.mkdir()
    elif kind == "pipe":
        os.mkfifo(log)
    said = victim.entire("resume", "main", "--force")
    assert f"Left out: {SESSION} [Claude Code] the agent's transcript path is not safe to write to" in said
    assert "claude -r" not in said
    assert everything(outside) == {str(outside / "precious")}
    assert (outside / "precious").read_text() == "mine\n"


def test_a_state_may_not_lead_elsewhere_either(victim: World, tmp_path: Path) -> None:
    """States are local, but hold what hooks were told."""
    plant(victim, checkpoint([metadata(SESSION)]))
    precious = tmp_path / f"{SESSION}.jsonl"
    precious.write_text("mine\n")
    agent = victim.agent(SESSION)
    usual, agent.transcript = agent.transcript, str(precious)
    agent.hook("user-prompt-submit", prompt="x")
    assert victim.state(SESSION) is not None
    victim.entire("resume", "main", "--force")
    assert precious.read_text() == "mine\n"
    assert Path(usual).read_bytes() == LOG


def test_nothing_drives_the_terminal(victim: World) -> None:
    plant(victim, checkpoint(HOSTILE))
    victim.agent("odd").prompt(ESCAPES)
    home = victim.env["HOME"]
    shown = [
        on_terminal(victim.repo.path, *words, answers=answers, HOME=home)
        for words, answers in [
            (["resume", "main"], [("Restore it?", "n\n")]),
            (["resume", "main"], [("Restore it?", "y\n")]),
            (["resume", "main", "--json"], []),
            (["resume", CHECKPOINT[:4]], []),
            (["resume", ESCAPES], []),
        ]
    ]
    assert "recorded by Mal[31m <mal@example.com>, not by you" in shown[0]
    assert "Nothing restored." in shown[0]
    assert "✓ 8f76b0e8" in shown[1]
    plain = [victim.run("entire", *words).stdout for words in (["resume"], ["resume", "main"])]
    assert all("evil" in text for text in (shown[1], *plain))
    for text in (*shown, *plain):
        assert not {"\x1b", "\x07", "\x9b", "\u202e", "\r"} & set(text), text
    listed = on_terminal(victim.repo.path, "resume", answers=[("Resume which", "q")], HOME=home)
    assert "\x1b]" not in listed  # its own keys and colours apart
    assert "\x1b[2J" not in listed
    assert "\u202e" not in listed
