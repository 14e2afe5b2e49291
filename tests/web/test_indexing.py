"""The search index is built in the background: no page waits for it, and pages say how far it is."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.web.client import Request, ask, ask_all
from tests.web.test_pages import words
from tools.screens.stage import Stage

from entire.checkpoint import segments_read
from entire.git.repository import Repository, open_repository
from entire.search import stored
from entire.web import indexing

WORDS = ("/search?q=sliding+window", "/?q=sliding+window", "/sessions?q=sliding+window")


@pytest.fixture
def fresh(stage: Stage, tmp_path: Path) -> Repository:
    """The shop, which nobody has searched yet."""
    shutil.copytree(stage.root, tmp_path / "shop", symlinks=True)
    shutil.rmtree(tmp_path / "shop" / ".git" / "entire-index", ignore_errors=True)
    return open_repository(os.path.realpath(tmp_path / "shop"))


@contextmanager
def another_writes(repo: Repository) -> Iterator[None]:
    folder = Path(repo.common_dir, "entire-index")
    folder.mkdir(exist_ok=True)
    others = [
        sqlite3.connect(folder / name, isolation_level=None) for name in ("search.db", "search-live.db")
    ]
    for other in others:
        other.execute("BEGIN IMMEDIATE")
    yield
    for other in others:
        other.execute("ROLLBACK")
        other.close()


@pytest.mark.parametrize("page", WORDS)
def test_a_page_that_goes_on_by_itself(fresh: Repository, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    monkeypatch.setattr(indexing, "_PATIENCE", 0.0)
    first = ask(fresh, page)
    assert first.status == 200
    assert "The search index is being built" in first.text
    assert 'http-equiv="refresh"' in first.text
    deadline = time.monotonic() + 60
    while "being built" in (text := ask(fresh, page).text):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert "Limit login attempts" in text


def test_clicks_while_another_process_builds_it_do_not_stop_other_pages(fresh: Repository) -> None:
    with another_writes(fresh):
        found = ask_all(fresh, [*(Request(page) for page in WORDS * 2), Request("/sessions")])
        assert [answer.status for answer in found] == [200] * 7
        assert all("The search index is being built" in answer.text for answer in found[:-1])
    assert "<mark>sliding window</mark>" in ask(fresh, WORDS[0]).text


@pytest.mark.parametrize("page", WORDS)
def test_a_page_says_that_it_is_outdated(fresh: Repository, page: str) -> None:
    assert "is being updated" not in ask(fresh, page).text
    subject = "About the sliding window, again"
    form = "--format=%(trailers:key=Entire-Checkpoint)"
    trailer = fresh.run("log", "-1", "--grep=Limit login attempts", form).out.decode().strip()
    fresh.run("commit", "--quiet", "--allow-empty", "--no-verify", "-m", f"{subject}\n\n{trailer}")
    with another_writes(fresh):
        text = ask(fresh, page).text
    assert "The search index is being updated" in text
    assert "what is new may be missing" in text
    assert "Limit login attempts" in text


def test_what_fails_in_the_background_is_said_on_the_page(
    fresh: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(indexing, "Index", broken)
    found = ask(fresh, WORDS[0])
    assert (found.status, "unexpected error: ZeroDivisionError" in found.text) == (500, True)


def test_where_entire_is_not_set_up(fresh: Repository) -> None:
    shutil.rmtree(Path(fresh.worktree, ".entire"))
    assert "<mark>sliding window</mark>" in ask(fresh, WORDS[0]).text
    assert not Path(fresh.common_dir, "entire-index").exists()


def test_what_the_index_lacks_is_said_on_every_search_page(
    fresh: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only one update meets it, in another thread than the page's."""
    monkeypatch.setattr(segments_read, "read_parts", lambda objects, oids, limit=0: objects.leave_out("x", 9))
    monkeypatch.setattr(stored, "read_parts", segments_read.read_parts)
    monkeypatch.setattr(indexing, "_PATIENCE", 60.0)
    for page in WORDS * 2:
        assert "1 object in git too large to read" in words(ask(fresh, page).text), page
