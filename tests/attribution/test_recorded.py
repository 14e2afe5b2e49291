"""What checkpoints record about lines."""

from __future__ import annotations

from tests.support import Repo

from entire.attribution import recorded
from entire.checkpoint.committed.slots import MOST_SESSIONS, Stored
from entire.checkpoint.model import CheckpointSummary
from entire.git.objects.read import LARGEST, Objects
from entire.git.objects.tree import EMPTY, TREE_MODE, Entry, Tree
from entire.git.repository import Repository, open_repository


class Counting(Objects):
    """Has nothing, and knows what it was asked for."""

    def __init__(self, repo: Repository) -> None:
        super().__init__(repo)
        self.asked: list[str] = []

    def tree(self, oid: str, largest: int = LARGEST) -> Tree:
        self.asked.append(oid)
        return EMPTY


def test_a_checkpoint_with_too_many_sessions(repo: Repo) -> None:
    entries = {str(number): Entry(TREE_MODE, f"{number:040x}") for number in range(10_000)}
    stored = Stored("12/3456789abc", "", entries, CheckpointSummary(), [None] * 10_000)
    objects = Counting(open_repository(str(repo.path)))
    recorded.read_stored(objects, "123456789abc", stored)
    assert len(objects.asked) == MOST_SESSIONS
