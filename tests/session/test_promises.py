from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from entire.git.repository import Repository
from entire.session import promises
from entire.session.promise_changes import merged
from entire.session.promises import End, Promise
from entire.session.store import PROMISED, Store

FIRST, SECOND, THIRD = "000000000001", "000000000002", "000000000003"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(Repository(str(tmp_path), str(tmp_path), str(tmp_path)))


def made(id: str, minute: int, worktree: str = "") -> Promise:
    return Promise(worktree_id=worktree, created_at=f"2030-01-01T10:{minute:02}:00Z", checkpoint_id=id)


def test_promises_are_kept_one_by_one(store: Store) -> None:
    assert promises.of_worktree(store, "") == []
    for promise in (made(SECOND, 2), made(FIRST, 1), made(THIRD, 3, "side")):
        promises.write(store, promise, durable=False)
    assert [promise.checkpoint_id for promise in promises.of_worktree(store, "")] == [FIRST, SECOND]
    assert [promise.checkpoint_id for promise in promises.everywhere(store)] == [FIRST, SECOND, THIRD]
    promises.settle(store, made(FIRST, 1))
    promises.settle(store, made(FIRST, 1))
    assert promises.of_worktree(store, "") == [made(SECOND, 2)]


def test_what_a_promise_says_survives(store: Store) -> None:
    promise = made(FIRST, 1)
    promise.sessions = {"one": ["a.py", "ä.py"], "two": 7}
    promise.parent, promise.extra = "f" * 40, {"newer": 1}
    promises.write(store, promise, durable=True)
    (found,) = promises.of_worktree(store, "")
    assert found == promise
    assert found.files_of("one") == ["a.py", "ä.py"]
    assert found.files_of("two") == found.files_of("three") == []


def read(store: Store) -> Promise:
    found = promises.find(store, FIRST)
    assert found is not None
    return found


@pytest.mark.parametrize("commit", ["", "a" * 40])
def test_a_commit_that_is_being_amended_since_the_promise_was_read(store: Store, commit: str) -> None:
    """Prepare-commit-msg noted it without the lock: whoever has the lock does not know."""
    known, begun = made(FIRST, 1), made(FIRST, 1)
    known.commit = commit
    begun.commit = begun.amends = "a" * 40
    begun.sessions = {"two": ["b.py"]}
    promises.write(store, known, durable=False)
    known = read(store)
    promises.write(store, begun, durable=False)
    promises.settle(store, known)
    assert read(store) == begun
    known.ends = {"one": End(position=3).to_json()}
    promises.update(store, known, durable=False)
    found = read(store)
    assert (found.commit, found.amends, found.sessions) == (begun.commit, begun.amends, begun.sessions)
    assert found.ends == known.ends
    found.note_made("b" * 40)
    promises.settle(store, found)
    assert promises.find(store, FIRST) is None


@pytest.mark.parametrize("complete", [promises.settle, promises.settle_amended])
def test_a_commit_that_was_amended_since_the_promise_was_read(
    store: Store, complete: Callable[[Store, Promise], None]
) -> None:
    """Post-commit noted it without the lock: the promise is that of the new commit."""
    old, new = made(FIRST, 1), made(FIRST, 1)
    old.commit, new.amends, new.commit = "a" * 40, "a" * 40, "b" * 40
    promises.write(store, old, durable=False)
    old = read(store)
    promises.write(store, new, durable=False)
    complete(store, old)
    assert read(store) == new


@pytest.mark.parametrize(
    ("before", "ours", "theirs", "expected"),
    [
        ({"a": 1}, {"a": 1}, {"a": 2}, {"a": 2}),
        ({"a": 1}, {"a": 3}, {"a": 1, "b": 2}, {"a": 3, "b": 2}),
        ({"a": 1}, {"a": 3}, {"a": 2}, {"a": 2}),
        ({"a": 1}, {}, {"a": 1, "b": 1}, {"b": 1}),
        ({}, {"ends": {"x": 1}}, {"ends": {"y": 2}}, {"ends": {"x": 1, "y": 2}}),
        ({"ends": {"x": 1}}, {}, {"ends": {"x": 1, "y": 2}}, {"ends": {"y": 2}}),
        ({}, {"ends": {"x": 1}}, {}, {"ends": {"x": 1}}),
    ],
)
def test_changes_of_two(
    before: dict[str, object], ours: dict[str, object], theirs: dict[str, object], expected: dict[str, object]
) -> None:
    assert merged(before, ours, theirs) == expected


