from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import ODD_NAMES, Repo

from entire.git.objects.edit_tree import Change
from entire.git.objects.write import Writer
from entire.git.repository import Repository, open_repository
from entire.git.worktree import content as worktree
from entire.git.worktree import status


def snapshot(repo: Repo, *paths: str, modes: dict[str, str] | None = None) -> list[Change]:
    repository = open_repository(str(repo.path))
    with Writer(repository) as writer:
        return worktree.snapshot(repository, writer, paths, modes or {})


def stored(repo: Repo, *paths: str) -> set[tuple[str, str, str]]:
    """Path, mode and blob as the snapshot has them."""
    return {(change.path, change.mode, change.oid or "") for change in snapshot(repo, *paths)}


def added(repo: Repo) -> set[tuple[str, str, str]]:
    """The same as `git add` has them."""
    repo.git("add", "--all")
    rows = (row.split("\t", 1) for row in repo.git("ls-files", "--stage", "-z").split("\0")[:-1])
    return {(path, *head.split(" ")[:2]) for head, path in rows}  # type: ignore[misc]


def check(repo: Repo, *paths: str) -> None:
    """What a snapshot stores is what git would, and is really there."""
    ours = stored(repo, *paths)
    assert ours == {row for row in added(repo) if row[0] in paths}
    assert len(ours) == len(paths)
    for _, mode, oid in ours:
        assert mode == "160000" or repo.git("cat-file", "-t", oid) == "blob"


def test_plain_files(repo: Repo) -> None:
    repo.write("text", "a\n")
    repo.write("empty")
    repo.write("dir/binary", b"\0\xff\r\n" * 300_000)
    check(repo, "text", "empty", "dir/binary")


@pytest.mark.parametrize("value", ["true", "input"])
@pytest.mark.parametrize("safe", ["true", "warn"])
def test_autocrlf(repo: Repo, value: str, safe: str) -> None:
    repo.git("config", "core.autocrlf", value)
    repo.git("config", "core.safecrlf", safe)
    repo.write("windows", "a\r\nb\r\n")
    repo.write("mixed", "a\r\nb\n")
    repo.write("binary", b"a\r\n\0")
    oids = {path: oid for path, _, oid in stored(repo, "windows", "mixed", "binary")}
    assert len(oids) == 3
    repo.git("config", "core.safecrlf", "false")
    check(repo, "windows", "mixed", "binary")
    assert repo.git("cat-file", "blob", oids["windows"]) == "a\nb"


def test_attributes(repo: Repo) -> None:
    repo.write(
        ".gitattributes",
        "*.txt text eol=crlf\n*.id ident\n*.raw -text\n*.u16 working-tree-encoding=UTF-16LE\n",
    )
    repo.write("sub/.gitattributes", "*.txt -text\n")
    repo.write("a.txt", "a\r\nb\r\n")
    repo.write("sub/b.txt", "a\r\n")
    repo.write("c.id", "$Id: 1234 $\n")
    repo.write("d.raw", "a\r\n")
    repo.write("e.u16", "größe\n".encode("utf-16-le"))
    check(repo, "a.txt", "sub/b.txt", "c.id", "d.raw", "e.u16", ".gitattributes")


def test_clean_filter(repo: Repo) -> None:
    repo.git("config", "filter.big.clean", "printf 'pointer '; sha256sum")
    repo.git("config", "filter.big.required", "true")
    repo.write(".gitattributes", "*.bin filter=big -text\n")
    repo.write("a.bin", b"\0" * 1000)
    repo.write("b.txt", "plain")
    check(repo, "a.bin", "b.txt")
    (change,) = snapshot(repo, "a.bin")
    assert repo.git("cat-file", "blob", change.oid or "").startswith("pointer ")


def test_a_filter_that_fails_keeps_the_others(repo: Repo) -> None:
    repo.git("config", "filter.big.clean", "false")
    repo.git("config", "filter.big.required", "true")
    repo.write(".gitattributes", "*.bin filter=big\n")
    names = [f"{number}.txt" for number in range(9)]
    for name in [*names, "a.bin", "5.bin"]:
        repo.write(name, name)
    assert {path for path, _, _ in stored(repo, "a.bin", *names, "5.bin")} == set(names)


