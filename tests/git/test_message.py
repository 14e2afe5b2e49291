from __future__ import annotations

import pytest
from tests.support import Repo

from entire.git.message import insert_trailer, may_have_comments
from entire.git.repository import Repository

TRAILER = "Entire-Checkpoint: a3b2c4d5e6f7"
CUT = "------------------------ >8 ------------------------"


@pytest.mark.parametrize("comment", ["#", ";", "//", "<!-- "])
@pytest.mark.parametrize("verbose", [False, True])
def test_the_trailer_goes_before_what_git_adds(
    repo: Repo, found: Repository, comment: str, verbose: bool
) -> None:
    repo.git("config", "core.commentString" if len(comment) > 1 else "core.commentChar", comment)
    added = f"{comment} Please enter the message\n{comment}\n"
    if verbose:
        added += f"{comment} {CUT}\n{comment} Everything below\ndiff --git a/x b/x\n+{comment}\n"
    body = f"Mine\n\n{comment} of mine\n{comment}\nmore"
    text = insert_trailer(found, f"{body}\n\n{added}", TRAILER, ["Note"], written=True)
    assert text == f"{body}\n\n{TRAILER}\n{comment} Note\n\n{added}"


@pytest.mark.parametrize("char", ["#", "@"])
def test_the_character_that_git_chose(repo: Repo, found: Repository, char: str) -> None:
    repo.git("config", "core.commentChar", "auto")
    added = f"{char} Please enter the message\n{char}\n{char} {CUT}\n+one\n"
    text = insert_trailer(found, f"Mine\n\n{added}", TRAILER, [], written=True)
    assert text == f"Mine\n\n{TRAILER}\n\n{added}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mine\n", False),
        ("Mine\n\n#12 is fixed\n", False),
        ("Mine\n\n# Please enter the message\n#\n", True),
        ("Mine\n\n// Please enter the message\n//\n", True),
        (f"Mine\n# {CUT}\n", True),
    ],
)
def test_whether_git_may_have_added_comments(text: str, expected: bool) -> None:
    assert may_have_comments(text) == expected