@pytest.mark.parametrize("change", [promises.update, promises.settle])
def test_a_commit_that_begins_to_be_amended_while_its_promise_changes(
    store: Store, change: Callable[..., None]
) -> None:
    """Whoever reads, changes and writes a promise does it alone."""
    known, begun = made(FIRST, 1), made(FIRST, 1)
    known.commit = begun.commit = begun.amends = "a" * 40
    begun.sessions = {"two": ["b.py"]}
    promises.write(store, known, durable=False)
    known = read(store)
    options = {"durable": False} if change is promises.update else {}
    changes = Thread(target=change, args=(store, known), kwargs=options)
    with promises.Changing(store):
        changes.start()
        changes.join(0.02)
        promises.write(store, begun, durable=False)
    changes.join()
    assert promises.find(store, FIRST) == begun


@pytest.mark.parametrize("content", ["", "[]", "{", '{"worktree_id": 7, "sessions": []}', "\xff"])
@pytest.mark.parametrize("name", ["000000000001", "../x", "0000", "00000000000G", "000000000001.12-0a.tmp"])
def test_hostile_files(store: Store, name: str, content: str) -> None:
    folder = Path(store.directory, PROMISED)
    folder.mkdir(parents=True)
    (folder / name).write_text(content, "latin-1")
    (folder / SECOND).mkdir()
    os.mkfifo(folder / THIRD)
    Path(store.directory, "promised.main").write_text(f"../{FIRST}")
    os.mkfifo(Path(store.directory, "promised.00"))
    assert all(promise.checkpoint_id == FIRST for promise in promises.of_worktree(store, ""))
    assert promises.of_worktree(store, "\0") == []
    assert all(promise.sessions == {} for promise in promises.everywhere(store))


@pytest.mark.parametrize("worktree", ["", "side", "ä/b"])
def test_a_file_of_an_earlier_version(store: Store, worktree: str) -> None:
    folder = Path(store.directory)
    folder.mkdir()
    path = folder / f"promised.{worktree.encode().hex() or 'main'}"
    path.write_text(FIRST)
    (folder / "promised.zz").write_text(FIRST)
    promises.write(store, made(SECOND, 1, worktree), durable=False)
    found = promises.of_worktree(store, worktree)
    assert [promise.checkpoint_id for promise in found] == [FIRST, SECOND]
    assert promises.everywhere(store)[-2:] == found
    promises.settle(store, found[0])
    assert not path.exists()


@pytest.mark.parametrize(
    ("ends", "path", "expected"),
    [
        ({}, "any", True),  # no turn began since
        ({"other": {"files": []}}, "any", True),
        ({"one": {"files": ["waited"]}}, "waited", True),
        ({"one": {"files": ["waited"]}}, "later", False),
        ({"one": {"files": ["waited"]}}, "linked", True),
        ({"one": {"files": []}}, "claimed", True),
        ({"one": {"files": []}}, "others", False),
        ({"one": {}}, "later", True),  # written by an earlier version
        ({"one": 7}, "later", True),
    ],
)
def test_which_files_a_commit_may_contain(ends: dict[str, object], path: str, expected: bool) -> None:
    promise = made(FIRST, 1)
    promise.sessions, promise.claims = {"one": ["linked"], "two": ["others"]}, {"one": ["claimed"]}
    promise.ends = ends
    assert promise.may_contain("one", path) == expected


def test_a_turn_begins_after_what_waits_in_each_worktree(store: Store) -> None:
    for promise in (made(FIRST, 1), made(SECOND, 2, "side"), made(THIRD, 3, "third")):
        promises.write(store, promise, durable=False)
    promises.begin_turn(store, "one", End(position=7), {"": ["here"], "side": ["there"]})
    promises.begin_turn(store, "one", End(position=9), {"": ["later"]})  # the first one counts
    found = [promise.end_of("one") for promise in promises.everywhere(store)]
    assert [(end.position, end.files) for end in found if end] == [(7, ["here"]), (7, ["there"]), (7, [])]


@pytest.mark.parametrize(("before", "kept"), [("", True), ("a" * 40, True), ("b" * 40, False)])
def test_a_commit_that_replaces_another_has_the_turns_in_between(before: str, kept: bool) -> None:
    promise = made(FIRST, 1)
    promise.commit, promise.ends, promise.turns = before, {"one": {}}, {"one": "turn"}
    promise.note_made("a" * 40)
    assert promise.commit == "a" * 40
    assert bool(promise.ends) == bool(promise.turns) == kept
