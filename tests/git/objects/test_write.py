from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import ODD_NAMES, Repo

from entire.core.errors import EntireError
from entire.git.errors import GitError
from entire.git.objects.edit_tree import Change
from entire.git.objects.pack import Pack
from entire.git.objects.write import Writer
from entire.git.repository import Repository, open_repository

IDENTITY = "Test Person <person@example.com> 1700000000 +1100"
EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


def listing(repo: Repo, tree: str) -> dict[str, str]:
    """Mode and content by path."""
    records = repo.git("ls-tree", "-r", "-z", tree).split("\0")[:-1]
    rows = (record.split("\t", 1) for record in records)
    return {path: f"{head[:6]} {repo.git('cat-file', 'blob', head.split(' ')[2])}" for head, path in rows}


def check(repo: Repo, refs_before: str) -> None:
    """No ref came or went, no scrap lies about, the objects are sound."""
    assert repo.git("for-each-ref") == refs_before
    assert not list((repo.path / ".git").rglob("tmp_*"))
    assert not list((repo.path / ".git").rglob("*.lock"))
    repo.git("fsck", "--strict", "--no-dangling")


def test_nothing_written_nothing_started(found: Repository, git_calls: list[list[str]]) -> None:
    with Writer(found):
        pass
    assert git_calls == []


def test_blobs(repo: Repo, found: Repository) -> None:
    contents = [b"", b"x", b"\0\xff\n" * 400_000, b"done\n", b"no newline"]
    before = repo.git("for-each-ref")
    with Writer(found) as writer:
        oids = [writer.blob(content) for content in contents]
    for oid, content in zip(oids, contents, strict=True):
        assert oid == repo.git("hash-object", "--stdin", data=content)
        assert repo.git("cat-file", "-s", oid) == str(len(content))
    check(repo, before)


def test_objects_are_looked_for_once(repo: Repo, found: Repository, git_calls: list[list[str]]) -> None:
    oid = repo.git("hash-object", "-w", "--stdin", data=b"x")
    repo.git("update-ref", "refs/heads/keep", repo.git("commit-tree", EMPTY_TREE, data=b"keep"))
    repo.git("tag", "blob", oid)
    repo.git("repack", "-a", "-d", "-q")
    with Writer(found) as writer:
        writer.look_for([oid])
        tree = writer.tree(None, [Change("x", "100644", oid)])
    assert listing(repo, tree) == {"x": "100644 x"}
    assert [call[-2:] for call in git_calls] == [["cat-file", "--batch-check="]]


def test_an_object_that_is_looked_for_and_missing(found: Repository) -> None:
    with pytest.raises(GitError, match="missing objects"), Writer(found) as writer:
        writer.look_for(["1" * 40])


def test_commit_upon_a_parent(repo: Repo, found: Repository, git_calls: list[list[str]]) -> None:
    repo.write("old/gone", "1")
    repo.write("old/kept", "1")
    parent = repo.commit("parent")
    before = repo.git("for-each-ref")
    with Writer(found) as writer:
        blob = writer.blob(b"new")
        changes = [
            Change("old/gone"),
            Change("never/was"),
            Change("new/file", "100644", blob),
            Change("new/run", "100755", blob),
            Change("link", "120000", blob),
        ]
        commit, tree = writer.commit(changes, "subject\n\nbody without newline", IDENTITY, parents=(parent,))
    assert git_calls == []  # what it reads is loose
    assert listing(repo, commit) == {
        "README.md": "100644 # A project",
        "link": "120000 new",
        "new/file": "100644 new",
        "new/run": "100755 new",
        "old/kept": "100644 1",
    }
    assert repo.git("cat-file", "commit", commit) == (
        f"tree {tree}\nparent {parent}\nauthor {IDENTITY}\ncommitter {IDENTITY}\n\n"
        "subject\n\nbody without newline"
    )
    check(repo, before)


def test_orphan_and_empty_commits(repo: Repo, found: Repository) -> None:
    before = repo.git("for-each-ref")
    with Writer(found) as writer:
        empty, tree = writer.commit([], "", " <> 1700000000 +0000")
        orphan, _ = writer.commit([Change("a", "100644", writer.blob(b"1"))], "x", IDENTITY)
    assert tree == EMPTY_TREE
    assert repo.git("cat-file", "commit", empty) == (
        f"tree {EMPTY_TREE}\nauthor  <> 1700000000 +0000\ncommitter  <> 1700000000 +0000\n"
    )
    assert repo.git("rev-list", "--parents", orphan) == orphan
    assert listing(repo, orphan) == {"a": "100644 1"}
    check(repo, before)


