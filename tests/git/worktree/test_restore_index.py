"""The index is put in its place under git's lock; a lock that a killed undo left is recognized."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support import Repo

from entire.core.errors import EntireError
from entire.core.paths import INDEX_FILE
from entire.git.repository import Repository, open_repository
from entire.git.worktree import reset


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    made = Repo.init(tmp_path / "repo")
    made.write("one", "1\n")
    made.commit("first")
    return open_repository(str(made.path))


def names(repo: Repository) -> list[str]:
    return sorted(name for name in os.listdir(repo.git_dir) if "index" in name.lower())


def test_the_index_is_replaced(repo: Repository) -> None:
    data = Path(repo.git_dir, "index").read_bytes()
    repo.run("rm", "--quiet", "--cached", "one")
    reset.restore_index(repo, data)
    assert repo.run("status", "--porcelain").out == b""
    assert names(repo) == ["index"]


def test_the_lock_of_git_is_respected(repo: Repository) -> None:
    lock = Path(repo.git_dir, "index.lock")
    lock.write_bytes(b"")
    before = Path(repo.git_dir, "index").read_bytes()
    assert reset.index_is_locked(repo)
    with pytest.raises(EntireError, match="locked by another git process"):
        reset.restore_index(repo, b"other")
    assert Path(repo.git_dir, "index").read_bytes() == before
    assert names(repo) == ["index", "index.lock"]


def test_what_a_killed_undo_left_is_removed(repo: Repository) -> None:
    data = Path(repo.git_dir, "index").read_bytes()
    own = Path(repo.git_dir, INDEX_FILE)
    own.write_bytes(b"half")
    os.link(own, Path(repo.git_dir, "index.lock"))
    assert not reset.index_is_locked(repo)
    reset.restore_index(repo, data)
    assert Path(repo.git_dir, "index").read_bytes() == data
    assert names(repo) == ["index"]


def test_a_failure_leaves_no_lock(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "replace", _full_after_the_first(os.replace))
    with pytest.raises(OSError, match="full"):
        reset.restore_index(repo, b"other")
    assert names(repo) == ["index"]


def test_a_file_system_without_hard_links(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", _refuse)
    data = Path(repo.git_dir, "index").read_bytes()
    repo.run("rm", "--quiet", "--cached", "one")
    reset.restore_index(repo, data)
    assert repo.run("status", "--porcelain").out == b""
    assert names(repo) == ["index"]


def _refuse(source: str, target: str) -> None:
    raise PermissionError("no hard links here")


def _full_after_the_first(replace: Callable[[str, str], None]) -> Callable[[str, str], None]:
    calls = []

    def fail(source: str, target: str) -> None:
        calls.append(target)
        if len(calls) > 1:
            raise OSError("full")
        replace(source, target)

    return fail
