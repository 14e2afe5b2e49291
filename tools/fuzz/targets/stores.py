"""What is stored: states, captures, metadata, trailers, fetched branches."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any, cast

from tools.fuzz import memory, samples
from tools.fuzz.target import Target, json_like, text_of

from entire.agent import registry
from entire.attribution import lines_file
from entire.checkpoint import names, overview, trailers
from entire.checkpoint.committed import read as committed
from entire.checkpoint.committed import slots
from entire.checkpoint.errors import CheckpointNotFound
from entire.checkpoint.model import CheckpointSummary, CommittedMetadata, load
from entire.checkpoint.names import CHECKPOINTS_REF
from entire.core import json_text
from entire.core.errors import EntireError
from entire.core.record import Record
from entire.git import notes
from entire.git.objects.write import Writer
from entire.git.repository import Repository
from entire.remote import merge, union
from entire.session import capture, cursors, find, places
from entire.session.places import Place
from entire.session.state import State, is_working
from entire.session.store import Store
from entire.strategy.links import message
from entire.summarize import answer
from entire.transcript import reader
from entire.transcript.cursor import Cursor


def repository(folder: Path) -> Repository:
    """As if there were one."""
    at = str(folder)
    return Repository(at, f"{at}/.git", f"{at}/.git")


_READING = reader.ReadContext(registry.by_name("claude-code"), lambda data: data, "")


def _state(data: bytes, folder: Path) -> None:
    store = Store(repository(folder))
    path = Path(store.path(samples.SESSION))
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    cursor = Path(store.path(samples.SESSION, ".cursor"))
    cursor.write_bytes(data)
    for state in [*store.all(), *store.for_commit("side", samples.OID), *store.in_worktree("")]:
        _use_state(state)
    cursors.save(store, samples.SESSION, cursors.load(store, samples.SESSION))
    found = store.load_or_set_aside(samples.SESSION)
    if found is not None:
        store.save(found)
        saved = store.load(samples.SESSION)
        assert saved is not None
        store.save(saved)
        assert store.load(samples.SESSION) == saved
        store.archive(samples.SESSION)
        store.clear(samples.SESSION)


def _use_state(state: State) -> None:
    assert state.session_id == samples.SESSION
    state.is_stale()
    is_working(state)
    reader.usable(Cursor(path=state.transcript_path), state.transcript_path, "/nonexistent", _READING)
    for path in [state.worktree_path, *state.files_touched, *state.untracked_files_at_start]:
        os.path.lexists(path)
        os.fsencode(path)
    find.last_seen(state)
    list(places.left(state))
    places.at_home(state)
    places.move(state, "another", Place())
    assert isinstance(state.has_work, bool)


def _capture(data: bytes, folder: Path) -> None:
    repo = repository(folder)
    for path in (capture.prompt_path(repo, samples.SESSION), capture.task_path(repo, "toolu_1")):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(data)
    for found in (capture.load(repo, samples.SESSION), capture.load_task(repo, "toolu_1")):
        if found is not None:
            capture.changed_since(repo, found, ["a.py", "\udcff"])
            assert all(isinstance(value, str) for value in found.signatures.values())
    capture.open_tasks(repo, samples.SESSION)


def _record(data: bytes, kind: type[Record]) -> None:
    """What is read is written again with the same meaning."""
    found: Record | None = load(kind, data)
    if found is not None:
        again = load(kind, json_text.encode(found.to_json()))
        assert again is not None
        assert again.to_json() == load(kind, json_text.encode(again.to_json())).to_json()  # type: ignore[union-attr]
    if isinstance(found, CommittedMetadata):
        found.get_transcript_start()


def _trailers(text: str, folder: Path) -> None:
    for found in trailers.checkpoint_ids(text):
        assert len(found) == 12
        assert found in text
    trailers.extract_session_id_from_commit(text)
    for read in (trailers.metadata_dir, trailers.task_metadata_dir, trailers.strategy, trailers.base_commit):
        assert "\n" not in read(text)
    assert trailers.checkpoint_ids(message.without_trailer(text)) == []
    message.only_trailer(text, "#")
    message.is_untouched(text, text, "#")


def _names(text: str, folder: Path) -> None:
    names.parse_shadow_branch_name(text)
    if names.is_shadow_branch(text):
        assert text.startswith("entire/")
        assert "\n" not in text


def _branch(number: int, folder: Path) -> None:
    """A branch that was fetched, read and merged into another one."""
    dice, objects = random.Random(number), memory.Memory()
    ours, theirs = memory.branch(dice, objects), memory.branch(dice, objects)
    commit = objects.add("commit", f"tree {ours}\nauthor a <a> 1 +0000\n\nx".encode())
    objects.stored[CHECKPOINTS_REF] = objects.stored[commit]
    found = committed.find_stored(objects, "a1b2c3d4e5f6")
    if found is not None:
        slots.aggregate(found[1].summary, found[1].slots)
        committed.latest_prompts(objects, found[1])
        for index in range(min(3, len(found[1].slots) + 1)):
            try:
                committed.read_session_content(objects, "a1b2c3d4e5f6", index)
            except CheckpointNotFound:
                assert index >= len(found[1].slots)
        overview.read(objects, "a1b2c3d4e5f6", found[1].tree)
    committed.stored_sessions(objects, "a1b2c3d4e5f6")
    notes.read_note(objects, theirs, samples.OID)
    notes.all_notes(objects, theirs)
    union.union(objects, ours, theirs)
    merge.merge_trees(objects, cast(Writer, memory.Writing(objects)), ours, theirs)


def _answer(text: str, folder: Path) -> Any:
    answer.complaint(text, text, "result")
    return answer.parse(answer.extract(text, "result"))


def _answers(dice: random.Random) -> str:
    summary = {"intent": "x", "outcome": "y", "learnings": {"code": [{"path": "a", "finding": "b"}]}}
    inner = json_like(summary)(dice).decode("utf-8", "replace")
    return json_like({"result": inner, "is_error": False})(dice).decode("utf-8", "replace")


_MESSAGE = text_of(
    "Subject\n\n",
    "Entire-Checkpoint: a1b2c3d4e5f6",
    "Entire-Session: x",
    "Entire-Metadata: .entire/metadata/x",
    "Base-Commit: " + samples.OID,
    "\n",
    "\n\n",
    "# comment\n",
    "# ------------------------ >8 ------------------------\n",
)

TARGETS = [
    Target("state", json_like(samples.STATE), _state, share=0.3, on_disk=True),
    Target("capture", json_like(samples.CAPTURE), _capture, share=0.3, on_disk=True),
    Target("metadata", json_like(samples.METADATA), lambda case, _: _record(case, CommittedMetadata)),
    Target("summary", json_like(samples.SUMMARY), lambda case, _: _record(case, CheckpointSummary)),
    Target("owners of lines", json_like(samples.LINES), lambda case, _: lines_file.decode(case)),
    Target("trailers", _MESSAGE, _trailers),
    Target("names of branches", text_of("entire/", "0123456", "-", "e3b0c4", "checkpoints/v1"), _names),
    Target("fetched branch", lambda dice: dice.getrandbits(60), _branch, (EntireError,), 0.3),
    Target("summary by a model", _answers, _answer, (answer.BadAnswer,)),
]