def test_symbolic_links(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("outside")
    repo.write("dir/file", "x")
    targets = {
        "dangling": "nowhere",
        "directory": "dir",
        "out": str(tmp_path / "secret"),
        "odd": "a\nb \udce9",
    }
    for name, target in targets.items():
        (repo.path / name).symlink_to(target)
    check(repo, *targets)
    for change in snapshot(repo, *targets):
        assert repo.git("cat-file", "blob", change.oid or "") == targets[change.path]


def test_what_lies_behind_a_link_is_not_in_the_work_tree(repo: Repo, tmp_path: Path) -> None:
    repo.write("dir/sub/file", "mine")
    repo.commit("dir")
    outside = tmp_path / "outside"
    (outside / "sub").mkdir(parents=True)
    (outside / "sub/file").write_text("foreign")
    (repo.path / "dir").rename(tmp_path / "moved")
    (repo.path / "dir").symlink_to(outside)
    changes = snapshot(repo, "dir/sub/file", "dir")
    assert {change.path: change.mode for change in changes} == {"dir/sub/file": "", "dir": "120000"}
    with Writer(open_repository(str(repo.path))) as writer:
        _, tree = writer.commit(changes, "x", "A <a@x> 1 +0000", parents=(repo.head,))
    repo.git("add", "--all")
    assert tree == repo.git("write-tree")


def test_executable_bit(repo: Repo) -> None:
    repo.write("run", "x").chmod(0o755)
    repo.write("odd", "x").chmod(0o654)
    repo.write("group", "x").chmod(0o674)
    check(repo, "run", "odd", "group")


def test_executable_bit_that_means_nothing(repo: Repo) -> None:
    repo.write("tracked", "x").chmod(0o755)
    repo.commit("run")
    repo.git("config", "core.fileMode", "false")
    repo.write("tracked", "y").chmod(0o644)
    repo.write("new", "x").chmod(0o755)
    changed = status.read(open_repository(str(repo.path))).changed
    ours = snapshot(repo, "tracked", "new", modes={entry.path: entry.mode for entry in changed})
    assert {(change.path, change.mode, change.oid) for change in ours} == {
        row for row in added(repo) if row[0] != "README.md"
    }


def test_what_is_gone_is_a_removal(repo: Repo) -> None:
    repo.write("file", "x")
    assert set(snapshot(repo, "README.md", "never", "file/below", "no/dir/x")) == {
        Change("never"),
        Change("file/below"),
        Change("no/dir/x"),
        snapshot(repo, "README.md")[0],
    }


def test_what_cannot_be_stored_is_left_as_it_was(repo: Repo) -> None:
    (repo.path / "directory").mkdir()
    os.mkfifo(repo.path / "pipe")
    Repo.init(repo.path / "nested").commit("inner")
    assert snapshot(repo, "directory", "pipe", "nested/", "nested", "x" * 300, "y/" * 3000 + "z") == []


def test_unreadable_file(repo: Repo) -> None:
    repo.write("secret", "x").chmod(0)
    if os.access(repo.path / "secret", os.R_OK):
        pytest.skip("root can read everything")
    assert [change.path for change in snapshot(repo, "secret", "README.md")] == ["README.md"]


def test_file_that_vanishes_meanwhile(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [str(number) for number in range(9)]
    for name in names:
        repo.write(name, name)
    access = os.access

    def vanish(path: str, mode: int) -> bool:
        answer = access(path, mode)
        (repo.path / "4").unlink(missing_ok=True)
        return answer

    monkeypatch.setattr(os, "access", vanish)
    changes = snapshot(repo, *names)
    assert {change.path for change in changes if change.oid} == {*names} - {"4"}


@pytest.mark.parametrize(
    "path",
    ["../outside", ".git/config", "sub/.GIT/config", "/etc/passwd", "a//b", "./a", "a\0b", "\ud800", ""],
)
def test_hostile_paths(repo: Repo, path: str) -> None:
    assert [change.path for change in snapshot(repo, path, "README.md")] == ["README.md"]


@pytest.mark.parametrize("name", ODD_NAMES, ids=repr)
def test_odd_names(repo: Repo, name: bytes) -> None:
    repo.write(name, "1")
    repo.write(b"dir/" + name, "2")
    check(repo, os.fsdecode(name), "dir/" + os.fsdecode(name))


_NAMES = st.binary(min_size=1, max_size=8).filter(
    lambda name: not {0, 0x2F} & set(name) and name.lower() not in (b".", b"..", b".git")
)


@settings(max_examples=40)
@given(st.dictionaries(_NAMES, st.binary(max_size=5), min_size=1, max_size=6))
def test_any_bytes_are_a_name(tmp_path_factory: pytest.TempPathFactory, files: dict[bytes, bytes]) -> None:
    repo = Repo.init(tmp_path_factory.mktemp("any"))
    for name, content in files.items():
        repo.write(name, content)
    (repo.path / ".git/info/exclude").unlink(missing_ok=True)
    (repo.path / ".gitignore").unlink(missing_ok=True)
    names = [os.fsdecode(name) for name in files if name != b".gitignore"]
    check(repo, *names)


def test_submodule_that_moved(repo: Repo, tmp_path: Path) -> None:
    inner = Repo.init(tmp_path / "inner")
    inner.commit("first")
    repo.git("submodule", "--quiet", "add", str(inner.path), "a sub")
    repo.commit("sub")
    moved = Repo(repo.path / "a sub").commit("second")
    changed = status.read(open_repository(str(repo.path))).changed
    assert snapshot(repo, "a sub", modes={entry.path: entry.mode for entry in changed}) == [
        Change("a sub", "160000", moved)
    ]


def test_few_git_calls_however_many_files(repo: Repo, git_calls: list[list[str]]) -> None:
    for number in range(300):
        repo.write(f"dir/{number}", str(number))
        (repo.path / f"dir/link{number}").symlink_to(str(number))
    paths = [f"dir/{number}" for number in range(300)]
    repository = open_repository(str(repo.path))
    with Writer(repository) as writer:
        assert len(worktree.snapshot(repository, writer, paths, {})) == 300
        worktree.snapshot(repository, writer, [f"dir/link{number}" for number in range(300)], {})
    assert len(git_calls) == 1  # the links hold what the files hold


def test_in_a_sha256_repository(tmp_path: Path) -> None:
    repo = Repo.init(tmp_path / "long", "--object-format=sha256")
    repo.write("a", "1")
    check(repo, "a")


def test_the_index_and_the_refs_stay_as_they_were(repo: Repo, found: Repository) -> None:
    repo.write("new", "1")
    before = (repo.path / ".git/index").read_bytes(), repo.git("for-each-ref")
    snapshot(repo, "new", "README.md")
    assert ((repo.path / ".git/index").read_bytes(), repo.git("for-each-ref")) == before
