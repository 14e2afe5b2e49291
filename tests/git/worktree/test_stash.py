from __future__ import annotations

import time

import pytest
from tests.support import Repo

from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.repository import open_repository
from entire.git.worktree import stash


@pytest.mark.parametrize("staged", [True, False])
def test_what_a_stash_would_bring_back(repo: Repo, staged: bool) -> None:
    for name in ("changed", "gone", "same"):
        repo.write(name, f"{name} before\n")
    repo.commit("before")
    repo.write("changed", "after\n")
    repo.write("new", "new\n")
    (repo.path / "gone").unlink()
    if staged:
        repo.git("add", "--all")
    changed, new = (repo.git("hash-object", "-w", name) for name in ("changed", "new"))
    repo.git("stash", "--include-untracked", "--quiet")
    opened = open_repository(str(repo.path))
    same = repo.git("rev-parse", "HEAD:same")
    old = repo.git("rev-parse", "HEAD:changed")
    with Objects(opened) as objects:
        wanted = [("changed", changed), ("new", new), ("gone", stash.GONE)]
        assert stash.stashed(opened, objects, wanted) == {"changed", "new", "gone"}
        others = [("changed", old), ("new", stash.GONE), ("gone", same), ("never", stash.GONE)]
        assert stash.stashed(opened, objects, others) == set()
        paths = ["changed", "gone", "new", "same", "never"]
        assert stash.stashed_since(opened, objects, paths, 0) == [
            Change("changed", "100644", changed),
            Change("gone"),
            Change("new", "100644", new),
        ]
        assert stash.stashed_since(opened, objects, paths, time.time() + 60) == []


def test_the_last_stash_counts(repo: Repo) -> None:
    repo.write("f", "before\n")
    repo.commit("before")
    for content in ("one\n", "two\n"):
        repo.write("f", content)
        repo.git("stash", "--quiet")
    opened = open_repository(str(repo.path))
    with Objects(opened) as objects:
        (change,) = stash.stashed_since(opened, objects, ["f"], 0)
        assert change.oid is not None
        assert objects.blob(change.oid) == b"two\n"
