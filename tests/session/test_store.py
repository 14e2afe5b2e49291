from __future__ import annotations

import json
import multiprocessing
import os
from pathlib import Path

import pytest
from tests.support import Repo

from entire.core import files, log
from entire.core.errors import EntireError, Locked
from entire.git import repository
from entire.session.state import State
from entire.session.store import BrokenState, Store

HOSTILE = ["", ".", "..", "../x", "a/b", "a\\b", "/etc/passwd", "a\nb", "a\0b", "-x", ".x", "é", "x" * 129]


@pytest.fixture
def store(repo: Repo) -> Store:
    return Store(repository.open_repository(str(repo.path)))


@pytest.fixture
def warnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(log._Target, "root", str(tmp_path))
    monkeypatch.setattr(log._Target, "path", str(tmp_path / "log"))
    return tmp_path / "log"


def names(store: Store, folder: str = "") -> list[str]:
    return sorted(os.listdir(os.path.join(store.directory, folder)))


def test_a_state_is_saved_and_loaded(store: Store) -> None:
    state = State(session_id="s", base_commit="b", phase="active", turn_checkpoint_ids=["b", "a"])
    store.save(state)
    state.attribution_base_commit = "b"
    assert store.load("s") == state


def test_it_lies_where_the_reference_looks(repo: Repo, store: Store) -> None:
    store.save(State(session_id="s"))
    path = repo.path / ".git/entire-sessions/s.json"
    assert path.read_text().startswith('{\n  "session_id": "s",\n')
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o027 == 0


def test_worktrees_share_their_sessions(repo: Repo, store: Store) -> None:
    repo.git("worktree", "add", "--quiet", "../linked")
    linked = Store(repository.open_repository(str(repo.path.parent / "linked")))
    store.save(State(session_id="s"))
    assert [state.session_id for state in linked.live()] == ["s"]


def test_an_unknown_session(store: Store) -> None:
    assert store.load("s") is None
    assert store.live() == store.all() == []
    assert store.load_model_hint("s") == ""
    store.clear("s")


@pytest.mark.parametrize("session_id", HOSTILE)
def test_a_hostile_id_never_becomes_a_path(store: Store, session_id: str) -> None:
    for call in (
        lambda: store.load(session_id),
        lambda: store.save(State(session_id=session_id)),
        lambda: store.clear(session_id),
        lambda: store.archive(session_id),
        lambda: store.store_model_hint(session_id, "m"),
        lambda: store.load_model_hint(session_id),
    ):
        with pytest.raises(EntireError, match="session id"):
            call()
    assert not [name for folder in os.walk(store.directory) for name in folder[2]]


def test_ids_that_look_like_our_file_names_do_not_meet(store: Store) -> None:
    ids = ["a", "a.json", "a.model", "a.cursor", "lock", "ended"]
    for session_id in ids:
        store.save(State(session_id=session_id))
        store.store_model_hint(session_id, session_id)
    assert [state.session_id for state in store.live()] == sorted(ids, key=lambda name: f"{name}.json")
    assert [store.load_model_hint(session_id) for session_id in ids] == ids


def test_saving_is_all_or_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save(State(session_id="s", turn_id="old"))

    def broken(source: str, target: str) -> None:
        if target.endswith("s.json"):
            raise OSError("disk on fire")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", broken)
        with pytest.raises(OSError, match="fire"):
            store.save(State(session_id="s", turn_id="new"))
    state = store.load("s")
    assert state is not None
    assert state.turn_id == "old"
    assert names(store) == ["s.json"]


def test_temporary_names_are_unique_and_flushed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []
    flushed: list[int] = []
    replace, fsync = os.replace, os.fsync

    def watch(source: str, target: str) -> None:
        if source.endswith(".tmp"):
            used.append(source)
        replace(source, target)

    def flush(descriptor: int) -> None:
        flushed.append(descriptor)
        fsync(descriptor)

    monkeypatch.setattr(os, "replace", watch)
    monkeypatch.setattr(os, "fsync", flush)
    for _ in range(5):
        store.save(State(session_id="s"))
    assert len(set(used)) == len(flushed) == 5


def _work(root: str, worker: int, rounds: int) -> None:
    store = Store(repository.open_repository(root))
    for number in range(rounds):
        with store.lock():
            state = store.load("s")
            assert state is not None
            state.checkpoint_count += 1
            state.turn_checkpoint_ids = [*state.turn_checkpoint_ids, f"{worker}-{number}"]
            store.save(state)


def test_writers_under_the_lock_lose_nothing(repo: Repo, store: Store) -> None:
    store.save(State(session_id="s"))
    spawn = multiprocessing.get_context("fork")
    workers = [spawn.Process(target=_work, args=(str(repo.path), worker, 20)) for worker in range(4)]
    for process in workers:
        process.start()
    for process in workers:
        process.join(60)
        assert process.exitcode == 0
    state = store.load("s")
    assert state is not None
    assert state.checkpoint_count == 80
    assert len(set(state.turn_checkpoint_ids)) == 80
    assert names(store) == ["lock", "s.json"]


def test_the_lock_is_waited_for_with_a_bound(store: Store) -> None:
    with store.lock(), pytest.raises(Locked), store.lock(wait=0.05):
        pass
    with store.lock(wait=0):
        pass


def deep(levels: int) -> bytes:
    """Token usage of subagents of subagents of …"""
    inner = b'{"subagent_tokens":' * levels + b"{}" + b"}" * levels
    return b'{"session_id":"broken","token_usage":' + inner + b"}"


