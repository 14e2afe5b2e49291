"""Which files are the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import Repo

from entire.git.repository import open_repository
from entire.git.worktree.own_file import is_own_file

NAME = "folder/own.json"


@pytest.fixture(params=["sha1", "sha256"])
def repo(tmp_path: Path, request: pytest.FixtureRequest) -> Repo:
    repo = Repo.init(tmp_path / "repo", f"--object-format={request.param}", "--initial-branch=main")
    repo.write("folder/.gitignore", "own.json\n")
    repo.write("folder/template.json", "template\n")
    repo.commit("first")
    return repo


def is_own(repo: Repo) -> bool:
    return is_own_file(open_repository(str(repo.path)), NAME)


def test_a_file_that_git_does_not_know(repo: Repo) -> None:
    assert not is_own(repo), "there is none"
    repo.write(NAME, "mine\n")
    assert is_own(repo)
    repo.write(NAME, "template\n")
    assert is_own(repo), "the user copied it"


def test_a_tracked_file(repo: Repo) -> None:
    repo.write(NAME, "mine\n")
    repo.git("add", "--force", NAME)
    assert not is_own(repo)
    repo.git("rm", "--quiet", "--cached", NAME)
    assert is_own(repo)


@pytest.mark.parametrize("name", ["Folder/Own.JSON", "FOLDER/own.json"])
def test_a_name_that_some_file_systems_take_for_the_same(repo: Repo, name: str) -> None:
    repo.write(NAME, "mine\n")
    blob = repo.git("hash-object", "-w", "--stdin", data=b"theirs\n")
    repo.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{name}")
    assert not is_own(repo)


@pytest.mark.parametrize("content", ["theirs\n", "theirs\r\n"])
def test_a_file_that_a_branch_left(repo: Repo, content: str) -> None:
    repo.git("checkout", "--quiet", "-b", "theirs")
    repo.write(NAME, "theirs\n")
    repo.git("add", "--force", NAME)
    repo.git("commit", "--quiet", "-m", "theirs")
    repo.git("checkout", "--quiet", "main")
    repo.write(NAME, content)
    assert not is_own(repo)
    repo.git("branch", "--quiet", "-D", "theirs")
    assert not is_own(repo), "HEAD was there"
    repo.write(NAME, "mine\n")
    assert is_own(repo)


FILTERS = ("-c", "filter.case.smudge=tr a-z A-Z", "-c", "filter.case.clean=tr A-Z a-z")


@pytest.mark.parametrize(
    ("attributes", "content"),
    [
        ("ident", "theirs $Id$\n"),
        ("working-tree-encoding=UTF-16LE", "th"),
        ("filter=case", "theirs\n"),
        ("text eol=crlf", "theirs\n"),
    ],
)
@pytest.mark.parametrize("folder", ["", "folder/"])
@pytest.mark.parametrize("kept", [False, True])
def test_a_file_that_git_converts(repo: Repo, attributes: str, content: str, folder: str, kept: bool) -> None:
    """What git checked out differs from what the commit has, whatever the attributes are now."""
    for one in FILTERS[1::2]:
        repo.git("config", *one.split("=", 1))
    repo.git("checkout", "--quiet", "-b", "theirs")
    repo.write(f"{folder}.gitattributes", f"*.json {attributes}\n")
    repo.write(NAME, content)
    repo.git("add", "--force", NAME, f"{folder}.gitattributes")
    repo.git("commit", "--quiet", "-m", "theirs")
    repo.git("checkout", "--quiet", "main")
    repo.git("checkout", "--quiet", "theirs")
    assert (repo.path / NAME).read_bytes().decode("latin-1") != repo.git("show", f"theirs:{NAME}")
    repo.git("reset", "--quiet", "main")
    if not kept:
        (repo.path / folder / ".gitattributes").unlink()
    assert not is_own(repo)


def test_attributes_of_other_files_do_not_matter(repo: Repo) -> None:
    """Only a commit that has the file can have brought it."""
    repo.write(".gitattributes", "* filter=case ident\n")
    repo.commit("attributes")
    repo.write(NAME, "mine\n")
    assert is_own(repo)


def test_links_and_other_repositories(repo: Repo) -> None:
    file = repo.write(NAME, "mine\n")
    file.rename(repo.path / "elsewhere")
    file.symlink_to("../elsewhere")
    assert not is_own(repo)
    file.unlink()
    (repo.path / "elsewhere").rename(file)
    (repo.path / "folder").rename(repo.path / "real")
    (repo.path / "folder").symlink_to("real")
    assert not is_own(repo)
    (repo.path / "folder").unlink()
    (repo.path / "real").rename(repo.path / "folder")
    assert is_own(repo)
    (repo.path / "folder" / ".git").write_text("gitdir: elsewhere\n")
    assert not is_own(repo)
