from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import ODD_NAMES, Repo

from entire.git.errors import GitError
from entire.git.objects import read
from entire.git.objects.read import Commit, Object, Objects, parse_commit, parse_tree
from entire.git.objects.tree import Entry
from entire.git.repository import Repository, open_repository


def blob_id(repo: Repo, content: bytes) -> str:
    return repo.git("hash-object", "-w", "--stdin", data=content)


def test_objects_by_any_name(repo: Repo, found: Repository) -> None:
    oid = repo.git("rev-parse", "HEAD:README.md")
    with Objects(found) as objects:
        for name in (oid, oid[:7], "HEAD:README.md", "refs/heads/main:README.md"):
            assert objects.read(name) == Object(oid, "blob", b"# A project\n")
        assert objects.blob(oid) == b"# A project\n"
        assert objects.blob("HEAD") is None
        assert objects.commit(oid) is None


@pytest.mark.parametrize(
    "name",
    [
        "nothing",
        "0" * 40,
        "",
        "two words",
        "x y 5",
        "a\nHEAD",
        "HEAD\r",
        "HEAD\0",
        "\ud800",
        "half \udc80",
        "x" * 100_000,
        "HEAD:missing",
        "--batch-all-objects",
    ],
    ids=lambda name: ascii(name[:20]),
)
def test_names_of_nothing(repo: Repo, found: Repository, name: str) -> None:
    with Objects(found) as objects:
        assert objects.read(name) is None
        kinds = [item and item.kind for item in objects.read_many([name, "HEAD", name, "HEAD^{tree}"])]
        assert kinds == [None, "commit", None, "tree"]


def test_ambiguous_name(repo: Repo, found: Repository) -> None:
    prefixes: set[str] = set()
    number = 0
    while True:  # four digits of a hash meet soon
        prefix = blob_id(repo, str(number).encode())[:4]
        if prefix in prefixes:
            break
        prefixes.add(prefix)
        number += 1
    with Objects(found) as objects:
        assert objects.read(prefix) is None
        assert objects.read("HEAD")


def test_many_at_once_are_one_process(repo: Repo, found: Repository, git_calls: list[list[str]]) -> None:
    contents = [str(number).encode() * number for number in range(700)]
    for number, content in enumerate(contents):
        repo.write(f"files/{number}", content)
    repo.commit("many")
    git_calls.clear()
    with Objects(found) as objects:
        names = [f"HEAD:files/{number}" for number in range(700)]
        assert [item and item.data for item in objects.read_many(names)] == contents
        assert list(objects.read_many([])) == []
    assert len(git_calls) == 1


def test_large_and_binary(repo: Repo, found: Repository) -> None:
    contents = [b"", b"\n", b"\0\xff\r\n" * 500_000, b"no newline"]
    with Objects(found) as objects:
        names = [blob_id(repo, content) for content in contents] * 40
        assert [item and item.data for item in objects.read_many(names)] == contents * 40


def test_nothing_asked_nothing_started(found: Repository, git_calls: list[list[str]]) -> None:
    with Objects(found) as objects:
        assert list(objects.read_many([])) == []
        assert objects.read("") is None
    assert git_calls == []


def test_a_reader_that_is_left_half_way_stays_in_step(repo: Repo, found: Repository) -> None:
    names = ["HEAD", "HEAD^{tree}"] * 500
    with Objects(found) as objects:
        assert next(objects.read_many(names))
        found_tree = objects.read("HEAD^{tree}")
        assert found_tree
        assert found_tree.kind == "tree"


def test_git_that_dies_is_not_an_object_that_is_missing(repo: Repo, found: Repository) -> None:
    broken = found.replace(git_dir=str(repo.path / "nowhere"))
    with Objects(broken) as objects, pytest.raises(GitError, match="cat-file"):
        objects.read("HEAD")


