"""A step of which nothing is left but its tree: the folder of the agent says whose it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.scenario.world import World
from tests.support import git

RECORDED = Path(__file__).parents[2] / "data" / "codex" / "transcripts" / "resume"
CODEX = next(RECORDED.glob("*.jsonl")).read_bytes()


def without_a_state(world: World, tmp_path: Path, *, codex: bool, transcript: bytes | None) -> str:
    """A step without the state of its session, with these instead of what it had; returns its id."""
    agent = world.agent()
    agent.turn("Write one.py", {"one.py": "1\n"})
    (branch,) = world.shadows()
    world.env["GIT_INDEX_FILE"] = str(tmp_path / "index")
    world.git("read-tree", branch)
    if codex:
        world.git("rm", "--quiet", "-r", "--cached", ".claude")
        _add(world, ".codex/hooks.json", b"{}\n")
    if transcript is None:
        world.git("rm", "--quiet", "-r", "--cached", ".entire/metadata")
    else:
        _add(world, f".entire/metadata/{agent.session_id}/full.jsonl", transcript)
    tree = world.git("write-tree")
    del world.env["GIT_INDEX_FILE"]
    message = world.git("log", "-1", "--format=%B", branch)
    step = world.git("commit-tree", tree, "-p", f"{branch}^", "-m", message)
    world.git("update-ref", f"refs/heads/{branch}", step)
    world.file(f".git/entire-sessions/{agent.session_id}.json").unlink()
    return step


def _add(world: World, path: str, data: bytes) -> None:
    blob = git(world.repo.path, "hash-object", "-w", "--stdin", data=data).decode().strip()
    world.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")


@pytest.mark.parametrize(
    ("codex", "transcript", "agent"),
    [
        (False, None, "Claude Code"),
        (True, None, "Codex"),
        (True, CODEX, "Codex"),
        (True, b'{"type":"user","message":{"content":"Hello"}}\n', "Claude Code"),
        (False, CODEX, "Claude Code"),
    ],
    ids=["claude", "codex", "with-its-transcript", "with-another-transcript", "unreadable"],
)
def test_the_agents_folder_says_whose_a_step_is(
    tmp_path: Path, codex: bool, transcript: bytes | None, agent: str
) -> None:
    world = World.new(tmp_path / "repo")
    step = without_a_state(world, tmp_path, codex=codex, transcript=transcript)
    [part] = json.loads(world.entire("explain", step, "--full", "--json"))["sessions"]
    assert part["agent"] == agent
    if transcript is not None and (agent == "Codex") == (transcript == CODEX):
        assert part["entries"]
