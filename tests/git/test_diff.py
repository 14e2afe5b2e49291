from __future__ import annotations

import os

import pytest
from tests.support import ODD_NAMES, Repo

from entire.git import diff
from entire.git.diff import FileChange, LineCounts
from entire.git.repository import Repository

_ZERO = "0" * 40


def paths(changes: list[FileChange]) -> list[tuple[str, str]]:
    return [(change.status, change.path) for change in changes]


def test_commit(repo: Repo, found: Repository) -> None:
    repo.write("edited", "1")
    repo.write("gone", "1")
    repo.write("dir/typed", "1")
    repo.commit("before")
    repo.write("edited", "2")
    repo.write("dir/new", "1")
    (repo.path / "gone").unlink()
    (repo.path / "dir/typed").unlink()
    (repo.path / "dir/typed").symlink_to("x")
    commit = repo.commit("after")
    assert paths(diff.commit_changes(found, commit)) == [
        ("A", "dir/new"),
        ("T", "dir/typed"),
        ("M", "edited"),
        ("D", "gone"),
    ]
    added, _, edited, gone = diff.commit_changes(found, commit)
    assert (added.old_oid, added.new_oid) == (_ZERO, repo.git("rev-parse", "HEAD:dir/new"))
    assert (edited.old_oid, edited.new_oid) == (
        repo.git("rev-parse", "HEAD~:edited"),
        repo.git("rev-parse", "HEAD:edited"),
    )
    assert gone.new_oid == _ZERO


def test_root_commit_changes_everything(repo: Repo, found: Repository) -> None:
    assert paths(diff.commit_changes(found, "HEAD")) == [("A", "README.md")]


def test_empty_commit(repo: Repo, found: Repository) -> None:
    assert diff.commit_changes(found, repo.commit("nothing")) == []


def test_renames_are_two_changes(repo: Repo, found: Repository) -> None:
    repo.git("config", "diff.renames", "copies")
    repo.git("mv", "README.md", "moved")
    assert paths(diff.commit_changes(found, repo.commit("move"))) == [("D", "README.md"), ("A", "moved")]


def test_merge_is_compared_with_its_first_parent(repo: Repo, found: Repository) -> None:
    repo.git("switch", "--quiet", "--create", "side")
    repo.write("theirs", "1")
    repo.commit("theirs")
    repo.git("switch", "--quiet", "main")
    repo.write("ours", "1")
    repo.commit("ours")
    repo.git("merge", "--quiet", "--no-edit", "side")
    assert paths(diff.commit_changes(found, "HEAD")) == [("A", "theirs")]


def test_a_name_that_looks_like_an_option(found: Repository) -> None:
    with pytest.raises(Exception, match="failed"):
        diff.commit_changes(found, "--stdin")


def test_staged(repo: Repo, found: Repository) -> None:
    repo.write("staged", "1")
    repo.git("add", "staged")
    repo.write("README.md", "not staged")
    assert paths(diff.staged_changes(found)) == [("A", "staged")]
    repo.git("rm", "--quiet", "--cached", "README.md")
    assert paths(diff.staged_changes(found)) == [("D", "README.md"), ("A", "staged")]


def test_staged_in_the_index_of_a_commit_in_progress(repo: Repo, found: Repository) -> None:
    repo.write("partial", "1")
    repo.git("add", "partial")
    index = repo.path / ".git/next-index-1.lock"
    (repo.path / ".git/index").rename(index)
    repo.git("read-tree", "HEAD")
    assert diff.staged_changes(found) == []
    assert paths(diff.staged_changes(found, str(index))) == [("A", "partial")]


def test_staged_against_another_commit(repo: Repo, found: Repository) -> None:
    first = repo.head
    repo.write("second", "1")
    repo.commit("second")
    assert paths(diff.staged_changes(found, against=first)) == [("A", "second")]


@pytest.mark.parametrize("name", ODD_NAMES, ids=repr)
def test_odd_names(repo: Repo, found: Repository, name: bytes) -> None:
    before, text = repo.head, os.fsdecode(name)
    repo.write(name, "1\n2\n")
    repo.git("add", "--all")
    assert paths(diff.staged_changes(found)) == [("A", text)]
    commit = repo.commit("odd")
    assert paths(diff.commit_changes(found, commit)) == [("A", text)]
    assert diff.line_counts(found, before, commit) == {text: LineCounts(2, 0)}
    assert diff.line_counts(found, before, commit, [text]) == {text: LineCounts(2, 0)}


def test_line_counts(repo: Repo, found: Repository) -> None:
    repo.write("edited", "1\n2\n3\n")
    repo.write("gone", "1\n2")
    before = repo.commit("before")
    repo.write("edited", "1\nzwei\n3\n4\n")
    repo.write("binary", b"\0\1\2")
    repo.write("dir/new", "1\n")
    (repo.path / "gone").unlink()
    after = repo.commit("after")
    every = {"edited": LineCounts(2, 1), "dir/new": LineCounts(1, 0), "gone": LineCounts(0, 2)}
    assert diff.line_counts(found, before, after) == every
    assert diff.line_counts(found, before, after, ["edited", "dir"]) == {"edited": LineCounts(2, 1)}
    assert diff.line_counts(found, before, after, []) == {}
    assert diff.line_counts(found, before, after, [f"none{n}" for n in range(99_999)] + list(every)) == every


def test_patterns_are_taken_as_names(repo: Repo, found: Repository) -> None:
    before = repo.head
    repo.write("*.py", "1\n")
    repo.write("x.py", "1\n")
    assert list(diff.line_counts(found, before, repo.commit("star"), ["*.py"])) == ["*.py"]
