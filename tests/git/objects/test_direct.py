"""Refs and loose objects from their files, and everything that must be left to git."""

from __future__ import annotations

import os
import sys
import tracemalloc
import zlib
from pathlib import Path

import pytest
from tests.support import Repo

from entire.git.objects.direct import Direct
from entire.git.objects.read import LARGEST, Objects
from entire.git.repository import Repository, open_repository


def loose(repo: Repo, oid: str) -> Path:
    return repo.path / ".git" / "objects" / oid[:2] / oid[2:]


def test_loose_objects_need_no_git(repo: Repo, found: Repository, git_calls: list[list[str]]) -> None:
    tree, blob = repo.git("rev-parse", "HEAD^{tree}"), repo.git("rev-parse", "HEAD:README.md")
    with Objects(found) as objects:
        for name in ("HEAD", "refs/heads/main", repo.head):
            commit = objects.commit(name)
            assert commit is not None
            assert (commit.oid, commit.tree) == (repo.head, tree)
        assert objects.tree(tree)["README.md"].oid == blob
        assert objects.blob(blob) == b"# A project\n"
        assert objects.commit("refs/heads/nothing") is None
    assert git_calls == []


def test_packed_refs(repo: Repo, found: Repository, git_calls: list[list[str]]) -> None:
    repo.git("branch", "other/one", "HEAD")
    repo.git("pack-refs", "--all")
    direct = Direct(found)
    assert {direct.find(name) for name in ("HEAD", "refs/heads/main", "refs/heads/other/one")} == {repo.head}
    assert direct.find("refs/heads/other") == direct.find("refs/heads/one") == ""
    new = repo.commit("more")
    assert direct.find("HEAD") == new
    repo.git("update-ref", "refs/heads/later", new)
    repo.git("pack-refs", "--all")  # packed after it was looked up the first time
    assert direct.find("refs/heads/later") == new
    assert git_calls == []


@pytest.mark.parametrize(
    "name",
    [
        "HEAD~1",
        "refs/heads/main:README.md",
        "refs/heads/main^{tree}",
        "refs/heads/../main",
        "refs/tags/v1",
        "main",
        "FETCH_HEAD",
    ],
)
def test_other_names_are_for_git(repo: Repo, found: Repository, name: str) -> None:
    repo.commit("more")
    assert Direct(found).find(name) is None


def test_packed_objects_are_for_git(repo: Repo, found: Repository, git_calls: list[list[str]]) -> None:
    assert Direct(found).has_head()
    repo.git("gc", "--quiet")
    assert not Direct(found).has_head()
    with Objects(found) as objects:
        assert objects.commit("HEAD") is not None
    assert len(git_calls) == 1


def test_replaced_objects_are_for_git(repo: Repo, found: Repository) -> None:
    old, new = repo.head, repo.commit("instead")
    repo.git("replace", old, new)
    for _ in range(2):  # loose, then packed
        with Objects(found) as objects:
            commit = objects.commit(old)
            assert commit is not None
            assert commit.subject == "instead"
        repo.git("pack-refs", "--all")


def test_symbolic_and_detached(repo: Repo, found: Repository) -> None:
    repo.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
    assert Direct(found).find("refs/heads/alias") is None
    with Objects(found) as objects:
        assert objects.commit("refs/heads/alias") is not None
    repo.git("checkout", "--quiet", "--detach")
    assert Direct(found).find("HEAD") == repo.head


def test_a_linked_worktree_has_its_own_head(repo: Repo, tmp_path: Path) -> None:
    repo.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    (tmp_path / "side" / "new").write_text("1")
    repo.git("-C", str(tmp_path / "side"), "add", "new")
    repo.git("-C", str(tmp_path / "side"), "commit", "--quiet", "-m", "side")
    side = open_repository(str(tmp_path / "side"))
    assert Direct(side).find("HEAD") == repo.git("rev-parse", "side") != repo.head


def test_an_empty_ref_is_for_git(repo: Repo, found: Repository) -> None:
    """As a crash of the machine leaves it: neither missing, nor what it was when refs were last packed."""
    repo.git("pack-refs", "--all")
    repo.git("branch", "new", "HEAD")
    for name in ("refs/heads/main", "refs/heads/new"):
        (repo.path / ".git" / name).write_bytes(b"")
        assert Direct(found).find(name) is None


DAMAGED = (b"blob 5\0abc", b"x", b"blob " + b"1" * 5000 + b"\0abc")
WHOLE = zlib.compress(b"blob 3\0abc")


@pytest.mark.parametrize("content", [b"", b"no zlib", *map(zlib.compress, DAMAGED), WHOLE[:-1], WHOLE[:-4]])
def test_a_damaged_object_is_for_git(repo: Repo, found: Repository, content: bytes) -> None:
    oid = repo.git("rev-parse", "HEAD:README.md")
    os.chmod(loose(repo, oid), 0o644)
    loose(repo, oid).write_bytes(content)
    assert Direct(found).read(oid, LARGEST) is None


def test_an_object_above_the_limit_is_for_git(repo: Repo, found: Repository) -> None:
    oid = repo.git("hash-object", "-w", "--stdin", data=b"x" * 5000)
    assert Direct(found).read(oid, 4999) is None
    for enough in (5000, sys.maxsize):
        assert Direct(found).read(oid, enough) == ("blob", b"x" * 5000)
    with Objects(found) as objects:
        assert objects.blob(oid, 4999) is None


def test_of_what_is_too_large_only_the_beginning_is_unpacked(repo: Repo, found: Repository) -> None:
    oid = repo.git("hash-object", "-w", "--stdin", data=b"x" * 50_000_000)
    direct = Direct(found)
    tracemalloc.start()
    assert direct.read(oid, 40_000_000) is None
    assert tracemalloc.get_traced_memory()[1] < 50_000_000  # no more than the room for the file itself
    tracemalloc.stop()


def test_after_many_misses_git_is_asked_at_once(repo: Repo, found: Repository) -> None:
    direct = Direct(found)
    for number in range(9):
        assert direct.read(f"{number:040x}", LARGEST) is None
    assert direct.read(repo.head, LARGEST) is None
