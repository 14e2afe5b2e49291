from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support import Repo

from entire.git.identity import Author, get_git_author_from_repo, parse_author
from entire.git.objects.write import Writer
from entire.git.repository import Repository


def test_configured(repo: Repo, found: Repository) -> None:
    assert get_git_author_from_repo(found) == Author("Test Person", "person@example.com")
    repo.git("config", "user.name", "Ren\u00e9e")
    assert get_git_author_from_repo(found) == Author("Renée", "person@example.com")


def test_no_user_configured(found: Repository, isolated: Path) -> None:
    (isolated / ".gitconfig").write_text("")
    assert get_git_author_from_repo(found) == Author("Unknown", "unknown@local")


def test_only_a_part_configured(found: Repository, isolated: Path) -> None:
    (isolated / ".gitconfig").write_text("[user]\n\tname\n\temail = me@example.com\n")
    assert get_git_author_from_repo(found) == Author("Unknown", "me@example.com")


def test_variables_of_a_commit_in_progress_do_not_count(
    found: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Somebody Else")
    assert get_git_author_from_repo(found).name == "Test Person"


@pytest.mark.parametrize(
    "author",
    [
        Author(),
        Author("", ""),
        Author("a <b> c\nd\0", "x>\n<y"),
        Author("  ", "é@ü"),
        Author("caf\udce9", "x"),
    ],
)
def test_any_name_makes_a_sound_commit(repo: Repo, found: Repository, author: Author) -> None:
    assert re.fullmatch(r"[^<>\n\0]* <[^<>\n\0]*> [0-9]+ [+-][0-9]{4}", author.identity())
    with Writer(found) as writer:
        writer.commit([], "x", author.identity())
    repo.git("fsck", "--strict", "--no-dangling")


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("A B <a@b> 1700000000 +0000", Author("A B", "a@b")),
        (" <> 0 +0000", Author("", "")),
        ("<a@b> 1 +0000", Author("", "a@b")),
        ("nothing", Author("nothing", "")),
        ("", Author("", "")),
    ],
)
def test_parse(line: str, author: Author) -> None:
    assert parse_author(line) == author
