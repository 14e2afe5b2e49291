"""Commits that the reference made with auto-commit are points like ours, whatever strategy is used now."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.scenario.world import BRANCH, World

SESSION = "2026-01-02-abcdef01-0000-4000-8000-000000000001"


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World.new(tmp_path / "repo")


def committed(world: World, id: str, subject: str, path: str) -> str:
    """A commit as the reference made it: the message has no newline at its end."""
    world.repo.write(path, f"{subject}\n")
    world.git("add", path)
    tree = world.git("write-tree")
    message = f"{subject}\n\nEntire-Checkpoint: {id}".encode()
    oid = world.repo.git("commit-tree", tree, "-p", "HEAD", data=message)
    world.git("update-ref", "HEAD", oid)
    store(world, id, subject, path)
    return oid


def store(world: World, id: str, prompt: str, path: str) -> None:
    """Its metadata: one slot, without a hash of the content."""
    folder = f"{id[:2]}/{id[2:]}"
    facts = {"checkpoint_id": id, "strategy": "auto-commit", "files_touched": [path], "checkpoints_count": 1}
    slot = {"metadata": f"/{folder}/0/metadata.json", "transcript": f"/{folder}/0/full.jsonl",
            "context": f"/{folder}/0/context.md", "content_hash": f"/{folder}/0/content_hash.txt",
            "prompt": f"/{folder}/0/prompt.txt"}  # fmt: skip
    said = {"type": "user", "uuid": id, "sessionId": SESSION, "message": {"role": "user", "content": prompt}}
    files = {
        "metadata.json": json.dumps(facts | {"sessions": [slot]}),
        "0/metadata.json": json.dumps(
            facts | {"session_id": SESSION, "created_at": "2026-01-02T03:04:05Z", "agent": "Claude Code"}
        ),
        "0/full.jsonl": json.dumps(said) + "\n",
        "0/prompt.txt": prompt,
        "0/context.md": f"# Session Context\n\n{prompt}\n",
    }
    stream = [f"commit refs/heads/{BRANCH}\ncommitter A <a@example.com> 1767323045 +0000\ndata 4\nauto\n"]
    if world.run("git", "rev-parse", "--verify", BRANCH, check=False).returncode == 0:
        stream.append(f"from refs/heads/{BRANCH}^0\n")
    for name, text in files.items():
        stream.append(f"M 100644 inline {folder}/{name}\ndata {len(text.encode())}\n{text}\n")
    world.repo.git("fast-import", "--quiet", "--force", data="".join(stream).encode())


def test_its_points_are_rewound_to_with_their_files(world: World) -> None:
    first = committed(world, "a1b2c3d4e5f6", "Write one", "one.py")
    second = committed(world, "b1b2c3d4e5f6", "Write two", "two.py")
    points = {point["id"]: point for point in json.loads(world.entire("rewind", "--list"))}
    assert [points[id]["is_logs_only"] for id in (first, second)] == [False, False]
    world.entire("rewind", "--to", first[:10], "--force")
    assert world.git("rev-parse", "HEAD") == first
    assert not world.file("two.py").exists()
    world.entire("rewind", "--undo", "--force")
    assert world.git("rev-parse", "HEAD") == second
    assert world.file("two.py").exists()


def test_it_is_read(world: World) -> None:
    commit = committed(world, "a1b2c3d4e5f6", "Write one", "one.py")
    assert "Write one" in world.entire("explain", "a1b2c3d4e5f6")
    assert "Write one" in world.entire("explain", commit)
    assert SESSION[:8] in world.entire("session", "list", "--all")
    shown = world.entire("resume", "--force", "main")
    assert "claude" in shown
    assert SESSION in shown