def test_trees(repo: Repo, found: Repository) -> None:
    repo.write("dir/sub/file", "deep")
    repo.write("run", "x").chmod(0o755)
    (repo.path / "link").symlink_to("dir")
    repo.commit("tree")
    tree = repo.git("rev-parse", "HEAD^{tree}")
    with Objects(found) as objects:
        assert {name: entry.mode for name, entry in objects.tree(tree).items()} == {
            "README.md": "100644",
            "dir": "40000",
            "link": "120000",
            "run": "100755",
        }
        assert [path for path, _ in objects.walk(tree)] == ["README.md", "dir/sub/file", "link", "run"]
        assert objects.file(tree, "dir/sub/file") == b"deep"
        assert objects.file(tree, "link") == b"dir"
        assert objects.file(tree, "dir") is None
        assert objects.entry(tree, "dir/sub") == Entry("40000", repo.git("rev-parse", "HEAD:dir/sub"))
        for missing in ("none", "dir/none", "run/x", "dir/sub/file/x", "", "/", "dir/"):
            assert objects.entry(tree, missing) is None
        assert objects.tree("0" * 40) == {}
        assert objects.tree(repo.head) == {}


@pytest.mark.parametrize("name", ODD_NAMES, ids=repr)
def test_odd_names_in_trees(repo: Repo, found: Repository, name: bytes) -> None:
    repo.write(b"dir/" + name, "odd")
    repo.commit("odd")
    path = "dir/" + os.fsdecode(name)
    tree = repo.git("rev-parse", "HEAD^{tree}")
    with Objects(found) as objects:
        assert objects.file(tree, path) == b"odd"
        assert path in dict(objects.walk(tree))


def test_submodules_are_entries_without_content(repo: Repo, found: Repository) -> None:
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{repo.head},sub")
    repo.git("commit", "--quiet", "--message=sub")
    tree = repo.git("rev-parse", "HEAD^{tree}")
    with Objects(found) as objects:
        assert objects.entry(tree, "sub") == Entry("160000", repo.git("rev-parse", "HEAD~"))
        assert objects.file(tree, "sub") is None


def test_padded_modes_of_old_programs() -> None:
    oid = bytes(range(20))
    tree = parse_tree(Object("a" * 40, "tree", b"040000 dir\0" + oid + b"100644 file\0" + oid))
    assert tree == {"dir": Entry("40000", oid.hex()), "file": Entry("100644", oid.hex())}
    assert tree["dir"].is_tree


def test_commit(repo: Repo, found: Repository) -> None:
    first = repo.head
    second = repo.commit("subject\n\nbody\nmore")
    with Objects(found) as objects:
        commit = objects.commit("HEAD")
    assert commit
    assert commit[:3] == (second, repo.git("rev-parse", "HEAD^{tree}"), (first,))
    assert commit.author.startswith("Test Person <person@example.com> ")
    assert (commit.subject, commit.message) == ("subject", "subject\n\nbody\nmore\n")
    assert f"{commit.time} {commit.offset}" == repo.git("log", "-1", "--format=%ad", "--date=raw")


def test_signed_merge_commit_with_odd_bytes() -> None:
    raw = (
        b"tree 1111\nparent 2222\nparent 3333\nauthor Jos\xe9 <j@x> 1700000000 -0330\n"
        b"committer C <c@x> 1700000001 +0000\ngpgsig -----BEGIN\n author forged <f@x> 1 +0000\n \n -----END\n"
        b"encoding latin1\n\nsubject caf\xe9\n\ntree 9999\n"
    )
    commit = parse_commit(Object("4444", "commit", raw))
    assert (commit.tree, commit.parents) == ("1111", ("2222", "3333"))
    assert (commit.time, commit.offset) == (1700000000, "-0330")
    assert commit.message == "subject caf\udce9\n\ntree 9999\n"


@pytest.mark.parametrize(
    "author",
    [b"", b"x", b"A <a@x>", b"A <a@x> soon +0000", b"A <a@x> 1", b"A <a@x> " + b"9" * 5000 + b" +0000"],
)
def test_commits_without_a_usable_date(author: bytes) -> None:
    commit = parse_commit(Object("1", "commit", b"tree 2\nauthor " + author + b"\n\nx"))
    assert (commit.time, commit.offset) == (0, "+0000")


