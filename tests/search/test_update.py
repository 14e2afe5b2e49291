"""The search databases: caches that are updated, rebuilt and never in the way."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.conftest import Stage, assistant, jsonl, user
from tests.support import Repo

from entire.checkpoint.index.index import Index
from entire.checkpoint.index.rows import writing
from entire.checkpoint.temporary.task import Task
from entire.git.objects.read import Objects
from entire.search import live, query
from entire.search.committed import compare
from entire.search.database import COMMITTED, open_database
from entire.search.find import Search, Unfinished
from entire.search.tables import COLUMNS

A, B = "a" * 12, "b" * 12


@pytest.fixture
def stage(repo: Repo) -> Stage:
    stage = Stage(repo)
    stage.set_up()
    stage.checkpoint(A, {"lines": [user("about wombats"), assistant("they dig")], "files_touched": ["x.py"]})
    stage.commit("Dig", A)
    return stage


@contextmanager
def opened(stage: Stage) -> Iterator[Search]:
    with Objects(stage.repo) as objects, Index(stage.repo, objects) as index:
        search = Search(index, lambda what, number: None)
        yield search
        search.close()


def find(stage: Stage, *typed: str) -> list[str]:
    """The checkpoints with these words, or the sessions."""
    with opened(stage) as search:
        search.update()
        return [hit.checkpoint or hit.session for hit in search.find(query.parse(typed))]


def file(stage: Stage) -> Path:
    return Path(stage.repo.common_dir) / "entire-index" / "search.db"


def test_what_is_new_is_added(stage: Stage) -> None:
    assert find(stage, "wombats") == [A]
    ids = documents(stage)
    stage.checkpoint(B, {"lines": [user("more wombats")]})
    assert find(stage, "wombats") == [B, A]
    assert ids < documents(stage)  # those of the first were not read again


def documents(stage: Stage) -> set[int]:
    db = sqlite3.connect(file(stage))
    found = {id for (id,) in db.execute("SELECT id FROM docs")}
    db.close()
    return found


def test_a_checkpoint_that_changed(stage: Stage) -> None:
    assert find(stage, "dig") == [A]
    stage.checkpoint(A, {"lines": [user("about wombats"), assistant("they sleep")]})
    assert find(stage, "sleep") == [A]
    assert find(stage, "they", "dig") == []
    assert find(stage, "dig") == [A]  # the subject of the commit


def test_a_commit_that_is_gone(stage: Stage) -> None:
    stage.commit("Burrow", A)
    assert find(stage, "burrow") == [A]
    stage.work.git("reset", "--quiet", "--hard", "HEAD~1")
    assert find(stage, "burrow") == []
    assert find(stage, "wombats") == [A]


def asked(stage: Stage, *typed: str) -> tuple[list[str], str]:
    """What is found, and the statements that it took."""
    statements: list[str] = []

    def watch(event: str, given: tuple[object, ...]) -> None:
        if event == "entire.database" and isinstance(given[0], sqlite3.Connection) and watching:
            given[0].set_trace_callback(statements.append)

    watching = True
    sys.addaudithook(watch)
    found = find(stage, *typed)
    watching = False
    return found, "\n".join(statements)


_EVERYTHING = "SELECT oid, checkpoint, number FROM commits"


def test_one_more_commit_is_not_compared_with_all(stage: Stage) -> None:
    assert find(stage, "wombats") == [A]
    stage.checkpoint(B, {"lines": [user("more wombats")]})
    stage.commit("Burrow", B)
    found, statements = asked(stage, "burrow")
    assert found == [B]
    assert _EVERYTHING not in statements


def test_the_second_commit_of_a_checkpoint_is_the_newer_one(stage: Stage) -> None:
    assert find(stage, "wombats") == [A]
    stage.commit("Burrow", A)
    found, statements = asked(stage, "burrow")
    assert found == [A]
    assert _EVERYTHING in statements  # their order matters


def test_a_checkpoint_that_comes_after_its_commit(stage: Stage) -> None:
    stage.commit("Burrow", B)
    assert find(stage, "burrow") == []
    stage.checkpoint(B, {"lines": [user("more wombats")]})
    stage.commit("Nothing linked")
    assert find(stage, "burrow") == [B]


def test_a_branch_that_is_deleted_when_another_commit_is_made(stage: Stage) -> None:
    stage.work.git("switch", "--quiet", "-c", "topic")
    stage.checkpoint(B, {"lines": [user("more wombats")]})
    stage.commit("Burrow", B)
    assert find(stage, "burrow") == [B]
    stage.work.git("switch", "--quiet", "-")
    stage.work.git("branch", "-D", "topic")
    stage.commit("Something else")
    assert find(stage, "burrow") == []
    assert find(stage, "wombats") == [B, A]


def test_a_tip_that_git_no_longer_has(stage: Stage) -> None:
    stage.commit("Burrow", A)
    assert find(stage, "burrow") == [A]
    stage.work.git("reset", "--quiet", "--hard", "HEAD~1")
    stage.work.git("reflog", "expire", "--expire=now", "--all")
    stage.work.git("gc", "--quiet", "--prune=now")
    assert find(stage, "burrow") == []


def test_words_most_like_what_was_typed_come_first(stage: Stage) -> None:
    """And the others only if there are not enough."""
    long = " ".join(f"{'x' * number}wombat{'y' * number}" for number in range(1, 20)) + " "
    stage.checkpoint(B, {"lines": [user("zz" + long + " ".join(f"q{n:02}ombatlong" for n in range(60)))]})
    found, statements = asked(stage, "ombat")
    assert set(found) == {A, B}
    assert statements.count("instr(word") == 2 * 2  # in both databases, 40 words and all


@pytest.mark.parametrize("damage", [b"garbage" * 1000, b""])
def test_a_damaged_file_is_rebuilt(stage: Stage, damage: bytes) -> None:
    assert find(stage, "wombats") == [A]
    file(stage).write_bytes(damage)
    assert find(stage, "wombats") == [A]
    assert documents(stage)


def test_a_file_of_another_version_is_rebuilt(stage: Stage) -> None:
    find(stage, "wombats")
    db = sqlite3.connect(file(stage))
    db.execute("PRAGMA user_version = 99")
    db.close()
    assert find(stage, "wombats") == [A]


def test_a_table_that_is_damaged(stage: Stage) -> None:
    find(stage, "wombats")
    db = sqlite3.connect(file(stage))
    db.execute("ALTER TABLE docs RENAME COLUMN time TO times")
    db.close()
    assert find(stage, "wombats") == [A]


@contextmanager
def another_writes(path: Path, lock: str = "IMMEDIATE") -> Iterator[sqlite3.Connection]:
    """As another process does it; it writes nothing."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute(f"BEGIN {lock}")
    yield other
    other.execute("ROLLBACK")
    other.close()


