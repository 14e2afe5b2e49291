from __future__ import annotations

import os

import pytest
from tests.support import ODD_NAMES, Repo

from entire.git import patch
from entire.git.errors import GitError
from entire.git.objects.read import empty_tree
from entire.git.objects.texts import hunks_between
from entire.git.patch import FilePatch, Hunk, patches
from entire.git.repository import Repository


def tree(repo: Repo, commit: str = "HEAD") -> str:
    return repo.git("rev-parse", f"{commit}^{{tree}}")


def between(repo: Repo, found: Repository, paths: list[str] | None = None) -> dict[str, FilePatch]:
    """What the last commit changed."""
    [files] = patches(found, [(tree(repo, "HEAD~"), tree(repo))], paths)
    return {file.new_path: file for file in files}


def test_every_kind_of_change(repo: Repo, found: Repository) -> None:
    long = "".join(f"line {n}\n" for n in range(20))
    repo.write("edited", "a\nb\nc\nd\n")
    repo.write("end", "a\nb")
    repo.write("gone", "x\ny\n")
    repo.write("old", long)
    repo.write("binary", b"\0\1")
    repo.write("mode", "m\n")
    repo.write("becomes a link", "text\n")
    repo.commit("before")
    repo.write("edited", "a\nB\nc\nd\ne\nf\n")
    repo.write("end", "a\nb\n--- c\n")
    repo.write("empty", "")
    repo.write("binary", b"\0\2")
    repo.write("new", "@@ -1 +1 @@\n+++ x\ndiff --git a/x b/x\n\\ No newline at end of file")
    (repo.path / "gone").unlink()
    (repo.path / "old").rename(repo.path / "renamed")
    repo.write("renamed", "first\n" + long)
    (repo.path / "mode").chmod(0o755)
    (repo.path / "becomes a link").unlink()
    (repo.path / "becomes a link").symlink_to("there")
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{repo.head},module")
    (repo.path / "module").mkdir()
    repo.commit("after")
    files = between(repo, found)
    hunks = {path: file.hunks for path, file in files.items()}
    assert hunks == {
        "edited": (Hunk(1, (b"b",), 1, (b"B",)), Hunk(4, (), 4, (b"e", b"f"))),
        "end": (Hunk(1, (b"b",), 1, (b"b", b"--- c")),),
        "gone": (Hunk(0, (b"x", b"y"), 0, ()),),
        "renamed": (Hunk(0, (), 0, (b"first",)),),
        "binary": (),
        "mode": (),
        "becomes a link": (Hunk(0, (b"text",), 0, (b"there",)),),
        "empty": (),
        "new": (
            Hunk(
                0, (), 0, (b"@@ -1 +1 @@", b"+++ x", b"diff --git a/x b/x", b"\\ No newline at end of file")
            ),
        ),
        "module": (),
    }
    assert {path: file.left_out for path, file in files.items() if file.left_out} == {
        "binary": patch.BINARY,
        "module": patch.SUBMODULE,
    }
    odd = {"becomes a link": "T", "empty": "A", "gone": "D", "module": "A", "new": "A", "renamed": "R"}
    assert {path: file.status for path, file in files.items() if file.status != "M"} == odd
    assert (files["renamed"].old_path, files["edited"].old_path) == ("old", "edited")
    assert files["edited"].new_oid == repo.git("rev-parse", "HEAD:edited")


def test_many_pairs_in_one_process(repo: Repo, found: Repository, git_calls: list[list[str]]) -> None:
    """More than git takes in at once, and more than its pipe holds."""
    first = tree(repo)
    repo.write("big", "".join(f"{n}\n" for n in range(5_000)))
    repo.commit("big")
    pairs = [(first, tree(repo)), (tree(repo), first), (first, first)] * 40
    counts = [[len(file.hunks[0].added) for file in files] for files in patches(found, pairs)]
    assert counts == [[5_000], [0], []] * 40
    assert len(git_calls) == 1


