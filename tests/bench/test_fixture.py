"""What the bench measures on is what the program would have written."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench.fixture import transcripts
from bench.fixture.browser import browsing
from bench.fixture.conversation import Conversation
from bench.fixture.module import Module
from bench.fixture.playground import Playground
from bench.fixture.template import CHECKPOINTS
from bench.fixture.workshop import Workshop
from bench.plan import BASE
from bench.run import counting, texts
from bench.run.turns import Turns

from entire.transcript.lines import limit

SMALL = BASE._replace(files=30, sessions=3, checkpoints=25, megabytes=0)


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    with Workshop() as made:
        yield made


def names(ground: Playground, folder: str) -> list[str]:
    return ground.output("git", "ls-tree", "-r", "--name-only", f"{CHECKPOINTS}:{folder}").split()


def folder(checkpoint: dict[str, Any]) -> str:
    found: str = checkpoint["checkpoint_id"]
    return f"{found[:2]}/{found[2:]}"


def check_same_shape(ground: Playground, real: dict[str, Any], made: dict[str, Any]) -> None:
    """The same files, and in documents the same keys in the same order."""
    assert {name for name in names(ground, folder(made)) if ".jsonl." not in name} == set(
        names(ground, folder(real))
    )
    for name in ("metadata.json", "0/metadata.json", "0/lines.json"):
        texts = [ground.output("git", "show", f"{CHECKPOINTS}:{folder(one)}/{name}") for one in (real, made)]
        documents = [json.loads(text) for text in texts]
        assert list(documents[0]) == list(documents[1])
        assert [json.dumps(document, indent=2) + "\n" for document in documents] == texts


def test_a_history_is_one_that_the_hooks_could_have_made(workshop: Workshop) -> None:
    ground = workshop.playground(SMALL)
    ground.run("git", "fsck", "--strict", "--no-dangling")
    turns = Turns(SMALL, ground)  # two real checkpoints, on top of those
    turns.turn("More")
    turns.commit()
    turns.check()
    assert "No stuck sessions found." in ground.output("entire", "doctor")
    found = json.loads(ground.output("entire", "explain", "--json", "--limit=0"))["checkpoints"]
    assert len(found) == SMALL.checkpoints + 2
    assert len({id for checkpoint in found for id in checkpoint["session_ids"]}) == 3

    check_same_shape(ground, found[1], found[2 + 4])  # each the first of its session
    check_same_shape(ground, found[0], found[2])
    last = found[2]
    stored = ground.output("entire", "explain", "--raw-transcript", "--no-pager", last["checkpoint_id"])
    told = ground.output("git", "show", f"{CHECKPOINTS}:{folder(last)}/0/content_hash.txt")
    assert told == f"sha256:{hashlib.sha256(stored.encode()).hexdigest()}"
    lines = json.loads(ground.output("entire", "blame", "--json", "app/module24.py"))["lines"]
    assert {(line["who"], line["checkpoint_id"]) for line in lines} == {("agent", last["checkpoint_id"])}


def test_past_sessions_are_put_away_and_found(workshop: Workshop) -> None:
    ground = workshop.playground(SMALL)
    ended = sorted(path.name for path in (ground.git_dir / "entire-sessions" / "ended").iterdir())
    assert len(ended) == 2 * SMALL.sessions
    assert not list((ground.git_dir / "entire-sessions").glob("*.json"))
    listed = json.loads(ground.output("entire", "session", "list", "--all", "--json"))
    assert f"{listed['sessions'][0]['session_id']}.json" in ended


def test_counting(workshop: Workshop) -> None:
    ground = workshop.playground(SMALL)
    env = dict(ground.env)
    git = counting.count(ground, lambda: ground.run("git", "status"))
    assert (git.ours, git.git, git.peak) == (0, 1, 0)
    ours = counting.count(ground, lambda: ground.run("entire", "version"))
    assert ours.ours == 1
    assert 5_000_000 < ours.peak < 100_000_000
    added = counting.count(ground, lambda: (ground.git_dir / "x").write_bytes(b"x" * 999) and None)
    assert added.added == 999
    assert ground.env == env


def test_the_text_that_is_searched(workshop: Workshop) -> None:
    ground = workshop.playground(SMALL)
    ground.run("entire", "search", "import")
    found = texts.measure(SMALL, ground)
    assert SMALL.checkpoints * 90_000 < found.transcripts < SMALL.checkpoints * 130_000
    assert 0 < found.database < found.text < found.transcripts


def test_a_walk_through_the_web(workshop: Workshop) -> None:
    pytest.importorskip("starlette")
    with browsing(workshop.playground(SMALL)) as browser:
        first = browser.get("/")
        assert "Work 24" in first
        there = [link for link in browser.links(first) if link.startswith("/checkpoint/")]
        assert len(there) == SMALL.checkpoints
        assert "Conversation 1" in browser.get(there[0])
        assert 20_000_000 < browser.memory() < 500_000_000


def test_a_conversation_is_cut_as_the_program_cuts_it() -> None:
    conversation = Conversation(random.Random(1))
    parts: list[bytes] = []
    for number in range(5):
        sealed, rest = conversation.turn(f"Prompt {number}", 100_000)
        parts += sealed
    text = b"\n".join([*parts, rest])
    assert conversation.content_hash == f"sha256:{hashlib.sha256(text).hexdigest()}"
    assert text.count(b"\n") == conversation.lines
    assert all(len(part) + 1 >= limit(0) for part in parts)
    records = [json.loads(line) for line in text.splitlines()]
    assert {record["sessionId"] for record in records} == {conversation.session_id}
    assert records[-1]["uuid"] == conversation.last_uuid
    prompts = [
        record["message"]["content"] for record in records if isinstance(record["message"]["content"], str)
    ]
    assert prompts == [f"Prompt {number}" for number in range(5)]


def test_a_transcript_has_its_length(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"{}\n")
    size = transcripts.append(str(path), 50_000, "s" * 36)
    assert path.stat().st_size == size + 3
    assert 50_000 <= size < 200_000
    assert {json.loads(line).get("sessionId") for line in path.read_bytes().splitlines()[1:]} == {"s" * 36}


def test_a_module_knows_its_new_lines() -> None:
    module = Module(7)
    before: list[bytes] = []
    for number in range(30):
        module.extend(number)
        lines = module.content.splitlines()
        first, last = map(int, module.added.split("-"))
        assert lines[first - 1 : last] == [line for line in lines if line not in before]
        assert last == len(lines) <= 160
        before = lines
    oid = hashlib.sha1(b"blob %d\0" % len(module.content) + module.content).hexdigest()
    assert module.oid == oid