def test_while_another_process_writes_what_is_there_is_found(stage: Stage) -> None:
    assert find(stage, "wombats") == [A]
    stage.checkpoint(B, {"lines": [user("more wombats")]})
    with (
        another_writes(file(stage)),
        another_writes(file(stage).with_name("search-live.db")),
        opened(stage) as search,
    ):
        search.update()
        assert [hit.checkpoint for hit in search.find(query.parse(["wombats"]))] == [A]
        assert (search.outdated, search.in_memory) == (True, False)
    assert set(find(stage, "wombats")) == {A, B}


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
def test_while_another_process_builds_the_first_index(stage: Stage, lock: str) -> None:
    with opened(stage) as search:  # the tables, and nothing in them
        search.complete()
    with another_writes(file(stage), lock), opened(stage) as search:
        search.update()
        with pytest.raises(Unfinished) as raised:
            search.find(query.parse(["wombats"]))
        assert raised.value.message == "another process is building the search index"
        assert raised.value.hint
        assert not search.in_memory
    assert find(stage, "wombats") == [A]


def test_a_large_transaction_lets_others_read(stage: Stage) -> None:
    """Pages that do not fit into SQLite's cache are written early, which shuts out readers until the end."""
    assert find(stage, "wombats") == [A]
    database = open_database(stage.repo, COMMITTED)

    def write(db: sqlite3.Connection) -> list[str]:
        with writing(db):
            texts = (f"{number} {os.urandom(50_000).hex()}" for number in range(100))
            db.executemany("INSERT INTO facts VALUES (?, ?)", ((text, text) for text in texts))
            return find(stage, "wombats")

    assert database.run(write) == [A]
    database.close()