@given(st.binary(max_size=200))
def test_no_commit_is_too_broken_to_read(raw: bytes) -> None:
    commit = parse_commit(Object("1", "commit", raw))
    assert isinstance(commit, Commit)
    assert isinstance(commit.time, int)


def test_sha256(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / "long", "--object-format=sha256")
    repo.write("dir/file", "x")
    head = repo.commit("first")
    tree = repo.git("rev-parse", "HEAD^{tree}")
    with Objects(open_repository(str(repo.path))) as objects:
        commit = objects.commit(head)
        assert commit
        assert (len(commit.oid), commit.tree) == (64, tree)
        assert dict(objects.walk(tree)) == {
            "dir/file": Entry("100644", repo.git("rev-parse", "HEAD:dir/file"))
        }
        assert objects.file(tree, "dir/file") == b"x"


@pytest.mark.parametrize("data", [b"100644", b"100644 a", b"\xff00 a\0" + b"1" * 20, b"\xef\xbb\xbf"])
def test_a_damaged_tree_is_an_error_of_git(data: bytes) -> None:
    with pytest.raises(GitError, match="damaged"):
        dict(parse_tree(Object("1" * 40, "tree", data)))


@pytest.mark.parametrize("size", [0, 1, 6, 7, 8, 13, 14, 1000])
def test_a_blob_in_blocks(repo: Repo, found: Repository, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(read, "BLOCK", 7)
    content = bytes(range(250)) * 4
    oid = blob_id(repo, content[:size])
    with Objects(found) as objects:
        blocks = list(objects.blocks(oid))
        assert b"".join(blocks) == content[:size]
        assert all(len(block) <= 7 for block in blocks)
        assert objects.blob(oid) == content[:size]


def test_blocks_that_nobody_takes(repo: Repo, found: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader goes on with the next object, whatever was left of the last one."""
    monkeypatch.setattr(read, "BLOCK", 7)
    monkeypatch.setattr(read, "left_out", {})
    oid = blob_id(repo, b"x" * 100_000)
    with Objects(found) as objects:
        blocks = objects.blocks(oid)
        assert next(blocks) == b"x" * 7
        blocks.close()
        assert objects.blob(oid) == b"x" * 100_000
        for name in ("0" * 40, "", "HEAD"):
            assert list(objects.blocks(name)) == []
        for _ in range(2):  # once git has started to send it, and once its size was asked for
            assert list(objects.blocks(oid, 99_999)) == []
            assert objects.blob("HEAD:README.md") == b"# A project\n"
        assert read.left_out == {oid: 100_000}


@pytest.mark.parametrize("packed", [False, True])
def test_a_large_corrupt_blob_is_missing(repo: Repo, found: Repository, packed: bool) -> None:
    """Git sends large blobs in blocks, and then fails with other words."""
    oid = blob_id(repo, os.urandom(9 * 1024 * 1024))
    folder = repo.path / ".git/objects"
    path = folder / oid[:2] / oid[2:]
    if packed:
        repo.git("pack-objects", str(folder / "pack/pack"), data=oid.encode())
        path.unlink()
        (path,) = (folder / "pack").glob("*.pack")
    path.chmod(0o600)
    with path.open("r+b") as file:
        file.seek(4 * 1024 * 1024)
        file.write(b"damaged" * 100)
    with Objects(found) as objects:
        assert objects.blob(oid) is None
        assert sum(map(len, objects.blocks(oid))) < 9 * 1024 * 1024
        assert objects.blob("HEAD:README.md") == b"# A project\n"


def test_a_folder_that_is_too_large(repo: Repo, found: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts as empty for one caller, and is still there for another."""
    monkeypatch.setattr(read, "left_out", {})
    tree = repo.git("rev-parse", "HEAD^{tree}")
    with Objects(found) as objects:
        assert objects.tree(tree, 5) == {}
        assert objects.entry(tree, "README.md", 5) is None
        assert objects.file(tree, "README.md", largest=5) is None
        assert objects.unread_trees == read.left_out.keys() == {tree}
        assert objects.file(tree, "README.md") == b"# A project\n"
