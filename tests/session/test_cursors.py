from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import Repo

from entire.core import log
from entire.git import repository
from entire.session import cursors
from entire.session.state import State
from entire.session.store import Store
from entire.transcript.cursor import Cursor, Mark


@pytest.fixture
def store(repo: Repo) -> Store:
    return Store(repository.open_repository(str(repo.path)))


def test_a_cursor_is_kept_beside_the_state(store: Store) -> None:
    cursor = Cursor(path="/t", rules="1", main=Mark(byte=3, position=1), last_id="\ud800 é")
    cursors.save(store, "s", cursor)
    assert Path(store.path("s", ".cursor")).stat().st_mode & 0o777 == 0o600
    assert cursors.load(store, "s") == cursor
    assert store.live() == []


def test_it_is_found_while_its_session_is_put_away(store: Store) -> None:
    store.save(State(session_id="s"))
    cursors.save(store, "s", Cursor(path="/t"))
    store.archive("s")
    assert cursors.load(store, "s").path == "/t"
    cursors.save(store, "s", Cursor(path="/newer"))
    assert cursors.load(store, "s").path == "/newer"
    store.save(State(session_id="s"))
    assert cursors.load(store, "s").path == "/newer"


@pytest.mark.parametrize("content", ["", "{", "[]", "\x00", "[" * 100_000])
def test_what_cannot_be_read_is_a_new_one(
    store: Store, content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log._Target, "root", str(tmp_path))
    monkeypatch.setattr(log._Target, "path", str(tmp_path / "log"))
    cursors.save(store, "s", Cursor(path="/t"))
    Path(store.path("s", ".cursor")).write_text(content)
    assert cursors.load(store, "s") == Cursor()


def test_a_new_session_has_an_empty_cursor(store: Store) -> None:
    assert cursors.load(store, "s") == Cursor()
