"""Trees that someone else pushed, as deep as git allows."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import Repo

from entire.git.notes import all_notes
from entire.git.objects.edit_tree import Change
from entire.git.objects.read import Objects
from entire.git.objects.tree import FILE_MODE, TREE_MODE
from entire.git.objects.write import Writer
from entire.git.repository import open_repository
from entire.remote.union import union

LEVELS = 1500


def deep(writer: Writer, content: bytes, levels: int) -> str:
    tree = writer.tree(None, [Change("leaf", FILE_MODE, writer.blob(content))])
    for _ in range(levels):
        tree = writer.tree(None, [Change("d", TREE_MODE, tree)])
    return tree


@pytest.mark.parametrize("levels", [3, LEVELS])
def test_any_depth(tmp_path: Path, levels: int) -> None:
    repo = open_repository(str(Repo.init(tmp_path / "repo").path))
    with Objects(repo) as objects:
        with Writer(repo, objects) as writer:
            one, other = deep(writer, b"one", levels), deep(writer, b"other", levels)
        merged = []
        for ours, theirs in ((one, other), (other, one)):
            with Writer(repo, objects) as writer:
                merged.append(writer.tree(ours, union(objects, ours, theirs)))
        assert merged[0] == merged[1]
        assert merged[0] in (one, other)
        assert [path.count("/") for path, _ in objects.walk(one)] == [levels]
        assert len(all_notes(objects, other)) == 1
