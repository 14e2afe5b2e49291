"""Checkpoints of the reference, and older ones, as people read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.scenario.interop.reference import Reference, put_on_branch
from tests.scenario.sharing.clones import Clones
from tests.scenario.world import World

ID = "abcdef012345"
FOLDER = "ab/cdef012345"
GEMINI = {"sessionId": "g", "messages": [
    {"id": "1", "type": "user", "content": "Write one"},
    {"id": "2", "type": "gemini", "content": "It is written."},
]}  # fmt: skip


def explain(world: World, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(world.entire("explain", ID, "--json", *words))
    return found


def stored(world: World, theirs: Reference, **more: Any) -> None:
    """A checkpoint of the reference, linked to a commit."""
    theirs.write_checkpoint(ID, theirs.state(), ["one.py"], theirs.usage(), **more)
    world.git("add", "-A")
    world.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-m", f"one\n\nEntire-Checkpoint: {ID}")


@pytest.fixture
def theirs(world: World) -> Reference:
    agent = Reference(world)
    agent.turn("Write one", {"one.py": "one = 1\n"}, "It is written.")
    return agent


@pytest.mark.parametrize("listed", ["both", "first", "none"])
def test_numbers_with_gaps_make_no_session(world: World, theirs: Reference, listed: str) -> None:
    stored(world, theirs)
    first = json.loads(world.show(f"{FOLDER}/0/metadata.json"))
    root = json.loads(world.show(f"{FOLDER}/metadata.json"))
    names = {"metadata": "metadata.json", "transcript": "full.jsonl", "prompt": "prompt.txt"}
    paths = [{key: f"/{FOLDER}/{number}/{name}" for key, name in names.items()} for number in (0, 2)]
    root["sessions"] = {"both": paths, "first": paths[:1], "none": []}[listed]
    put_on_branch(world, {
        f"{FOLDER}/metadata.json": json.dumps(root),
        f"{FOLDER}/2/metadata.json": json.dumps(first | {"session_id": "the-other"}),
        f"{FOLDER}/2/prompt.txt": "Write two",
    }, "changed")  # fmt: skip
    assert [part["session_id"] for part in explain(world)["sessions"]] == [theirs.session_id, "the-other"]
    assert "Sessions: 2" in world.entire("explain", ID).splitlines()
    shown = json.loads(world.entire("session", "show", "the-other", "--json"))
    assert shown["prompts"] == ["Write two"]


@pytest.mark.parametrize("name", ["", "Agent"])
def test_an_agent_without_a_name_is_known_by_its_transcript(
    world: World, theirs: Reference, name: str
) -> None:
    stored(world, theirs, agent=name)
    (part,) = explain(world)["sessions"]
    assert part["agent"] == "Claude Code"
    assert [entry["text"] for entry in part["entries"]] == ["Write one", "Write", "It is written."]
    assert part["resume_command"] == f"claude -r {theirs.session_id}"
    theirs.state_path.unlink()
    Path(theirs.transcript).unlink()
    world.run("entire", "resume", ID, "--force")
    assert "It is written." in Path(theirs.transcript).read_text()


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("name", ["", "Agent"])
def test_so_is_geminis_document(world: World, theirs: Reference, name: str, indent: int | None) -> None:
    stored(world, theirs, agent=name)
    put_on_branch(world, {f"{FOLDER}/0/full.jsonl": json.dumps(GEMINI, indent=indent)}, "changed")
    (part,) = explain(world)["sessions"]
    assert part["agent"] == "Gemini CLI"
    assert part["prompts"] == ["Write one"]


def test_a_session_without_a_named_agent_is_condensed(world: World) -> None:
    theirs = Reference(world, agent_type="Agent")
    theirs.turn("Write one", {"one.py": "one = 1\n"})
    world.git("add", "-A")
    checkpoint = world.commit_at_terminal()
    assert world.stored(checkpoint, "prompt.txt") == "Write one"
    assert world.session(checkpoint)["agent"] == "Claude Code"
    assert world.session(checkpoint)["token_usage"]["output_tokens"] == 170


def test_a_part_that_begins_after_the_end_shows_the_prompts(world: World, theirs: Reference) -> None:
    stored(world, theirs, checkpoint_transcript_start=900, transcript_lines_at_start=900)
    (part,) = explain(world)["sessions"]
    assert [entry["text"] for entry in part["entries"]] == ["Write one"]
    said = world.entire("explain", ID)
    assert "(none)" not in said
    assert "Intent: Write one" in said


def test_a_transcript_that_is_not_in_this_clone_is_said_to_be_elsewhere(tmp_path: Path) -> None:
    clones = Clones(tmp_path)
    id = clones.work("First of ada")
    clones.push("HEAD:refs/heads/main")
    bob = clones.clone()
    bob.entire("enable", "--agent", "claude-code")
    bob.entire("fetch")
    parts = bob.git("rev-parse", f"entire/checkpoints/v1:{id[:2]}/{id[2:]}/0/full.jsonl").split()
    lose_objects(bob, parts)
    said = bob.entire("explain", id)
    assert "stored elsewhere" in said
    assert "(none)" not in said
    refused = bob.run("entire", "explain", id, "--raw-transcript", check=False)
    assert "stored elsewhere" in refused.stderr
    resumed = bob.run("entire", "resume", id, "--force", check=False)
    assert "transcript is not in this clone" in resumed.stdout + resumed.stderr


def lose_objects(world: World, oids: list[str]) -> None:
    """Unpack everything, then remove these objects, as if they had not been fetched."""
    objects = world.repo.path / ".git" / "objects"
    for pack in list((objects / "pack").glob("*.pack")):
        data = pack.read_bytes()
        for file in (objects / "pack").glob(f"{pack.stem}.*"):
            file.unlink()
        world.repo.git("unpack-objects", "-q", data=data)
    for oid in oids:
        (objects / oid[:2] / oid[2:]).unlink()