def test_only_these_paths(repo: Repo, found: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("dir/a", "same enough to be recognised\n")
    repo.commit("before")
    repo.git("mv", "dir/a", "b")
    repo.write("*", "1\n")
    repo.write("other", "1\n")
    repo.write(".hidden/x", "1\n")
    repo.commit("after")
    assert [*between(repo, found, ["*", "b", "dir/a"])] == ["*", "b"]
    assert between(repo, found, ["b", "dir/a"])["b"].old_path == "dir/a"
    assert between(repo, found, []) == {}
    monkeypatch.setattr(patch, "_MAX_ARGUMENTS", 1)  # too many for git
    pairs = [(tree(repo, "HEAD~"), tree(repo))]
    [files] = patches(found, pairs, {"*", "b", "dir/a", ".hidden/x"}, without=(".hidden",))
    assert [file.new_path for file in files] == ["*", "b"]


@pytest.mark.parametrize("name", ODD_NAMES, ids=repr)
def test_odd_names(repo: Repo, found: Repository, name: bytes) -> None:
    text = os.fsdecode(name)
    repo.write(name, "1\n")
    repo.write(b"from " + name, "a line that is moved with its file\nand another one\n")
    repo.commit("before")
    repo.write(name, "2\n")
    (repo.path / f"from {text}").rename(repo.path / f"to {text}")
    repo.commit("odd")
    for paths in (None, [text, f"from {text}", f"to {text}"]):
        files = between(repo, found, paths)
        assert files[text].hunks == (Hunk(0, (b"1",), 0, (b"2",)),)
        assert files[f"to {text}"].old_path == f"from {text}"


def test_settings_of_the_user_change_nothing(repo: Repo, found: Repository) -> None:
    repo.write("a", "a line that stays\n1\n")
    repo.commit("before")
    repo.git("mv", "a", "b")
    repo.write("b", "a line that stays\n2\n")
    repo.write(".gitattributes", "b diff=odd\n")
    repo.commit("after")
    for setting in (
        "diff.noprefix=true",
        "diff.mnemonicPrefix=true",
        "diff.renames=false",
        "diff.context=9",
        "diff.external=false",
        "diff.odd.command=false",
        "diff.odd.textconv=tr a-z A-Z <",
        "diff.colorMoved=zebra",
        "color.ui=always",
        "core.quotePath=true",
        "diff.submodule=log",
        "diff.orderFile=.gitattributes",
    ):
        repo.git("config", *setting.split("=", 1))
        files = between(repo, found)
        assert (files["b"].old_path, files["b"].hunks) == ("a", (Hunk(1, (b"1",), 1, (b"2",)),))


def test_too_much_is_left_out(repo: Repo, found: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, size in (("a", 3), ("b", 11), ("c", 3), ("d", 10)):
        repo.write(name, "x\n" * size)
    repo.write("e", b"x" * (9 << 20))
    repo.commit("much")
    monkeypatch.setattr(patch, "MAX_FILE_LINES", 10)
    files = between(repo, found)
    assert {path: file.left_out for path, file in files.items()} == {
        "a": "",
        "b": patch.LARGE,
        "c": "",
        "d": "",
        "e": patch.BINARY,
    }
    assert files["b"].hunks == ()
    monkeypatch.setattr(patch, "MAX_LINES", 20)
    assert [path for path, file in between(repo, found).items() if file.left_out] == ["b", "d", "e"]


def test_blobs_that_are_the_same_elsewhere(repo: Repo, found: Repository) -> None:
    """Patches are matched by their blobs: two files with the same change have the same patch."""
    for name in ("a", "b"):
        repo.write(name, "1\n")
    repo.commit("before")
    for name in ("a", "b"):
        repo.write(name, "2\n")
    repo.commit("after")
    assert [file.hunks for file in between(repo, found).values()] == [(Hunk(0, (b"1",), 0, (b"2",)),)] * 2


def test_trees_that_are_not_there(repo: Repo, found: Repository) -> None:
    with pytest.raises(GitError, match="Could not read 1111"):
        list(patches(found, [(tree(repo), "1" * 40)]))
    assert list(patches(found, [])) == []


def test_the_empty_tree(repo: Repo, found: Repository) -> None:
    [files] = patches(found, [(empty_tree(repo.head), tree(repo))])
    assert [(file.status, file.new_path) for file in files] == [("A", "README.md")]


def test_a_repository_with_long_ids(tmp_path_factory: pytest.TempPathFactory) -> None:
    from entire.git.repository import open_repository

    repo = Repo.init(tmp_path_factory.mktemp("sha256"), "--object-format=sha256")
    repo.write("a", "1\n")
    repo.commit("one")
    [[file]] = patches(open_repository(str(repo.path)), [(empty_tree(repo.head), tree(repo))])
    assert file.hunks == (Hunk(0, (), 0, (b"1",)),)


def test_texts(repo: Repo, found: Repository, git_calls: list[list[str]]) -> None:
    pairs = [(b"a\nb\n", b"a\nc\n"), (b"x", b"x"), (b"\0", b"\1"), (b"", b"1\n")]
    first = (Hunk(1, (b"b",), 1, (b"c",)),)
    assert hunks_between(found, pairs) == [first, (), None, (Hunk(0, (), 0, (b"1",)),)]
    assert len(git_calls) == 1