def test_where_entire_is_not_set_up(repo: Repo) -> None:
    stage = Stage(repo)
    stage.checkpoint(A, {"lines": [user("about wombats")]})
    assert find(stage, "wombats") == [A]
    assert not file(stage).exists()


def test_without_a_transcript_prompts_are_found(stage: Stage) -> None:
    stage.checkpoint(B, {"prompts": ["Feed the numbat", "And the quoll"]})
    assert find(stage, "quoll") == find(stage, "numbat") == [B]


def test_only_a_checkpoints_own_turns(stage: Stage) -> None:
    """A checkpoint has the whole conversation, but its part begins later."""
    lines = [user("first quoll"), assistant("one"), user("second numbat"), assistant("two")]
    stage.checkpoint(B, {"lines": lines, "checkpoint_transcript_start": 2, "session_id": "long-1"})
    assert find(stage, "numbat") == [B]
    assert find(stage, "quoll") == []


def test_subagents(stage: Stage) -> None:
    records = [user("dig for the bilby"), assistant("no bettong there")]
    below = jsonl([record | {"isSidechain": True} for record in records])
    task = Task("toolu_1", agent_id="a1", subagent_transcript=below)
    stage.checkpoint(B, {"lines": [user("about wombats")], "task": task})
    assert find(stage, "bilby") == find(stage, "bettong") == [B]


def test_any_text_can_be_stored(stage: Stage) -> None:
    hostile = "nul \0 lone \ud800 quoll '\" ; DROP TABLE docs"
    stage.checkpoint(B, {"lines": [user(hostile)], "branch": "x", "model": "m'"})
    assert find(stage, "quoll") == [B]
    assert find(stage, "drop", "table", "docs") == [B]


@given(
    st.dictionaries(st.sampled_from("abcd"), st.sampled_from("12")),
    st.dictionaries(st.sampled_from("abcd"), st.sampled_from("12")),
)
def test_compare(before: dict[str, str], now: dict[str, str]) -> None:
    change = compare(before, now)
    assert {*change.gone, *change.changed, *change.new} == {
        id for id in {*before, *now} if before.get(id) != now.get(id)
    }
    assert not set(change.gone) & now.keys()
    assert not set(change.new) & before.keys()


SESSIONS = st.dictionaries(st.sampled_from("abcd"), st.sampled_from("12"))


@given(SESSIONS, SESSIONS, st.integers(0, 1000), st.integers(0, 1000))
def test_compare_live_sessions(before: dict[str, str], now: dict[str, str], wasted: int, kept: int) -> None:
    change = live.compare(before, now, wasted, kept)
    assert {id for id in now if before.get(id) != now[id]} <= set(change.sessions) <= set(now)
    assert change.rebuild or before.keys() <= now.keys()
    assert not change.rebuild or set(change.sessions) == set(now)
    if before == now:
        assert change == live.Change([], False)


def test_a_live_session_that_grows_and_goes_back(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "live.jsonl"
    path.write_bytes(jsonl([user("first quoll"), assistant("yes")]))
    stage.session("live-1", transcript_path=str(path))
    stage.session("live-2", transcript_path=str(tmp_path / "none.jsonl"))
    assert find(stage, "quoll") == ["live-1"]
    path.write_bytes(jsonl([user("first quoll"), assistant("yes"), user("second numbat")]))
    assert find(stage, "quoll") == find(stage, "numbat") == ["live-1"]
    path.write_bytes(jsonl([user("first quoll"), assistant("no")]))
    assert find(stage, "numbat") == []
    assert find(stage, "quoll") == ["live-1"]
    assert b"numbat" not in file(stage).with_name("search-live.db").read_bytes()
    stage.store.clear("live-1")
    assert find(stage, "quoll") == []
    assert b"quoll" not in file(stage).with_name("search-live.db").read_bytes()


def test_columns_are_what_the_option_takes() -> None:
    assert COLUMNS[:5] == ("prompts", "answers", "tools", "files", "commits")
