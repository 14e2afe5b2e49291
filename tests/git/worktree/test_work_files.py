"""Writing to the work tree: whole files, and nothing through a link."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from tests.support import ODD_NAMES, Repo

from entire.git.objects.read import Objects
from entire.git.objects.tree import Entry
from entire.git.repository import open_repository
from entire.git.worktree.staged_files import checked_out, store_raw
from entire.git.worktree.work_files import WorkFiles, is_safe


@pytest.mark.parametrize(
    "path",
    [
        *("", "/x", "x/", "x//y", ".", "..", "x/../y", "../x", ".git", ".git/config", "x/.GIT/y"),
        *(".git.", ".git ", ".git::$INDEX", "GIT~1/x", ".g\u200dit/x", "x\0y", "n" * 256, "é" * 128),
    ],
)
def test_paths_that_are_not_safe(path: str) -> None:
    assert not is_safe(path)


@pytest.mark.parametrize(
    "path", [".gitignore", "a.git/x", "...", ".entire", "n" * 255, "x/y z", "git~2", "a\\b"]
)
def test_paths_that_are(path: str) -> None:
    assert is_safe(path)


def test_odd_names(repo: Repo) -> None:
    with WorkFiles(open_repository(str(repo.path))) as work:
        for name in ODD_NAMES:
            path = f"d/{os.fsdecode(name)}"
            assert is_safe(path)
            work.write(path, io.BytesIO(name), None)
            assert (repo.path / path).read_bytes() == name
        for name in ODD_NAMES:
            work.remove(f"d/{os.fsdecode(name)}")
    assert not (repo.path / "d").exists()


def test_permissions(repo: Repo) -> None:
    before = os.umask(0o027)
    try:
        with WorkFiles(open_repository(str(repo.path))) as work:
            work.write("new", io.BytesIO(b"x"), None)
            work.write("run", io.BytesIO(b"x"), None, executable=True)
            work.write("kept", io.BytesIO(b"x"), 0o604)
    finally:
        os.umask(before)
    modes = [(repo.path / name).stat().st_mode & 0o777 for name in ("new", "run", "kept")]
    assert modes == [0o640, 0o750, 0o604]
    assert not list(repo.path.glob("*.entire-tmp"))


def test_no_way_through_links(repo: Repo, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x").write_text("precious")
    (repo.path / "d").symlink_to(outside)
    (repo.path / "x").symlink_to(outside / "x")
    with WorkFiles(open_repository(str(repo.path))) as work:
        for path in ("d/x", "d/new/x"):
            with pytest.raises(OSError, match="d"):
                work.write(path, io.BytesIO(b"hostile"), None)
            with pytest.raises(OSError, match="d"):
                work.link(path, b"hostile")
        work.remove("d/x")
        work.make_directory("d/made", 0o755)
        work.write("x", io.BytesIO(b"ours"), None)  # replaces the link itself
    assert sorted(os.listdir(outside)) == ["x"]
    assert (outside / "x").read_text() == "precious"
    assert (repo.path / "x").read_text() == "ours"


def test_files_and_directories_in_the_way(repo: Repo) -> None:
    repo.write("full/x", "x")
    (repo.path / "empty/below").mkdir(parents=True)
    with WorkFiles(open_repository(str(repo.path))) as work:
        work.write("empty", io.BytesIO(b"now a file"), None)
        with pytest.raises(NotADirectoryError):
            work.write("full", io.BytesIO(b"x"), None)
        with pytest.raises(NotADirectoryError):
            work.write("README.md/x", io.BytesIO(b"x"), None)
        work.remove("README.md/x")
        work.remove("not there")
    assert (repo.path / "empty").read_text() == "now a file"
    assert (repo.path / "full/x").read_text() == "x"
    assert not list(repo.path.rglob("*.entire-tmp"))


def test_where_the_user_stands_stays(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("a/b/c/x", "x")
    monkeypatch.chdir(repo.path / "a/b")
    with WorkFiles(open_repository(str(repo.path))) as work:
        work.remove("a/b/c/x")
    assert os.listdir(repo.path / "a/b") == []


def test_contents_as_git_checks_them_out(repo: Repo) -> None:
    """By the attributes of the tree, not of the work tree."""
    repo.write(".gitattributes", "*.txt eol=crlf\n")
    repo.write("x.txt", "one\n")
    repo.write("sub/.gitattributes", "*.txt eol=lf\n")
    repo.write("sub/y.txt", "two\n")
    commit = repo.commit("attributes")
    repo.write(".gitattributes", "* -text\n")
    opened = open_repository(str(repo.path))
    before = sorted(os.listdir(opened.git_dir))
    with Objects(opened) as objects:
        tree = repo.git("rev-parse", f"{commit}^{{tree}}")
        wanted = {name: objects.entry(tree, name) or Entry("", "") for name in ("x.txt", "sub/y.txt")}
        with checked_out(opened, objects, tree, wanted) as place:
            assert Path(place, "x.txt").read_bytes() == b"one\r\n"
            assert Path(place, "sub/y.txt").read_bytes() == b"two\n"
    assert sorted(os.listdir(opened.git_dir)) == before
    assert repo.git("status", "--porcelain") == " M .gitattributes"


def test_raw_contents(repo: Repo) -> None:
    repo.write(".gitattributes", "* text eol=lf\n")
    names = ["x\r\ny", *map(os.fsdecode, ODD_NAMES)]
    for name in names:
        repo.write(name, b"a\r\nb")
    oids = store_raw(open_repository(str(repo.path)), names)
    assert set(oids) == set(names)
    assert {repo.git("cat-file", "-s", oid) for oid in oids.values()} == {"4"}
