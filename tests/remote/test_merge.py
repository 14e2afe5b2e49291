"""Merge checkpoints: in any order of merges, all clones end with the same tree, and nothing is dropped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import Repo

from entire.checkpoint.committed import slots as committed_slots
from entire.core import json_text
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.objects.tree import FILE_MODE
from entire.git.objects.write import Writer
from entire.git.repository import Repository, open_repository
from entire.remote.merge import merge_trees

WHO = "A <a@example.com> 1700000000 +0000"
EXAMPLES = 1000 if os.environ.get("ENTIRE_SOAK") else 30
IDS = ("a3b2c4d5e6f7", "a3ffffffffff", "0123456789ab")


class Slot(NamedTuple):
    """A session as a clone may have it."""

    session: str  # empty: metadata that cannot be read
    lines: int
    second: int
    summary: str
    extra: dict[str, str]

    def files(self) -> dict[str, str]:
        if not self.session:
            return {"metadata.json": f"broken {self.lines}"}
        metadata: dict[str, Any] = {
            "checkpoint_id": "x",
            "session_id": self.session,
            "strategy": "manual-commit",
            "created_at": f"2026-01-01T00:00:0{self.second}Z",
            "checkpoints_count": self.lines,
            "files_touched": [f"{self.session}.py"],
        }
        if self.summary:
            metadata["summary"] = {"intent": self.summary, "outcome": ""}
        text = json_text.encode(metadata).decode()
        return {"metadata.json": text, "full.jsonl": "{}\n" * self.lines} | self.extra


class Checkpoint(NamedTuple):
    slots: tuple[Slot, ...]
    others: dict[str, str]
    legacy: bool = False  # before there were numbered sessions

    def files(self) -> dict[str, str]:
        if self.legacy:
            return {"full.jsonl": "{}\n", "metadata.json": '{"session_id":"old"}'} | self.others
        found = {
            f"{n}/{name}": text for n, slot in enumerate(self.slots) for name, text in slot.files().items()
        }
        sessions = [{"metadata": f"/{n}/metadata.json"} for n in range(len(self.slots))]
        root = {"checkpoint_id": "x", "strategy": "manual-commit", "sessions": sessions}
        return found | {"metadata.json": json_text.encode(root).decode()} | self.others


slots = st.builds(
    Slot,
    st.sampled_from(["s1", "s2", "s3", ""]),
    st.integers(1, 3),
    st.integers(0, 2),
    st.sampled_from(["", "short", "longer"]),
    st.dictionaries(st.sampled_from(["later.bin", "notes"]), st.sampled_from(["1", "2"]), max_size=1),
)
checkpoints = st.builds(
    Checkpoint,
    st.lists(slots, min_size=1, max_size=3, unique_by=lambda slot: slot.session or slot.lines).map(tuple),
    st.dictionaries(
        st.sampled_from(["tasks/t/a.json", "tasks/t", "plan"]), st.sampled_from("12"), max_size=1
    ),
    st.sampled_from([False, False, False, True]),
)
branches = st.dictionaries(st.sampled_from(IDS), checkpoints, max_size=3)


class Bench:
    """A repository in which trees are made and merged."""

    def __init__(self, repo: Repository) -> None:
        self.repo = repo
        self.objects = Objects(repo)

    def tree(self, branch: dict[str, Checkpoint]) -> str:
        with Writer(self.repo) as writer:
            changes = [
                Change(f"{id[:2]}/{id[2:]}/{name}", FILE_MODE, writer.blob(text.encode()))
                for id, checkpoint in branch.items()
                for name, text in checkpoint.files().items()
            ]
            return writer.commit(changes, "x", WHO)[1]

    def merge(self, ours: str, theirs: str) -> str:
        with Writer(self.repo) as writer:
            changes = merge_trees(self.objects, writer, ours, theirs)
            return writer.commit(changes, "x", WHO, tree=ours)[1]

    def sessions(self, tree: str, checkpoint_id: str) -> dict[str, int]:
        found = committed_slots.find(self.objects, tree, checkpoint_id)
        assert found is not None
        return {slot.session_id: slot.checkpoints_count for slot in found.slots if slot is not None}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    path: Path = tmp_path_factory.mktemp("merge")
    Repo(path).git("init", "--quiet")
    made = Bench(open_repository(str(path)))
    yield made
    made.objects.close()


@pytest.mark.property
@given(branches, branches, branches)
@settings(max_examples=EXAMPLES)
def test_who_merges_with_whom_does_not_matter(
    bench: Bench, one: dict[str, Checkpoint], two: dict[str, Checkpoint], three: dict[str, Checkpoint]
) -> None:
    a, b, c = (bench.tree(branch) for branch in (one, two, three))
    merge = bench.merge
    ab = merge(a, b)
    assert ab == merge(b, a)
    assert merge(a, a) == a
    assert merge(ab, b) == ab
    assert merge(ab, c) == merge(a, merge(b, c))


@pytest.mark.property
@given(branches, branches)
@settings(max_examples=EXAMPLES)
def test_nothing_is_dropped(bench: Bench, one: dict[str, Checkpoint], two: dict[str, Checkpoint]) -> None:
    merged = bench.merge(bench.tree(one), bench.tree(two))
    for branch in (one, two):
        for id, checkpoint in branch.items():
            found = bench.sessions(merged, id)
            for slot in checkpoint.slots if not checkpoint.legacy else ():
                if slot.session:
                    assert found[slot.session] >= slot.lines, "the longer transcript stays"
            files = {path for path, _ in bench.objects.walk(merged)}
            for name in checkpoint.others:
                path = f"{id[:2]}/{id[2:]}/{name}"
                assert path in files or any(file.startswith(path + "/") for file in files)


def test_two_sessions_in_one_slot(bench: Bench) -> None:
    first = Slot("first", 1, 1, "", {})
    ours = {IDS[0]: Checkpoint((first, Slot("ours", 2, 3, "", {})), {})}
    theirs = {IDS[0]: Checkpoint((first._replace(summary="What it did"), Slot("theirs", 3, 2, "", {})), {})}
    merged = bench.merge(bench.tree(ours), bench.tree(theirs))
    found = committed_slots.find(bench.objects, merged, IDS[0])
    assert found is not None
    assert [slot and slot.session_id for slot in found.slots] == ["first", "theirs", "ours"]
    assert found.slots[0] is not None
    assert found.slots[0].summary is not None
    assert found.slots[0].summary.intent == "What it did"
    assert found.summary.checkpoints_count == 1 + 2 + 3
    assert found.summary.files_touched == ["first.py", "ours.py", "theirs.py"]
    assert [paths.transcript for paths in found.summary.sessions] == [
        f"/a3/b2c4d5e6f7/{index}/full.jsonl" for index in range(3)
    ]
