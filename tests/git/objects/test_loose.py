"""Loose objects while git cleans up."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.support import Repo

from entire.git.objects import loose
from entire.git.repository import Repository


def test_a_folder_that_git_removes_at_once_is_made_again(
    repo: Repo, found: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`git gc` removes folders without objects, and one that was just made has none."""
    removed: list[Path] = []
    make = os.mkdir

    def remove_the_first(path: str, mode: int = 0o777) -> None:
        make(path, mode)
        if len(removed) < 3:
            os.rmdir(path)
            removed.append(Path(path))

    monkeypatch.setattr(os, "mkdir", remove_the_first)
    folder = loose.objects_dir(found)
    contents = (b"%d" % number for number in range(1000))
    oids = ((loose.object_id(found, "blob", content), content) for content in contents)
    oid, content = next(pair for pair in oids if not Path(folder, pair[0][:2]).exists())
    assert loose.write(folder, oid, "blob", content)
    assert len(removed) == 3
    assert repo.git("cat-file", "blob", oid) == content.decode()
