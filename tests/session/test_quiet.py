"""What the scripts of the hooks read of sessions: short, because a shell reads byte by byte."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.support import Repo

from entire.git import repository
from entire.session.quiet import describe, note
from entire.session.state import State
from entire.session.store import QUIET, Store

_FOLDER = "/home/ada/.claude/projects/-home-ada-work/"


def _session(id: str, path: str, *sources: str) -> State:
    return State(session_id=id, transcript_path=path, transcript_sources=list(sources))


def _beside(number: int) -> State:
    id = f"0b5ba2a4-0000-4000-8000-{number:012}"
    return _session(id, f"{_FOLDER}{id}.jsonl")


def test_how_many_sessions_there_are_makes_it_no_longer() -> None:
    few, many = (describe([_beside(number) for number in range(count)]) for count in (10, 20))
    assert few.splitlines() == ["sessions 10", f"before {_FOLDER}", "after .jsonl", "worktree "]
    assert many == few.replace("sessions 10", "sessions 20")


def test_transcripts_that_are_elsewhere() -> None:
    states = [
        _session("six", "/c d/six"),
        _session("one", "/a/one.jsonl"),
        _session("two", "/a/two.jsonl", "/b/opencode.db"),
        _session("ten", "/a/ten.jsonl"),
    ]
    assert describe(states).splitlines()[:-1] == [
        *("sessions 4", "before /a/", "after .jsonl"),
        *("session six", "transcript /c d/six"),
        *("session two", "transcript /b/opencode.db"),
    ]


def test_a_path_without_the_id() -> None:
    assert describe([_session("one", "/a/b.json")]).splitlines()[:-1] == [
        *("sessions 1", "before ", "after "),
        *("session one", "transcript /a/b.json"),
    ]


def test_no_sessions() -> None:
    assert describe([]) == ""


@pytest.mark.parametrize(
    ("answers", "there"), [((False, False), True), ((True,), False), ((False, True), False)]
)
def test_what_changes_while_the_file_is_written(repo: Repo, answers: tuple[bool, ...], there: bool) -> None:
    """Git needs no lock of ours, to reset HEAD for example."""
    store = Store(repository.open_repository(str(repo.path)))
    store.save(_beside(1))
    asked = iter(answers)
    assert note(store, lambda: next(asked)) is there
    assert Path(os.path.join(store.directory, QUIET)).exists() is there
    assert not list(asked)