BROKEN = {
    "empty": b"",
    "cut": b'{"session_id": "broken", "base',
    "no UTF-8": b'{"session_id": "\xff"}',
    "list": b"[]",
    "nesting": b"[" * 100_000,
    "deep record": deep(700),
    "of another": b'{"session_id": "sneaky"}',
    "no id": b"{}",
    "number": b'{"session_id": "broken", "checkpoint_count": 1' + b"0" * 5000 + b"}",
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_skipped_and_logged(store: Store, warnings: Path, content: bytes) -> None:
    store.save(State(session_id="fine"))
    path = Path(store.path("broken"))
    path.write_bytes(content)
    assert [state.session_id for state in store.live()] == ["fine"]
    (row,) = map(json.loads, warnings.read_text().splitlines())
    assert (row["level"], row["session_id"]) == ("WARN", "broken")
    with pytest.raises(BrokenState, match="broken"):
        store.load("broken")
    assert path.read_bytes() == content


def test_a_file_that_cannot_be_opened_is_skipped_and_logged(store: Store, warnings: Path) -> None:
    store.save(State(session_id="fine"))
    os.symlink("round.json", store.path("round"))
    assert [state.session_id for state in store.live()] == ["fine"]
    (row,) = map(json.loads, warnings.read_text().splitlines())
    assert (row["level"], row["session_id"]) == ("WARN", "round")


def test_other_names_are_none_of_our_business(store: Store, warnings: Path) -> None:
    store.save(State(session_id="s"))
    folder = Path(store.directory)
    for name in ("s.json.1-ab.tmp", "notes.txt", "lock", ".hidden.json", "a b.json", "s.model", "s.cursor"):
        (folder / name).write_text("?")
    (folder / "folder.json").mkdir()
    assert [state.session_id for state in store.all()] == ["s"]
    assert not warnings.exists()


def test_unknown_keys_survive_a_rewrite(store: Store) -> None:
    files.make_dir(store.directory)
    Path(store.path("s")).write_text('{"session_id":"s","from_the_future":{"b":[1,null],"a":2}}')
    state = store.load("s")
    assert state is not None
    store.save(state)
    assert json.loads(Path(store.path("s")).read_text())["from_the_future"] == {"b": [1, None], "a": 2}


def fill(store: Store, session_id: str) -> None:
    """A session with everything that is kept for one."""
    store.save(State(session_id=session_id, phase="ended"))
    store.store_model_hint(session_id, "opus")
    files.write_atomic(store.path(session_id, ".cursor"), b"cursor\n")


def test_a_session_that_is_over_is_put_away_with_all_that_belongs_to_it(store: Store) -> None:
    fill(store, "s")
    fill(store, "t")
    store.archive("s")
    assert names(store) == ["ended", "t.cursor", "t.json", "t.model"]
    assert names(store, "ended") == ["s.cursor", "s.json", "s.model"]
    assert [state.session_id for state in store.live()] == ["t"]
    assert [state.session_id for state in store.all()] == ["t", "s"]
    state = store.load("s")
    assert state is not None
    assert state.session_id == "s"


def test_it_comes_back_with_all_that_belongs_to_it(store: Store) -> None:
    fill(store, "s")
    store.archive("s")
    state = store.load("s")
    assert state is not None
    state.phase = "active"
    store.save(state)
    assert names(store) == ["ended", "s.cursor", "s.json", "s.model"]
    assert names(store, "ended") == []
    assert store.load("s") == state
    assert store.load_model_hint("s") == "opus"
    assert files.read(store.path("s", ".cursor")) == b"cursor\n"


def test_what_was_written_since_is_newer_than_what_was_put_away(store: Store) -> None:
    fill(store, "s")
    store.archive("s")
    files.write_atomic(store.path("s", ".cursor"), b"newer\n")
    store.store_model_hint("s", "sonnet")
    store.save(State(session_id="s"))
    assert files.read(store.path("s", ".cursor")) == b"newer\n"
    assert store.load_model_hint("s") == "sonnet"
    assert names(store, "ended") == []


@pytest.mark.parametrize("moved", [0, 1, 2, 3])
def test_a_kill_while_putting_away_loses_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch, moved: int
) -> None:
    fill(store, "s")
    replace, left = os.replace, [None] * moved

    def until_killed(source: str, target: str) -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop()
        replace(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", until_killed)
        try:
            store.archive("s")
        except KeyboardInterrupt:
            assert moved < 3
    state = store.load("s")
    assert state is not None
    store.save(state)
    assert names(store) == ["ended", "s.cursor", "s.json", "s.model"]


def test_clearing_leaves_nothing_of_a_session(store: Store) -> None:
    for session_id in ("s", "t"):
        fill(store, session_id)
        store.archive(session_id)
        store.store_model_hint(session_id, "again")
    store.clear("s")
    assert names(store) == ["ended", "t.model"]
    assert names(store, "ended") == ["t.cursor", "t.json", "t.model"]


@pytest.mark.parametrize(
    ("model", "read"), [("opus", "opus"), (" opus\n", "opus"), ("", ""), ("é", "é"), ("a\ud800b", "a?b")]
)
def test_a_model_is_remembered_before_there_is_a_state(store: Store, model: str, read: str) -> None:
    store.store_model_hint("s", model)
    assert store.load_model_hint("s") == read
    assert store.load("s") is None
    assert store.live() == []


def test_a_model_hint_of_any_bytes_can_be_read(store: Store) -> None:
    store.store_model_hint("s", "x")
    Path(store.path("s", ".model")).write_bytes(b"\xffopus")
    assert store.load_model_hint("s").endswith("opus")
