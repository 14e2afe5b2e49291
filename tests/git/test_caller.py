from __future__ import annotations

import pytest

from entire.git.caller import is_amending


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["git", "commit", "--amend"], True),
        (["git", "-c", "core.editor=vi", "commit", "-q", "--amend", "--no-edit"], True),
        (["git", "commit", "--am", "-C", "HEAD"], True),
        (["commit", "--amend"], True),  # git-commit
        (["git", "commit", "-C", "HEAD"], False),
        (["git", "commit", "--all"], False),
        (["git", "commit", "--amend", "--no-amend"], False),
        (["git", "commit", "-c", "HEAD", "--", "--amend"], False),
        (["git", "ci"], None),  # an alias: git starts another process
        (["git", "rebase", "--continue"], None),
    ],
)
def test_whether_a_commit_amends_head(words: list[str], expected: bool | None) -> None:
    assert is_amending(words) is expected