def test_commits_upon_each_other(repo: Repo, found: Repository) -> None:
    before = repo.git("for-each-ref")
    with Writer(found) as writer:
        one, _ = writer.commit([Change("a", "100644", writer.blob(b"1"))], "one", IDENTITY)
        two, _ = writer.commit([Change("b", "100644", writer.blob(b"2"))], "two", IDENTITY, parents=(one,))
        merge, _ = writer.commit([], "merge", IDENTITY, parents=(repo.head, two))
    assert listing(repo, two) == {"a": "100644 1", "b": "100644 2"}
    assert repo.git("rev-list", "--parents", "--max-count=1", merge) == f"{merge} {repo.head} {two}"
    assert listing(repo, merge) == {"README.md": "100644 # A project"}
    check(repo, before)


def test_given_tree_takes_the_place_of_the_parent_s(repo: Repo, found: Repository) -> None:
    repo.write("dir/file", "1")
    parent = repo.commit("dir")
    folder = repo.git("rev-parse", "HEAD:dir")
    with Writer(found) as writer:
        one, tree = writer.commit([], "x", IDENTITY, parents=(parent,), tree=folder)
        two, _ = writer.commit([Change("sub", "40000", folder)], "x", IDENTITY, tree=folder)
        three, _ = writer.commit([], "x", IDENTITY, parents=(parent,), tree=EMPTY_TREE)
    assert tree == folder
    assert listing(repo, one) == {"file": "100644 1"}
    assert listing(repo, two) == {"file": "100644 1", "sub/file": "100644 1"}
    assert listing(repo, three) == {}


def test_files_become_directories_and_back(repo: Repo, found: Repository) -> None:
    repo.write("a", "1")
    repo.write("b/c", "1")
    parent = repo.commit("types")
    with Writer(found) as writer:
        blob = writer.blob(b"2")
        changes = [Change("b/c"), Change("b", "100644", blob), Change("a/d", "100644", blob)]
        commit, _ = writer.commit(changes, "x", IDENTITY, parents=(parent,))
    assert listing(repo, commit) == {"README.md": "100644 # A project", "a/d": "100644 2", "b": "100644 2"}


def test_an_error_within_leaves_nothing(repo: Repo, found: Repository) -> None:
    def interrupted() -> None:
        with Writer(found) as writer:
            writer.commit([Change("a", "100644", writer.blob(b"1"))], "x", IDENTITY)
            raise RuntimeError

    before = repo.git("for-each-ref")
    with pytest.raises(RuntimeError):
        interrupted()
    check(repo, before)


@pytest.mark.parametrize(
    ("change", "identity"),
    [
        (Change("a", "100644", "1" * 40), IDENTITY),
        (Change("a//b", "100644", "{blob}"), IDENTITY),
        (Change("", "100644", "{blob}"), IDENTITY),
        (Change("a", "999999", "{blob}"), IDENTITY),
        (Change("a", "", "{blob}"), IDENTITY),
        (Change("a", "100644", "abcd"), IDENTITY),
        (Change("a", "100644", "no id" * 8), IDENTITY),
        (Change("a", "100644", "{blob}"), "nobody"),
    ],
)
def test_what_git_would_refuse_is_refused(
    repo: Repo, found: Repository, change: Change, identity: str
) -> None:
    before = repo.git("for-each-ref")
    blob = repo.git("rev-parse", "HEAD:README.md")
    refused = change.replace(oid=change.oid and change.oid.replace("{blob}", blob))
    with pytest.raises(EntireError), Writer(found) as writer:
        writer.commit([refused], "x", identity)
    check(repo, before)


def test_many_objects_become_a_pack(repo: Repo, found: Repository, git_calls: list[list[str]]) -> None:
    before = repo.git("for-each-ref")
    git_calls.clear()
    with Writer(found) as writer:
        blobs = [writer.blob(b"%d" % number * 2000) for number in range(250)]
        changes = [Change(f"{n % 7}/{n}", "100644", blob) for n, blob in enumerate(blobs)]
        commit, _ = writer.commit(changes, "many", IDENTITY, parents=(repo.head,))
        again, _ = writer.commit([Change("0/0")], "fewer", IDENTITY, parents=(commit,))
    assert [call for call in git_calls if "index-pack" in call]
    assert len(listing(repo, commit)) == 251
    assert set(listing(repo, commit)) - set(listing(repo, again)) == {"0/0"}
    counts = dict(line.split(": ") for line in repo.git("count-objects", "-v").splitlines())
    assert int(counts["packs"]) == 1
    assert int(counts["count"]) < 110
    check(repo, before)


