"""The reflog of HEAD: what its file says, and what git says, is the same."""

from __future__ import annotations

import pytest
from tests.support import Repo

from entire.core import files
from entire.git import reflog
from entire.git.repository import Repository, open_repository


@pytest.fixture
def opened(repo: Repo) -> Repository:
    """HEAD moved in every way that changes what a move began at."""
    for number in range(3):
        repo.write("a.txt", f"{number}\n")
        repo.commit(f"commit {number}: a subject")
    repo.git("commit", "--quiet", "--amend", "-m", "other words")
    repo.git("checkout", "--quiet", "-b", "side", "HEAD~1")
    repo.git("reset", "--quiet", "--hard", "main")
    repo.git("checkout", "--quiet", "--orphan", "new")
    repo.git("commit", "--quiet", "-m", "a new start")
    repo.git("checkout", "--quiet", "main")
    return open_repository(str(repo.path))


@pytest.mark.parametrize("limit", [1, 2, 4, 7, 100])
def test_git_says_the_same(opened: Repository, limit: int) -> None:
    told = reflog.moves(opened, limit)
    assert told == reflog.recent(opened, limit)
    assert len(told) == min(limit, len(reflog.moves(opened)))


def test_git_is_asked_if_there_is_no_file(opened: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with reftable."""
    amended = next(move for move in reflog.recent(opened, 100) if move.action == "commit (amend)")
    monkeypatch.setattr(files, "open_regular", lambda path: None)
    assert reflog.move_to(opened, amended.oid) in reflog.moves(opened)
    assert reflog.tip(opened) == ""


@pytest.mark.parametrize(("count", "width"), [(30, 10), (150, 400), (230, 10), (230, 400)])
def test_the_last_moves(repo: Repo, opened: Repository, count: int, width: int) -> None:
    """Also of a file that is longer than what is read of it."""
    ids = [move.oid for move in reflog.recent(opened, 100) if move.action.startswith("commit")]
    for number in range(count):
        subject = f"rebase (pick): {number} ".ljust(width, "x")
        repo.git("update-ref", "--create-reflog", "-m", subject, "HEAD", ids[number % 2])
    found = reflog.last(opened)
    assert found == reflog.moves(opened, reflog.MOVES)
    assert len(found) == min(reflog.MOVES, len(reflog.moves(opened)))


def test_nothing_moved_yet(tmp_path_factory: pytest.TempPathFactory) -> None:
    repo = Repo.init(tmp_path_factory.mktemp("empty"))
    assert reflog.last(open_repository(str(repo.path))) == []
