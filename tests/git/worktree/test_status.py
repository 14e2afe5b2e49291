from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.support import ODD_NAMES, Repo

from entire.git.repository import Repository, open_repository
from entire.git.worktree import status
from entire.git.worktree.status import Changed


def changed(repository: Repository) -> dict[str, Changed]:
    return {entry.path: entry for entry in status.read(repository).changed}


def test_clean(repo: Repo, found: Repository) -> None:
    assert status.read(found) == status.Status(repo.head, "main", [], [], status.index_signature(found))


def test_whether_the_index_changed(repo: Repo, found: Repository) -> None:
    before = status.read(found).index_file
    assert status.index_signature(found) == before
    repo.write("a", "1")
    repo.git("add", "a")
    assert status.index_signature(found) != before


def test_modified_staged_and_not(repo: Repo, found: Repository) -> None:
    repo.write("a", "1")
    repo.write("b", "1")
    repo.commit("two")
    repo.write("a", "2")
    repo.write("b", "2")
    repo.git("add", "a")
    repo.write("new", "1")
    repo.git("add", "new")
    assert changed(found) == {
        "a": Changed("a", "modified", "100644", staged=True),
        "b": Changed("b", "modified", "100644"),
        "new": Changed("new", "modified", "100644", staged=True),
    }


def test_deleted_staged_and_not(repo: Repo, found: Repository) -> None:
    for name in "abc":
        repo.write(name, name)
    repo.commit("three")
    (repo.path / "a").unlink()
    repo.git("rm", "--quiet", "b")
    repo.write("staged then deleted").unlink()
    repo.write("d", "1")
    repo.git("add", "d")
    (repo.path / "d").unlink()
    assert {name: entry.kind for name, entry in changed(found).items()} == {
        "a": "deleted",
        "b": "deleted",
        "d": "deleted",
    }


def test_removed_from_the_index_only(repo: Repo, found: Repository) -> None:
    repo.git("rm", "--quiet", "--cached", "README.md")
    kinds = [(entry.path, entry.kind) for entry in status.read(found).changed]
    assert kinds == [("README.md", "deleted"), ("README.md", "untracked")]


def test_untracked_in_new_directories(repo: Repo, found: Repository) -> None:
    repo.write(".gitignore", "*.log\n")
    repo.commit("ignore")
    repo.write("new/deep/file")
    repo.write("new/other")
    repo.write("new/ignored.log")
    assert status.read(found).untracked == ["new/deep/file", "new/other"]


@pytest.mark.parametrize("value", ["no", "normal"])
def test_the_user_s_settings_do_not_change_the_answer(repo: Repo, found: Repository, value: str) -> None:
    repo.git("config", "status.showUntrackedFiles", value)
    repo.git("config", "status.renames", "copies")
    repo.git("config", "status.relativePaths", "true")
    repo.write("old", "some text that is long enough to be recognised\n" * 9)
    repo.commit("old")
    repo.git("mv", "old", "new")
    repo.write("dir/untracked")
    assert {name: entry.kind for name, entry in changed(found).items()} == {
        "old": "deleted",
        "new": "modified",
        "dir/untracked": "untracked",
    }


def test_another_repository_is_not_listed(repo: Repo, found: Repository) -> None:
    Repo.init(repo.path / "nested").commit("inner")
    assert status.read(found).untracked == []


def test_type_and_mode_changes(repo: Repo, found: Repository) -> None:
    repo.write("file", "x")
    repo.write("script", "x")
    (repo.path / "link").symlink_to("file")
    repo.commit("types")
    (repo.path / "file").unlink()
    (repo.path / "file").symlink_to("script")
    (repo.path / "link").unlink()
    repo.write("link", "now a file")
    (repo.path / "script").chmod(0o755)
    assert {name: entry.mode for name, entry in changed(found).items()} == {
        "file": "120000",
        "link": "100644",
        "script": "100755",
    }


def test_unmerged(repo: Repo, found: Repository) -> None:
    repo.write("both", "base\n")
    repo.write("removed here", "base\n")
    repo.commit("base")
    repo.git("switch", "--quiet", "--create", "side")
    repo.write("both", "theirs\n")
    repo.write("removed here", "theirs\n")
    repo.commit("theirs")
    repo.git("switch", "--quiet", "main")
    repo.write("both", "ours\n")
    repo.git("rm", "--quiet", "removed here")
    repo.commit("ours")
    repo.git("config", "merge.conflictStyle", "merge")
    with pytest.raises(AssertionError):
        repo.git("merge", "side")
    (repo.path / "removed here").unlink()
    assert changed(found) == {
        "both": Changed("both", "modified", "100644", unmerged=True),
        "removed here": Changed("removed here", "deleted", unmerged=True),
    }


@pytest.mark.parametrize("name", ODD_NAMES, ids=repr)
def test_odd_names(repo: Repo, found: Repository, name: bytes) -> None:
    text = os.fsdecode(name)
    repo.write(name, "1")
    assert status.read(found).untracked == [text]
    repo.commit("odd")
    repo.write(name, "2")
    assert changed(found) == {text: Changed(text, "modified", "100644")}


def test_unborn_branch(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / "new")
    repo.write("staged")
    repo.git("add", "staged")
    repo.write("untracked")
    read = status.read(open_repository(str(repo.path)))
    assert (read.head, read.branch) == ("", "main")
    assert [(entry.path, entry.kind) for entry in read.changed] == [
        ("staged", "modified"),
        ("untracked", "untracked"),
    ]


def test_detached(repo: Repo, found: Repository) -> None:
    repo.git("switch", "--quiet", "--detach")
    assert status.read(found)[:2] == (repo.head, "")


def test_submodule_that_moved(repo: Repo, found: Repository, tmp_path: Path) -> None:
    inner = Repo.init(tmp_path / "inner")
    inner.commit("first")
    repo.git("submodule", "--quiet", "add", str(inner.path), "sub")
    repo.commit("sub")
    sub = Repo(repo.path / "sub")
    sub.write("dirt")
    assert changed(found) == {}
    sub.commit("second")
    assert changed(found) == {"sub": Changed("sub", "modified", "160000", submodule=True)}


def test_from_a_linked_worktree(repo: Repo, tmp_path: Path) -> None:
    repo.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "linked"))
    Repo(tmp_path / "linked").write("here", "x")
    read = status.read(open_repository(str(tmp_path / "linked")))
    assert (read.branch, read.untracked) == ("side", ["here"])


def test_one_git_call_that_takes_no_lock(repo: Repo, found: Repository, git_calls: list[list[str]]) -> None:
    index = repo.path / ".git/index"
    before = index.stat()
    os.utime(repo.path / "README.md", (1, 1))
    assert changed(found) == {}
    assert len(git_calls) == 1
    assert (index.stat().st_mtime_ns, index.stat().st_ino) == (before.st_mtime_ns, before.st_ino)