def test_a_pack_that_git_refuses(repo: Repo, found: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    before = repo.git("for-each-ref")
    monkeypatch.setattr(Pack, "_digest", lambda self: b"0" * 20)

    def refused() -> None:
        with Writer(found) as writer:
            for number in range(120):
                writer.blob(b"%d" % number)

    with pytest.raises(GitError, match="index-pack"):
        refused()
    assert repo.git("for-each-ref") == before
    repo.git("fsck", "--strict", "--no-dangling")


def test_written_again_is_young_again(repo: Repo, found: Repository) -> None:
    with Writer(found) as writer:
        oid = writer.blob(b"once")
    file = repo.path / ".git" / "objects" / oid[:2] / oid[2:]
    os.utime(file, (0, 0))
    with Writer(found) as writer:
        assert writer.blob(b"once") == oid
    assert file.stat().st_mtime > 1_700_000_000


def test_permissions_are_those_that_git_gives(repo: Repo, found: Repository) -> None:
    objects = repo.path / ".git" / "objects"
    for shared, umask in ((0o755, 0o022), (0o755, 0o077), (0o2775, 0o077)):
        content = _for_a_new_folder(objects)
        objects.chmod(shared)
        before = os.umask(umask)
        try:
            with Writer(found) as writer:
                oid = writer.blob(content)
        finally:
            os.umask(before)
        place = objects / oid[:2]
        folder, file = place.stat().st_mode & 0o7777, (place / oid[2:]).stat().st_mode & 0o7777
        if shared & 0o2000:
            assert (folder, file) == (0o2775, 0o444)
        else:
            assert (folder, file) == (0o777 & ~umask, 0o444 & ~umask)


def _for_a_new_folder(objects: Path) -> bytes:
    """Content of a blob whose folder is not there yet: those of commits depend on the time."""
    contents = (f"{number:03}".encode() for number in range(1000))
    oids = ((content, hashlib.sha1(b"blob 3\0" + content).hexdigest()) for content in contents)
    return next(content for content, oid in oids if not (objects / oid[:2]).exists())


def test_nowhere_to_write(repo: Repo, found: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(repo.path / "nowhere"))
    with pytest.raises(EntireError, match="cannot write git objects"), Writer(found) as writer:
        writer.blob(b"1")


def test_from_a_linked_worktree(repo: Repo, tmp_path: Path) -> None:
    repo.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "linked"))
    before = repo.git("for-each-ref")
    linked = open_repository(str(tmp_path / "linked"))
    with Writer(linked) as writer:
        commit, _ = writer.commit([], "x", IDENTITY)
    with pytest.raises(GitError), Writer(linked) as writer:
        writer.commit([Change("a", "100644", "1" * 40)], "x", IDENTITY)
    assert repo.git("cat-file", "-t", commit) == "commit"
    check(repo, before)


def test_sha256(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / "long", "--object-format=sha256")
    parent = repo.commit("first")
    with Writer(open_repository(str(repo.path))) as writer:
        blob = writer.blob(b"1")
        commit, tree = writer.commit([Change("a", "100644", blob)], "x", IDENTITY, parents=(parent,))
        for number in range(150):
            writer.blob(b"%d" % number)  # more than a few: they become a pack
    assert {len(blob), len(commit), len(tree)} == {64}
    assert listing(repo, commit) == {"a": "100644 1"}
    check(repo, f"{parent} commit\trefs/heads/main")


@pytest.mark.parametrize("name", ODD_NAMES, ids=repr)
def test_odd_names(repo: Repo, found: Repository, name: bytes) -> None:
    path = os.fsdecode(name)
    with Writer(found) as writer:
        blob = writer.blob(b"1")
        changes = [Change(path, "100644", blob), Change(f"dir/{path}/file", "100644", blob)]
        commit, _ = writer.commit(changes, "x", IDENTITY)
        gone, _ = writer.commit([Change(path)], "x", IDENTITY, parents=(commit,))
    assert set(listing(repo, commit)) == {path, f"dir/{path}/file"}
    assert set(listing(repo, gone)) == {f"dir/{path}/file"}


_NAME = st.binary(min_size=1, max_size=12).filter(
    lambda name: not {0, 0x2F} & set(name) and name.lower() not in (b".", b"..", b".git")
)
_PATHS = st.lists(st.lists(_NAME, min_size=1, max_size=3).map(b"/".join), min_size=1, max_size=8, unique=True)


@settings(max_examples=60)
@given(_PATHS)
def test_any_bytes_are_a_name(repo: Repo, paths: list[bytes]) -> None:
    kept = [path for path in paths if not any(other.startswith(path + b"/") for other in paths)]
    with Writer(open_repository(str(repo.path))) as writer:
        blob = writer.blob(b"1")
        _, tree = writer.commit([Change(os.fsdecode(path), "100644", blob) for path in kept], "x", IDENTITY)
    listed = repo.git("ls-tree", "-r", "-z", "--name-only", tree).split("\0")[:-1]
    assert sorted(map(os.fsencode, listed)) == sorted(kept)


@pytest.mark.parametrize("message", ["", "x", "größe 日本\n", "caf\udce9", "a\r\nb", "from HEAD\ndone\n"])
def test_messages_are_kept_to_the_byte(repo: Repo, found: Repository, message: str) -> None:
    with Writer(found) as writer:
        commit, _ = writer.commit([], message, IDENTITY)
    raw = repo.git("cat-file", "commit", commit)
    assert raw.partition("\n\n")[2] == message.removesuffix("\n")
